import type { Page } from 'playwright/test';
import { everyPage, type VisitedPage } from './every-page';
import { signInAs } from './member';
import { expect, test, visit } from './site';
import { sameStatesOn, sameUnderPointerOn } from './visible-states';

// One page after the other, in one window: the code of the site is loaded once.
test.setTimeout(600_000);
test.use({ contextOptions: { reducedMotion: 'reduce' }, extraHTTPHeaders: {} });

type Look = VisitedPage & { prepare?: (page: Page) => Promise<unknown> };

/** States that only open on request. */
const OPENED: Look[] = [
  { path: '/', prepare: (page) => page.getByRole('button', { name: /^Theme/ }).click() },
  { path: '/', as: 'edda-birch', prepare: (page) => page.getByRole('button', { name: 'Your menu' }).click() },
  { path: '/', prepare: (page) => page.keyboard.press('?') },
  { path: '/', prepare: (page) => page.getByRole('banner').getByRole('button', { name: 'Account' }).click() },
  {
    path: '/',
    async prepare(page) {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search' }).fill('react');
      await expect(page.getByRole('option').nth(1)).toBeVisible();
    },
  },
  {
    path: '/tool/react',
    async prepare(page) {
      await page.getByRole('link', { name: 'Compare React' }).click();
      await expect(page.getByRole('region', { name: 'Compare' })).toBeVisible();
      await visit(page, '/');
      await expect(page.getByRole('button', { name: /^Compare / }).first()).toBeVisible();
    },
  },
  {
    path: '/account/submit',
    as: 'pia-fern',
    async prepare(page) {
      await page.getByRole('button', { name: 'Fill it in myself' }).click();
      await page.getByRole('main').getByRole('combobox', { name: 'Tags' }).fill('java');
      await expect(page.getByRole('main').getByRole('option').first()).toBeVisible();
    },
  },
];

const LOOKS: Look[] = [...everyPage(), ...OPENED];
const WIDTHS = [1280, 360] as const;

async function visitAll(page: Page, look: (where: string) => Promise<void>): Promise<void> {
  let viewer: string | undefined;
  for (const { path, as, prepare } of [...LOOKS].sort((a, b) => (a.as ?? '').localeCompare(b.as ?? ''))) {
    if (as !== viewer && as) await signInAs(page, as);
    viewer = as;
    await page.setViewportSize({ width: WIDTHS[0], height: 900 });
    await visit(page, path);
    if (as) await expect(page.getByRole('button', { name: 'Your menu' })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await prepare?.(page);
    // What is under the pointer looks hovered in both states.
    await page.mouse.move(0, 0);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await look(`${path}${as ? ` as ${as}` : ''}, ${width} px`);
    }
  }
}

/** One pass over all pages, because opening them takes the time. */
test('every state and every hovered button can be seen, on every page in both themes', async ({ page }) => {
  const known = new Set<string>();
  const same = { state: new Map<string, string>(), 'state in forced colors': new Map(), hover: new Map() };
  await visitAll(page, async (where) => {
    for (const each of await sameStatesOn(page)) same.state.set(each, where);
    for (const each of await sameUnderPointerOn(page, known)) same.hover.set(each, where);
    await page.emulateMedia({ forcedColors: 'active' });
    for (const each of await sameStatesOn(page)) same['state in forced colors'].set(each, where);
    await page.emulateMedia({ forcedColors: 'none' });
  });
  for (const [what, places] of Object.entries(same)) {
    expect.soft(Object.fromEntries(places), `the same without and with: ${what}`).toEqual({});
  }
});
