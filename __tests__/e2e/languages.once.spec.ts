import type { Page } from 'playwright/test';
import { SESSION_COOKIE } from '@/lib/contract/plain/site';
import { accentedSite, mirroredSite } from './addresses';
import { openSession } from './member';
import { textsCut, textsOutside, visitEveryState } from './shown-texts';
import { expect, test, visit, visitAgain } from './site';
import { startSite } from './start-site';
import { violationsOn } from './violations';

// Each site is started once.
test.describe.configure({ mode: 'serial' });
test.use({ extraHTTPHeaders: {} });

const START_WITHIN_MS = 5 * 60_000;
const VISITS_WITHIN_MS = 20 * 60_000;

/** What a page may say beside the catalog: names, formats, units, examples of addresses, and dates of `Intl`. */
const OTHER_WORDS = [
  'Listgrove',
  'Google',
  'Github',
  'HTML',
  'Markdown',
  'JSON',
  'UTC',
  'Ctrl',
  'Esc',
  'tools',
];
const OTHER_TEXT =
  /: (?:(?:[A-Z][a-z]+day, )?[A-Z][a-z]{2,8} \d.*|© \d{4} .*|GET \/.*|https:\/\/.*|you@example\.com|@[\w-]+|: \w+;|.* \(@[\w-]+\))$/;

const signInAt = (page: Page, url: string) => async (account: string) => {
  const value = await openSession(url, account);
  await page.context().addCookies([{ name: SESSION_COOKIE.name, value, url, sameSite: 'Lax' }]);
};

/** What is wrong with a page in a pseudo-locale: texts that are in no catalog, texts that are cut, and what axe finds. */
async function faultsOf(page: Page, url: string, isAccented: boolean): Promise<string[]> {
  const faults = new Set<string>();
  await visitEveryState(page, signInAt(page, url), async (where, names, width) => {
    const outside = isAccented ? await textsOutside(page, [...names, ...OTHER_WORDS]) : [];
    const found = [...outside.filter((text) => !OTHER_TEXT.test(text)), ...(await textsCut(page))];
    // axe takes three fifths of a visit. So it runs at the width where texts have the least room, and not in a whole run, which
    // runs axe on every page in English: `npm run drill -- slow-tests` runs it here.
    const hasAxe = isAccented && width === 320 && process.env.TEST_WHOLE_RUN !== '1';
    const violations = hasAxe ? await violationsOn(page) : [];
    for (const fault of [...found, ...violations]) faults.add(`${where}: ${fault}`);
  });
  return [...faults];
}

/** The scripts that the page has loaded, by path. */
const scriptsOf = (url: string) => {
  const { pathname } = new URL(url);
  return pathname.includes('/_next/static/') && pathname.endsWith('.js') ? [pathname] : [];
};

test.describe('in a language with a catalog', () => {
  test.use({ baseURL: accentedSite.url });
  let site: Awaited<ReturnType<typeof startSite>> | undefined;

  test.beforeAll(async () => {
    // The first start on a busy machine, which makes the demo.
    test.setTimeout(START_WITHIN_MS);
    site = await startSite(accentedSite, { APP_ENV: 'demo', SITE_LANGUAGE: 'en-XA' });
  });
  test.afterAll(() => site?.stop());

  test('every script is in the language: of a first visit, a navigation, a dialog and Back', async ({
    page,
  }) => {
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(...scriptsOf(request.url())));
    const explore = page.getByRole('navigation', { name: /^⟦Éxplóré/ });

    await visit(page, '/privacy');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-XA');
    await expect(explore).toBeVisible();
    const firstCount = scripts.length;
    expect(firstCount).toBeGreaterThan(3);

    // The mark is lost when the browser loads a document.
    await page.evaluate(() => (document.body.dataset.isFirst = 'true'));
    await page.getByRole('contentinfo').locator('a[href="/terms"]').click();
    await expect(page.getByRole('heading', { level: 1, name: /^⟦Térmš/ })).toBeVisible();
    await expect(page.locator('body')).toHaveAttribute('data-is-first', 'true');
    await expect(explore).toBeVisible();
    expect(scripts.length).toBeGreaterThan(firstCount);

    const navigatedCount = scripts.length;
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(scripts.length).toBeGreaterThan(navigatedCount);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();

    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: /^⟦Prívá/ })).toBeVisible();
    await expect(page.locator('body')).toHaveAttribute('data-is-first', 'true');
    expect(scripts.filter((path) => !/^\/l\/en-XA-[\da-f]{8}\/_next\//.test(path))).toEqual([]);
  });

  test('the service worker keeps the scripts of the language for reading offline', async ({
    page,
    context,
  }) => {
    await visitAgain(page, '/terms');
    await expect
      .poll(() =>
        page.evaluate(async () => {
          const requests = await Promise.all(
            (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
          );
          return requests.flat().some(({ url }) => url.includes('/l/en-XA-'));
        }),
      )
      .toBe(true);
    await context.setOffline(true);
    await visit(page, '/terms');
    await expect(page.getByText(/^⟦Ýóú'ré óf/)).toBeVisible();
    await expect(page.getByRole('navigation', { name: /^⟦Éxpl/ })).toBeVisible();
    await context.setOffline(false);
  });

  test('the scripts may be kept forever, and are sent compressed', async ({ page }) => {
    await visit(page, '/terms');
    const paths = await page.evaluate(() => {
      const listed: unknown = JSON.parse(document.getElementById('late-scripts')?.textContent ?? '[]');
      return Array.isArray(listed) ? listed.map(String) : [];
    });
    const readAll = async (addresses: string[]) => {
      const responses = await Promise.all(
        addresses.map((path) => page.request.get(path, { headers: { 'accept-encoding': 'br' } })),
      );
      for (const response of responses) {
        expect(response.headers()['cache-control']).toBe('public, max-age=31536000, immutable');
        const isSmall = (await response.body()).length < 200;
        if (!isSmall) expect(response.headers()['content-encoding'], response.url()).toBe('br');
      }
      return (await Promise.all(responses.map((response) => response.text()))).join('');
    };
    expect(await readAll(paths)).toContain('⟦');
    expect(await readAll(paths.map((path) => path.replace(/^\/l\/[^/]+/, '')))).not.toContain('⟦');
    expect((await page.request.get(`${paths[0]}x`)).status()).toBe(404);
  });

  test('a page from before the catalog or the language changed still navigates and opens dialogs', async ({
    page,
    context,
  }) => {
    for (const before of ['/l/en-XA-00000000', '/l/de-00000000']) {
      const scripts: string[] = [];
      page.on('request', (request) => scripts.push(...scriptsOf(request.url())));
      await context.route('**/privacy', async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replaceAll(/\/l\/en-XA-[\da-f]{8}/g, before);
        await route.fulfill({ response, body });
      });
      await visit(page, '/privacy');
      await page.evaluate(() => (document.body.dataset.isFirst = 'true'));
      await page.getByRole('contentinfo').locator('a[href="/terms"]').click();
      await expect(page.getByRole('heading', { level: 1, name: /^⟦Térmš/ })).toBeVisible();
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog')).toBeVisible();
      await expect(page.locator('body')).toHaveAttribute('data-is-first', 'true');
      await expect.poll(() => scripts.some((path) => path.startsWith(before))).toBe(true);
      const earlier = scripts.find((path) => path.startsWith(before));
      const answer = await page.request.get(earlier ?? '', { maxRedirects: 0 });
      expect([answer.status(), answer.headers()['cache-control']]).toEqual([307, 'no-cache']);
      await context.unroute('**/privacy');
      page.removeAllListeners('request');
    }
  });

  test('every text of every page is of the catalog, none is cut, and no page is too wide', async ({
    page,
  }) => {
    test.setTimeout(VISITS_WITHIN_MS);
    expect(await faultsOf(page, accentedSite.url, true)).toEqual([]);
  });
});

test.describe('in a language from right to left', () => {
  test.use({ baseURL: mirroredSite.url });
  let site: Awaited<ReturnType<typeof startSite>> | undefined;

  test.beforeAll(async () => {
    // The first start on a busy machine, which makes the demo.
    test.setTimeout(START_WITHIN_MS);
    site = await startSite(mirroredSite, { APP_ENV: 'demo', SITE_LANGUAGE: 'ar-XB' });
  });
  test.afterAll(() => site?.stop());

  test('pages say so, and hydrate', async ({ page }) => {
    for (const path of ['/', '/tool/react', '/ranking']) {
      await visit(page, path);
      await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
      await expect(page.getByRole('navigation', { name: '\u200f\u202eExplore\u202c\u200f' })).toBeVisible();
    }
  });

  test('every text of every page is of the catalog, none is cut, and no page is too wide', async ({
    page,
  }) => {
    test.setTimeout(VISITS_WITHIN_MS);
    expect(await faultsOf(page, mirroredSite.url, false)).toEqual([]);
  });
});
