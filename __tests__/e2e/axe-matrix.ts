import type { Page } from 'playwright/test';
import { formStates, type State } from './axe-forms';
import { signInAs } from './member';
import { DEMO_ADMIN } from '@/server/identity/identity-local';
import { expect, hold, refusal, test, toastsOn, visit, VISITOR_PAGES } from './site';
import { violationsOn } from './violations';

/**
 * Every page and state of the site, as a visitor and as a member, at three widths and in both themes. Takes minutes, so
 * `npm run drill -- axe` runs it; the tests check the states alone that differ most.
 */
const SIZES = [
  { width: 1280, height: 800 },
  { width: 768, height: 1024 },
  { width: 320, height: 640 },
] as const;
const THEMES = ['dark', 'light'] as const;

const MEMBER = 'ada-birch';
const MODERATOR = 'edda-birch';

const main = (page: Page) => page.getByRole('main');
const press = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click();
const openSearch = (query?: string) => async (page: Page) => {
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search' });
  await expect(field).toBeFocused();
  if (query) await field.fill(query);
  await expect(page.getByRole('option').or(page.getByText('No Result found')).first()).toBeVisible();
};
const fail = (page: Page, url: string) =>
  page.route(url, (route) => route.fulfill({ status: 503, json: refusal('unavailable') }));

const ERRORS: State[] = [
  { name: 'damaged cursor', path: '/new?after=damaged' },
  { name: 'missing product', path: '/tool/no-such-tool' },
  { name: 'missing tag', path: '/tag/no-such-tag' },
  { name: 'list with filters', path: '/?price=free&platform=linux' },
  { name: 'list with filters that nothing matches', path: '/tag/design?price=paid&platform=command-line' },
  { name: 'alternatives with filters', path: '/tool/react/alternatives?price=free' },
  {
    name: 'alternatives that nothing matches',
    path: '/tool/react/alternatives?price=paid&platform=command-line',
  },
  {
    name: 'failed Load more',
    path: '/',
    async prepare(page) {
      await fail(page, '**/api/products?*');
      await press(page, 'Load more');
      await expect(main(page).getByRole('alert')).toBeVisible();
    },
  },
  {
    name: 'failed dashboard',
    path: '/terms',
    as: MEMBER,
    async prepare(page) {
      await fail(page, '**/user/private/products*');
      await visit(page, '/account/profile?status=approved');
      await expect(main(page).getByRole('button', { name: 'Try again' })).toBeVisible();
    },
  },
  {
    name: 'invalid support form',
    path: '/support',
    async prepare(page) {
      await main(page).getByRole('button', { name: 'Send message' }).click();
      await expect(page.getByText("That's not an email address.")).toBeVisible();
    },
  },
  {
    name: 'error in a toast',
    path: '/tool/react',
    as: MEMBER,
    async prepare(page) {
      await fail(page, '**/user/private/bookmarks/*');
      await press(page, 'Bookmark React');
      await expect(toastsOn(page)).toBeVisible();
    },
  },
  {
    name: 'form with errors',
    path: '/account/submit',
    as: 'pia-fern',
    async prepare(page) {
      await main(page).getByRole('textbox', { name: 'Paste the link' }).fill('https://react.dev');
      await press(page, 'Fill it in myself');
      await press(page, 'Submit this tool');
      await expect(main(page).getByRole('textbox', { name: 'Name' })).toBeFocused();
    },
  },
];

const EMPTY: State[] = [
  { name: 'search without a query', path: '/search' },
  { name: 'search without results', path: '/search?q=javascrpit-zzzz' },
  { name: 'empty list', path: '/top/day?tag=accessibility' },
  { name: 'member without products', path: '/u/zeno-moss' },
  { name: 'empty dashboard', path: '/account/profile?status=rejected', as: 'ada-moss' },
  { name: 'no alternatives', path: '/tool/mdn-web-docs/alternatives' },
  { name: 'suggestion of an alternative', path: '/tool/react/alternatives', as: MEMBER },
  { name: 'no bookmarks', path: '/account/bookmarks', as: 'ada-moss' },
  { name: 'invitation without its token', path: '/invitation' },
  { name: 'setup without its token', path: '/setup' },
  { name: 'bookmarks of a visitor', path: '/account/bookmarks' },
  { name: 'submission of a visitor', path: '/account/submit' },
];

const MODERATOR_PAGES = [
  ...['invitations', 'brakes', 'jobs', 'webhooks', 'import', 'merges'],
  ...['suggestions', 'sites', 'rings', 'reports', 'members', 'appeals', 'messages', 'removals'],
];
const MEMBER_PAGES: State[] = [
  { name: 'approved', path: '/account/profile?status=approved', as: MEMBER },
  { name: 'pending', path: '/account/profile?status=pending', as: MEMBER },
  { name: 'rejected', path: '/account/profile?status=rejected', as: MEMBER },
  { name: 'settings', path: '/account/settings', as: MEMBER },
  { name: 'submission', path: '/account/submit', as: 'pia-fern' },
  { name: 'queue', path: '/moderation', as: MODERATOR },
  ...MODERATOR_PAGES.map((name) => ({ name, path: `/moderation/${name}`, as: MODERATOR })),
  { name: 'webhooks of admins', path: '/moderation/webhooks', as: DEMO_ADMIN },
  { name: 'inbox of admins', path: '/moderation/messages', as: DEMO_ADMIN },
  { name: 'tags of moderators', path: '/moderation/tags', as: MODERATOR },
  { name: 'record of a member', path: '/moderation/member?id=2', as: MODERATOR },
  { name: 'history', path: '/moderation/history?id=1', as: MODERATOR },
];

const LOADING: State[] = [
  ...MEMBER_PAGES.filter(({ name }) => name !== 'submission').map(({ name, path, as }) => ({
    name: `loading ${name}`,
    path: '/terms',
    as,
    async prepare(page: Page) {
      await hold(page, /\/api\/(user|moderation)\//);
      await page.goto(path, { waitUntil: 'commit' });
      await expect(page.getByRole('contentinfo')).toBeAttached();
    },
  })),
  {
    name: 'before the scripts',
    path: '/terms',
    async prepare(page) {
      await hold(page, /\/_next\/static\/.+\.js/);
      await page.goto('/', { waitUntil: 'commit' });
      await expect(page.getByRole('contentinfo')).toBeAttached();
    },
  },
];

const DIALOGS: State[] = [
  { name: 'search modal', path: '/', prepare: openSearch() },
  { name: 'search modal with results', path: '/', prepare: openSearch('react') },
  { name: 'search modal without results', path: '/', prepare: openSearch('javascrpit-zzzz') },
  {
    name: 'sign-in',
    path: '/',
    async prepare(page) {
      await press(page, 'Account');
      await press(page, 'Popup not opening?');
    },
  },
  { name: 'shortcuts', path: '/', prepare: (page) => page.keyboard.press('?') },
  { name: 'themes', path: '/', prepare: (page) => press(page, /^Theme/) },
  { name: 'account menu', path: '/', as: MODERATOR, prepare: (page) => press(page, 'Your menu') },
  {
    name: 'withdrawal',
    path: '/account/profile?status=pending',
    as: MEMBER,
    prepare: (page) => press(page, /^Withdraw /),
  },
  {
    name: 'deletion',
    path: '/account/settings',
    as: MEMBER,
    prepare: (page) => press(page, /^Delete my account/),
  },
  {
    name: 'rejection',
    path: '/moderation',
    as: MODERATOR,
    async prepare(page) {
      await press(page, /^Reject …/);
      await press(page, 'Send rejection');
    },
  },
  {
    name: 'suggested tags',
    path: '/account/submit',
    as: 'pia-fern',
    async prepare(page) {
      await press(page, 'Fill it in myself');
      await main(page).getByRole('combobox', { name: 'Tags' }).fill('java');
      await expect(main(page).getByRole('option').first()).toBeVisible();
    },
  },
];

const STATES: State[] = [
  ...VISITOR_PAGES.flatMap(({ name, path }) => [
    { name, path },
    { name: `${name} of a member`, path, as: MEMBER },
  ]),
  ...MEMBER_PAGES,
  ...EMPTY,
  ...LOADING,
  ...ERRORS,
  ...DIALOGS,
  ...formStates({ member: MEMBER, moderator: MODERATOR }),
];

// The local sign-in buttons are shown only without a proxy.
test.use({ contextOptions: { reducedMotion: 'reduce' }, extraHTTPHeaders: {} });
test.setTimeout(900_000);

for (const { name, path, as, prepare } of STATES) {
  test(name, async ({ page }) => {
    if (as) await signInAs(page, as);
    await page.setViewportSize(SIZES[0]);
    await visit(page, path);
    if (as) await expect(page.getByRole('button', { name: 'Dashboard' })).toBeVisible();
    await prepare?.(page);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      for (const theme of THEMES) {
        await page.evaluate((chosen) => {
          document.documentElement.classList.remove('dark', 'light');
          document.documentElement.classList.add(chosen);
          // Halfway between two themes, no text has its color. The end of one transition may begin another further inside.
          for (let depth = 0; depth < 10; depth += 1) {
            for (const animation of document.getAnimations()) {
              if (animation instanceof CSSTransition) animation.finish();
            }
          }
        }, theme);
        expect.soft(await violationsOn(page), `${size.width} px, ${theme}`).toEqual([]);
      }
    }
  });
}
