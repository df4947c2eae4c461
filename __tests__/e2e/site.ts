import { randomInt } from 'node:crypto';
import { test as base, expect, type Locator, type Page, type Response } from 'playwright/test';

export type SiteOptions = {
  /** The theme chosen on an earlier visit; null on the very first. */
  chosenTheme: 'dark' | 'light' | null;
  /** Other servers that may get requests. */
  knownOrigins: readonly string[];
};

type SiteFixtures = {
  /** The header has its search field, not the button. */
  isLarge: boolean;
};

const LARGE_FROM_PX = 1024;

/**
 * The browser logs every response with a status of 400 or more, which some tests expect; and that the sandbox of the
 * card in a frame refuses the script that Playwright itself runs in every frame.
 */
const EXPECTED_LOG = /^(Failed to load resource|Blocked script execution in '[^']+\/embed\/)/;

export const test = base.extend<SiteOptions & SiteFixtures>({
  chosenTheme: [null, { option: true }],
  knownOrigins: [[], { option: true }],

  isLarge: async ({ viewport }, provide) => {
    await provide((viewport?.width ?? 0) >= LARGE_FROM_PX);
  },

  // The rate limits count client addresses. Parallel tests must not share one.
  extraHTTPHeaders: async ({ baseURL }, provide) => {
    const host = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
    await provide(baseURL ? { 'x-forwarded-for': host } : {});
  },

  context: async ({ context, chosenTheme }, provide) => {
    // The fixture of the page collects errors.
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        const { effectiveDirective, blockedURI, sample, sourceFile, lineNumber } = event;
        const place = `${sourceFile}:${lineNumber}`;
        reportError(new Error(`forbidden: ${effectiveDirective} ${blockedURI} ${sample} at ${place}`));
      });
    });
    if (chosenTheme) {
      await context.addInitScript((theme) => {
        // A frame and an empty page may have no storage.
        if (window.top !== window || window.origin === 'null') return;
        if (localStorage.getItem('theme') === null) localStorage.setItem('theme', theme);
      }, chosenTheme);
    }
    await provide(context);
  },

  /**
   * In every test, in the page and its popups: no script fails, no error is logged, the security policies forbid
   * nothing that the site does, and no unknown server gets a request.
   */
  page: async ({ page, context, baseURL, knownOrigins }, provide) => {
    const surprises: string[] = [];
    context.on('weberror', (failed) => surprises.push(`thrown: ${failed.error().message}`));
    context.on('console', (message) => {
      if (message.type() === 'error' && !EXPECTED_LOG.test(message.text())) {
        surprises.push(`logged: ${message.text()}`);
      }
    });
    context.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      const isKnown = origin === baseURL || knownOrigins.includes(origin);
      if (protocol.startsWith('http') && !isKnown) surprises.push(`asked: ${request.url()}`);
    });
    await provide(page);
    expect(surprises).toEqual([]);
  },
});

export { expect };

/** The detail of a test whose result is the same at every size and in every theme. */
export const once = { tag: '@once' } as const;

/** Every page that a visitor can reach from the home page, with its headline. */
export const VISITOR_PAGES = [
  { name: 'home', path: '/', headline: 'The best web tools, found and ranked by the people who use them.' },
  { name: 'new', path: '/new', headline: 'New tools' },
  { name: 'top', path: '/top/week', headline: /^Top tools/ },
  { name: 'tags', path: '/tags', headline: 'All tags' },
  { name: 'tag', path: '/tag/javascript', headline: 'JavaScript' },
  { name: 'product', path: '/tool/react', headline: 'React' },
  { name: 'comparison', path: '/compare/react-vs-svelte', headline: /^React vs / },
  { name: 'member', path: '/u/ada-birch', headline: 'Ada Birch' },
  { name: 'search page', path: '/search?q=react', headline: /react/ },
  { name: 'support', path: '/support', headline: 'Support and contact' },
  { name: 'privacy', path: '/privacy', headline: 'Privacy' },
  { name: 'terms', path: '/terms', headline: /^Terms/ },
  { name: 'ranking', path: '/ranking', headline: 'How ranking works' },
  { name: 'API', path: '/developers', headline: 'Listgrove API' },
  { name: 'moderation log', path: '/moderation-log', headline: 'Moderation log' },
  { name: 'sponsors', path: '/sponsors', headline: 'Sponsors' },
  { name: 'rules', path: '/rules', headline: 'Rules' },
  { name: 'newsletter', path: '/newsletter', headline: 'New tools by email' },
  { name: '404', path: '/no-such-page', headline: 'Page not found' },
] as const;

/** Opens a page and waits until it is interactive. */
export async function visit(page: Page, path: string): Promise<Response | null> {
  const response = await page.goto(path);
  await page.waitForFunction(
    () =>
      performance.getEntriesByName('Next.js-hydration').length > 0 &&
      document.documentElement.dataset.ready === 'true',
  );
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 })));
  return response;
}

/** Opens a page as on a second visit: the service worker of the first visit answers for it. */
export async function visitAgain(page: Page, path: string): Promise<Response | null> {
  await visit(page, path);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve));
  });
  return visit(page, path);
}

/** What the page of React states about it. */
export const REACT_FACTS = [
  'Price',
  'Open source',
  'Source code',
  'Documentation',
  'Tags',
  'Listed',
  'Website',
];

/** The cards of a list of products. */
export const cardsOn = (page: Page): Locator =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') });

/** The links to the orders of a list: in the header of large screens, else above the list. */
export const ordersOn = (page: Page): Locator =>
  page.getByRole('navigation', { name: /^(Lists|Order)$/ }).first();

/** The paths of the products on a page, in order. */
export async function productPathsOn(page: Page): Promise<string[]> {
  const links = cardsOn(page).getByRole('heading').getByRole('link');
  return links.evaluateAll((elements) => elements.map((element) => element.getAttribute('href') ?? ''));
}

export async function scrollTo(page: Page, top: number): Promise<void> {
  await page.evaluate(async (px) => {
    window.scrollTo(0, px);
    // The page gets the scroll event in one frame and renders in the next.
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  }, top);
}

/** The visible toasts, without the alert that announces route changes. */
export const toastsOn = (page: Page): Locator =>
  page.getByRole('region', { name: /^Notifications/ }).getByRole('alert');

/**
 * Holds the responses to matching requests until they are released.
 *
 * Also those of the service worker, which only the context sees.
 *
 * @param open opens the page whose later requests are held. Chromium tells a page that is already open a moment too late.
 */
export async function hold(
  page: Page,
  url: string | RegExp,
  open: () => Promise<unknown> = () => Promise.resolve(),
): Promise<{ release: () => void }> {
  let release: () => void = () => undefined;
  let released = Promise.resolve();
  await page.context().route(url, async (route) => {
    await released;
    await route.fallback();
  });
  await open();
  released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { release: () => release() };
}

/** An error response in the format of the product server. */
export const refusal = (code: string) => ({
  isError: true,
  code,
  message: 'Something is wrong.',
  requestId: 'test',
});

/** A search response with one product of this name and text. */
export const searchAnswer = (title: string, content: string) => ({
  results: [
    {
      hits: [
        {
          objectID: '1',
          id: '1',
          title,
          imageURL: '/api/tiles/Made%20up.svg',
          url: '/tool/react',
          content,
          tags: [],
          upvoteCount: 0,
        },
      ],
      nbHits: 1,
      page: 0,
      nbPages: 1,
      hitsPerPage: 10,
      query: '',
      params: '',
      processingTimeMS: 1,
      exhaustiveNbHits: true,
    },
  ],
});
