import type { BrowserContext, Page, Response } from 'playwright/test';
import { SESSION_COOKIE } from '@/lib/contract/plain/site';
import { accentedSite, mirroredSite } from './addresses';
import { everyPage, type VisitedPage } from './every-page';
import { openSession } from './member';
import { textsCut, textsOutside } from './shown-texts';
import { expect, test, visit } from './site';
import { startSite } from './start-site';
import { violationsOn } from './violations';

// One page after the other, in one window: the code of the site is loaded once.
test.describe.configure({ mode: 'serial' });
const WITHIN_MS = 20 * 60_000;
test.use({ contextOptions: { reducedMotion: 'reduce' }, extraHTTPHeaders: {} });

const WIDTHS = [1280, 390, 320] as const;

type State = VisitedPage & { prepare?: (page: Page) => Promise<unknown> };

/** States that only open on request. Their controls are found without a word of theirs. */
const OPENED: State[] = [
  { path: '/', prepare: (page) => page.keyboard.press('?') },
  { path: '/', prepare: (page) => page.getByRole('banner').getByRole('button').last().click() },
  {
    path: '/',
    as: 'edda-birch',
    prepare: (page) => page.getByRole('banner').getByRole('button').last().click(),
  },
  {
    path: '/',
    async prepare(page) {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('combobox').fill('zzqqxx');
      await expect(page.getByRole('dialog').getByText('zzqqxx').first()).toBeVisible();
    },
  },
  {
    path: '/account/submit',
    as: 'pia-fern',
    prepare: (page) => page.getByRole('main').getByRole('button').last().click(),
  },
  { path: '/support', prepare: (page) => page.getByRole('main').getByRole('button').last().click() },
  { path: '/report?of=react', prepare: (page) => page.getByRole('main').getByRole('button').last().click() },
];

const STATES: State[] = [...everyPage(), ...OPENED].toSorted((a, b) =>
  (a.as ?? '').localeCompare(b.as ?? ''),
);

/** The texts of data that people wrote. What the server says in sentences is not among them. */
function contentOf(data: unknown, name = ''): string[] {
  if (typeof data === 'string')
    return /^(?:message|sentence|problem|notes?|summary)$/.test(name) ? [] : [data];
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([key, value]) => contentOf(value, Array.isArray(data) ? name : key));
}

async function signIn(context: BrowserContext, url: string, account: string): Promise<void> {
  const value = await openSession(url, account);
  await context.addCookies([{ name: SESSION_COOKIE.name, value, url, sameSite: 'Lax' }]);
}

/** Opens every page in every state at every width. */
async function visitAll(page: Page, url: string, look: (where: string, names: string[]) => Promise<void>) {
  const loaded: string[] = [];
  const keep = async (response: Response) => {
    if (!/\/api\/|\/_next\/data\//.test(response.url())) return;
    const data: unknown = await response.json().catch(() => undefined);
    loaded.push(...contentOf(data));
  };
  page.on('response', (response) => void keep(response));
  let viewer: string | undefined;
  for (const { path, as, prepare } of STATES) {
    if (as !== viewer && as) await signIn(page.context(), url, as);
    viewer = as;
    loaded.length = 0;
    await page.setViewportSize({ width: WIDTHS[0], height: 900 });
    await visit(page, path);
    await page.waitForLoadState('networkidle');
    await prepare?.(page);
    const props: unknown = JSON.parse(await page.locator('#__NEXT_DATA__').innerText());
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      const where = `${path}${as ? ` as ${as}` : ''}${prepare ? ', opened' : ''}, ${width} px`;
      await look(where, [...loaded, ...contentOf(props)]);
    }
  }
}

/** What a page may say beside the catalog: names of the site, of this site's sign-in, of formats and units. */
const WORDS = ['Listgrove', 'Google', 'Github', 'Markdown', 'Atom', 'RSS', 'JSON', 'UTC', 'Ctrl', 'Esc'];

for (const { site, language, what } of [
  { site: accentedSite, language: 'en-XA', what: 'with accents, 40 % longer' },
  { site: mirroredSite, language: 'ar-XB', what: 'from right to left' },
]) {
  test.describe(what, () => {
    test.use({ baseURL: site.url });
    let running: Awaited<ReturnType<typeof startSite>> | undefined;

    test.beforeAll(async () => {
      test.setTimeout(WITHIN_MS);
      running = await startSite(site, { APP_ENV: 'demo', SITE_LANGUAGE: language });
    });
    test.afterAll(() => running?.stop());

    test('every text is of the catalog, none is cut, and no page is too wide', async ({ page }) => {
      test.setTimeout(WITHIN_MS);
      const faults: string[] = [];
      await visitAll(page, site.url, async (where, names) => {
        if (language === 'en-XA')
          faults.push(...(await textsOutside(page, [...names, ...WORDS])).map((text) => `${where}: ${text}`));
        faults.push(...(await textsCut(page)).map((text) => `${where}: ${text}`));
        if (!where.includes('390')) faults.push(...(await violationsOn(page)).map((id) => `${where}: ${id}`));
      });
      expect(faults).toEqual([]);
    });
  });
}
