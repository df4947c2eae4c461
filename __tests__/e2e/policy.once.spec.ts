import type { Browser, Page } from 'playwright/test';
import { demo, firebaseSite } from './addresses';
import { everyPage } from './every-page';
import { signInAs } from './member';
import { expect, test, visit, VISITOR_PAGES } from './site';

const directivesOf = (policy = '') => policy.split('; ').sort();

/** What the pages of the demo allow, except for the hashes of their inline scripts. */
const DEMO_POLICY = [
  "base-uri 'none'",
  "connect-src 'self'",
  "default-src 'self'",
  "font-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "frame-src 'none'",
  "img-src 'self' blob:",
  "manifest-src 'self'",
  "media-src 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
  "script-src 'self'",
  "style-src 'self'",
  'trusted-types default nextjs nextjs#bundler sanitized-html',
  "worker-src 'self'",
];

for (const viewer of new Set(everyPage().map(({ as }) => as))) {
  test(`every page of ${viewer ?? 'a visitor'} enforces the policy and does not violate it`, async ({
    page,
  }) => {
    if (viewer !== undefined) await signInAs(page, viewer);
    for (const { path } of everyPage().filter(({ as }) => as === viewer)) {
      const headers = (await visit(page, path))?.headers() ?? {};
      const policy = (headers['content-security-policy'] ?? '').replace(/( 'sha256-[^']+'){5}/, '');
      expect(directivesOf(policy), path).toEqual(DEMO_POLICY);
      const styled = page.locator('[style]:not(html, #nprogress *, next-route-announcer *)');
      expect(await styled.count(), path).toBe(0);
    }
  });
}

test('a site with Firebase allows Firebase on every page', async ({ request }) => {
  for (const { path } of VISITOR_PAGES) {
    const { 'content-security-policy': policy = '' } = (await request.get(firebaseSite.url + path)).headers();
    expect(policy).toContain(
      "connect-src 'self' https://identitytoolkit.googleapis.com https://securetoken.googleapis.com",
    );
    expect(policy).toContain('; frame-src https://demo-double.firebaseapp.com');
    expect(policy).toMatch(/; script-src 'self' ('sha256-[^']+' ){5}https:\/\/apis\.google\.com;/);
    expect(policy).toContain(
      '; trusted-types default nextjs nextjs#bundler sanitized-html gapi#gapi goog#html',
    );
  }
});

/** A page whose violations the fixture does not count. */
async function openUnwatched(browser: Browser, path: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: demo.url });
  const page = await context.newPage();
  await visit(page, path);
  return page;
}

test('the policy stops scripts, styles, frames and requests that are not of the site', async ({
  browser,
}) => {
  const page = await openUnwatched(browser, '/tool/react');
  const outcome = await page.evaluate(async () => {
    const stopped: string[] = [];
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
      stopped.push(effectiveDirective),
    );
    const attempt = (run: () => unknown) => {
      try {
        run();
        return 'done';
      } catch (error) {
        return error instanceof Error ? error.name : 'failed';
      }
    };
    const append = (name: string, attributes: Record<string, string>) => {
      const element = document.createElement(name);
      for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
      document.body.append(element);
    };
    const tried = {
      html: attempt(() => (document.body.innerHTML = '<img src="x" onerror="window.ran = 1">')),
      markup: attempt(() => document.body.insertAdjacentHTML('beforeend', '<b>x</b>')),
      document: attempt(() => new DOMParser().parseFromString('<b>x</b>', 'text/html')),
      code: attempt(() => Reflect.apply(setTimeout, window, ['window.ran = 2'])),
      foreignScript: attempt(() => append('script', { src: 'https://evil.example/x.js' })),
      ownOtherScript: attempt(() => append('script', { src: '/api/products' })),
      inlineScript: attempt(() => (document.createElement('script').text = 'window.ran = 3')),
      handler: attempt(() => append('p', { onclick: 'window.ran = 4' })),
      policy: attempt(() => window.trustedTypes?.createPolicy('mine', { createHTML: (html) => html })),
      secondDefault: attempt(() =>
        window.trustedTypes?.createPolicy('default', { createHTML: (html) => html }),
      ),
    };
    append('iframe', { src: 'https://evil.example/' });
    append('img', { src: 'https://evil.example/pixel.gif' });
    append('link', { rel: 'stylesheet', href: 'https://evil.example/x.css' });
    append('p', { style: 'color: red' });
    append('base', { href: 'https://evil.example/' });
    await fetch('https://evil.example/').catch(() => undefined);
    // Proves that nothing runs later, which no event shows.
    await new Promise((resolve) => setTimeout(resolve, 100));
    return { tried, stopped: [...new Set(stopped)].sort(), ran: 'ran' in window };
  });

  expect(outcome).toEqual({
    tried: {
      html: 'TypeError',
      markup: 'TypeError',
      document: 'TypeError',
      code: 'TypeError',
      foreignScript: 'TypeError',
      ownOtherScript: 'TypeError',
      inlineScript: 'TypeError',
      handler: 'TypeError',
      policy: 'TypeError',
      secondDefault: 'TypeError',
    },
    stopped: [
      'base-uri',
      'connect-src',
      'frame-src',
      'img-src',
      'require-trusted-types-for',
      'style-src-attr',
      'style-src-elem',
      'trusted-types',
    ],
    ran: false,
  });
  await page.context().close();
});

test('a page whose HTML was changed on the way still works', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: demo.url });
  const page = await context.newPage();
  // React then renders the whole page again in the browser, inline script included, as after a change by an extension.
  await page.context().route('/support', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll('Support and contact', 'Changed');
    await route.fulfill({ response, body });
  });
  await visit(page, '/support');
  await expect(page.getByRole('heading', { level: 1, name: 'Support and contact' })).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Listgrove' }).click();
  await expect(page).toHaveURL('/');
  await context.close();
});
