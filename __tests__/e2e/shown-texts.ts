import type { Page, Response } from 'playwright/test';
import { everyPage, type VisitedPage } from './every-page';
import { visit } from './site';

/** What a text of the page may be instead of a text of the catalog. */
type Content = { names: readonly string[] };

/**
 * The texts of a page that are in no catalog, as `where: text`. In the pseudo-locale `en-XA`, each text of the catalog is between
 * `⟦` and `⟧`, which may stand in different elements.
 *
 * @param names what people wrote, and the words of the site.
 */
export const textsOutside = (page: Page, names: readonly string[]): Promise<string[]> =>
  page.evaluate(
    ({ names: known }: Content) => {
      const CONTENT =
        '[dir], bdi, code, pre, time, kbd, [lang]:not(html), script, style, noscript, template, textarea, [data-content]';
      const isWords = (text: string) => /\p{L}{2}/u.test(text);
      const isKnown = (text: string) => known.some((name) => name.includes(text));
      const outside = (text: string): string[] =>
        /⟦[^⟦⟧]*⟧/.test(text)
          ? outside(text.replace(/⟦[^⟦⟧]*⟧/g, ''))
          : text
              .split(/[·\n]/)
              .map((part) => part.trim())
              .filter((part) => isWords(part) && !isKnown(part));
      const found: string[] = [];
      const whereOf = (element: Element) =>
        `<${element.localName} class="${(element.getAttribute('class') ?? '').slice(0, 40)}">`;
      let depth = 0;
      const walk = (node: Node): void => {
        if (node instanceof Element) {
          if (node !== document.documentElement && node !== document.body && node.matches(CONTENT)) {
            // What a text says of content may have the brackets inside.
            depth +=
              (node.textContent.match(/⟦/g)?.length ?? 0) - (node.textContent.match(/⟧/g)?.length ?? 0);
            return;
          }
          for (const name of ['aria-label', 'aria-description', 'title', 'alt', 'placeholder']) {
            const value = node.getAttribute(name);
            if (value) found.push(...outside(value).map((text) => `${name} of ${whereOf(node)}: ${text}`));
          }
        }
        if (node.nodeType === Node.TEXT_NODE) {
          for (const part of (node.nodeValue ?? '').split(/(?=[⟦⟧])|(?<=[⟦⟧])/)) {
            if (part === '⟦') depth += 1;
            else if (part === '⟧') depth -= 1;
            else if (depth === 0 && node.parentElement)
              found.push(
                ...outside(part).map((text) => `${whereOf(node.parentElement ?? document.body)}: ${text}`),
              );
          }
        }
        for (const child of node.childNodes) walk(child);
      };
      walk(document.documentElement);
      return [...new Set(found)];
    },
    { names },
  );

/** Where a text of the page runs over the screen or its element, or is cut: `where: text`. */
export const textsCut = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const root = document.documentElement;
    const found: string[] = [];
    if (root.scrollWidth > root.clientWidth)
      found.push(`the page is ${root.scrollWidth - root.clientWidth} px too wide`);
    for (const element of document.body.querySelectorAll('*')) {
      // Facts that do not fit are in a second line, which is not shown: no word is cut.
      if (element.matches('.row-facts')) continue;
      if (!(element instanceof HTMLElement) || !/[⟦\u202e]/.test(element.textContent)) continue;
      const style = getComputedStyle(element);
      const { width, height } = element.getBoundingClientRect();
      // What is for screen readers alone.
      if (width <= 1 || height <= 1 || style.clipPath !== 'none' || style.visibility !== 'visible') continue;
      const isClipped = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
      const isCut =
        (isClipped(style.overflowX) && element.scrollWidth > element.clientWidth + 1) ||
        (isClipped(style.overflowY) && element.scrollHeight > element.clientHeight + 2);
      if (isCut)
        found.push(
          `<${element.localName} class="${element.className}"> cuts ${element.textContent.slice(0, 60)}`,
        );
    }
    return found;
  });

type State = VisitedPage & { prepare?: (page: Page) => Promise<unknown> };

/** States that only open on request. Their controls are found without a word of theirs. */
const OPENED: State[] = [
  { path: '/', prepare: (page) => page.keyboard.press('?') },
  { path: '/', prepare: (page) => page.getByRole('banner').getByRole('button').last().click() },
  {
    path: '/',
    async prepare(page) {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('combobox').fill('zzqqxx');
      await page.waitForLoadState('networkidle');
    },
  },
  {
    path: '/',
    as: 'edda-birch',
    prepare: (page) => page.getByRole('banner').getByRole('button').last().click(),
  },
  { path: '/support', prepare: (page) => page.getByRole('main').locator('form button').last().click() },
  {
    path: '/report?of=react',
    prepare: (page) => page.getByRole('main').locator('form button').last().click(),
  },
];

const WIDTHS = [1280, 390, 320] as const;

/** The texts of data that people wrote. What the server says in sentences is not among them. */
function contentOf(data: unknown, name = ''): string[] {
  if (typeof data === 'string')
    return /^(?:message|sentence|problem|notes?|summary)$/.test(name) ? [] : [data];
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([key, value]) => contentOf(value, Array.isArray(data) ? name : key));
}

/**
 * Opens every page in every state at every width.
 *
 * @param signIn signs the browser in as a member of the demo.
 * @param look gets where it is, and what people wrote of what is shown.
 */
export async function visitEveryState(
  page: Page,
  signIn: (account: string) => Promise<void>,
  look: (where: string, names: string[], width: number) => Promise<void>,
): Promise<void> {
  const loaded: string[] = [];
  const keep = async (response: Response) => {
    if (/\/api\/|\/_next\/data\//.test(response.url()))
      loaded.push(...contentOf(await response.json().catch(() => undefined)));
  };
  page.on('response', (response) => void keep(response));
  const states: State[] = [...everyPage(), ...OPENED].toSorted((one, other) =>
    (one.as ?? '').localeCompare(other.as ?? ''),
  );
  let viewer: string | undefined;
  for (const { path, as, prepare } of states) {
    if (as !== undefined && as !== viewer) await signIn(as);
    viewer = as;
    loaded.length = 0;
    await page.setViewportSize({ width: WIDTHS[0], height: 900 });
    await visit(page, path);
    await page.waitForLoadState('networkidle');
    await prepare?.(page);
    const props: unknown = JSON.parse(await page.locator('#__NEXT_DATA__').innerText());
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 })));
      const where = `${path}${as === undefined ? '' : ` as ${as}`}${prepare ? ', opened' : ''}, ${width} px`;
      await look(where, [...loaded, ...contentOf(props)], width);
    }
  }
}
