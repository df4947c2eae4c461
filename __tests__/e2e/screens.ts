import path from 'node:path';
import type { Page } from 'playwright/test';
import { DEMO_ADMIN } from '@/server/identity/identity-local';
import { signInAs } from './member';
import { expect, test, visit } from './site';

/** Writes docs/screens/<page>-<desktop|phone>-<dark|light>.png, showing the visible part of the page. */
const folder = path.resolve(import.meta.dirname, '../../docs/screens');

// Demo accounts can only sign in without a proxy.
test.use({ contextOptions: { reducedMotion: 'reduce' }, extraHTTPHeaders: {} });

const openSearch = async (page: Page) => {
  await page.keyboard.press('/');
  await page.getByRole('combobox', { name: 'Search' }).fill('react');
  await expect(page.getByRole('option').first()).toBeVisible();
};

const searchInVain = async (page: Page) => {
  await page.keyboard.press('/');
  await page.getByRole('combobox', { name: 'Search' }).fill('qqzzxx');
  await expect(
    page
      .getByRole('dialog')
      .getByText(/No Result found/)
      .first(),
  ).toBeVisible();
};

const openShortcuts = async (page: Page) => {
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
};

const openThemes = async (page: Page) => {
  await page.getByRole('button', { name: /^Theme/ }).click();
  await expect(page.getByRole('menu')).toBeVisible();
};

/** The server cannot be reached when the page checks the session. */
const visitOffline = async (page: Page) => {
  await page.route('**/api/**', (route) => route.abort());
  await visit(page, '/account/bookmarks');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
};

const openSignIn = async (page: Page) => {
  await page.getByRole('banner').getByRole('button', { name: 'Account' }).click();
  await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible();
};

const press = async (page: Page, name: string) => {
  const button = page.getByRole('main').getByRole('button', { name }).first();
  if ((await button.getAttribute('aria-pressed')) === 'false') await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
};

const react = async (page: Page) => {
  for (const product of ['React', 'Svelte']) {
    const known = page.waitForResponse('**/user/private/reactions?*');
    await visit(page, `/tool/${product.toLowerCase()}`);
    await (await known).finished();
    await press(page, `Upvote ${product}`);
    await press(page, `Bookmark ${product}`);
  }
};

const reactThenVisit = (address: string) => async (page: Page) => {
  await react(page);
  await visit(page, address);
};

const fillSubmission = async (page: Page) => {
  await page.getByRole('textbox', { name: 'Paste the link' }).fill('https://tiny-tool.example');
  await page.getByRole('button', { name: 'Fill it in myself' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Tiny tool');
  await page
    .getByRole('textbox', { name: 'Tagline' })
    .fill('Does one small thing for web pages, and does it well');
};

type Screen = {
  name: string;
  path: string;
  /** The demo account of the viewer. */
  as?: string;
  prepare?: (page: Page) => Promise<void>;
};

const SCREENS: Screen[] = [
  { name: 'home', path: '/' },
  { name: 'home-tag', path: '/?tag=javascript' },
  { name: 'new', path: '/new' },
  { name: 'top', path: '/top/week' },
  { name: 'product', path: '/tool/react' },
  { name: 'tags', path: '/tags' },
  { name: 'tag', path: '/tag/javascript' },
  { name: 'search', path: '/search?q=react' },
  { name: 'search-modal', path: '/', prepare: openSearch },
  { name: 'search-modal-empty', path: '/', prepare: searchInVain },
  { name: 'search-empty', path: '/search?q=qqzzxx' },
  { name: 'shortcuts', path: '/', prepare: openShortcuts },
  { name: 'theme-menu', path: '/', prepare: openThemes },
  { name: 'sign-in', path: '/', prepare: openSignIn },
  { name: 'support', path: '/support' },
  { name: 'ranking', path: '/ranking' },
  { name: 'developers', path: '/developers' },
  { name: 'sponsors', path: '/sponsors' },
  { name: 'rules', path: '/rules' },
  { name: 'invitation', path: '/invitation' },
  { name: 'moderation-log', path: '/moderation-log' },
  { name: 'newsletter', path: '/newsletter' },
  { name: 'privacy', path: '/privacy' },
  { name: 'terms', path: '/terms' },
  { name: '404', path: '/no-such-page' },
  { name: 'profile', path: '/u/ada-birch' },
  { name: 'failed', path: '/', as: 'ada-moss', prepare: visitOffline },
  { name: 'signed-out', path: '/account/bookmarks' },
  {
    name: 'product-signed-in',
    path: '/tool/react',
    as: 'kofi-birch',
    prepare: reactThenVisit('/tool/react'),
  },
  { name: 'dashboard-approved', path: '/account/profile?status=approved', as: 'ada-birch' },
  { name: 'dashboard-pending', path: '/account/profile?status=pending', as: 'ada-birch' },
  { name: 'dashboard-rejected', path: '/account/profile?status=rejected', as: 'ada-birch' },
  { name: 'dashboard-empty', path: '/account/profile?status=approved', as: 'ada-moss' },
  { name: 'bookmarks', path: '/', as: 'kofi-birch', prepare: reactThenVisit('/account/bookmarks') },
  { name: 'bookmarks-empty', path: '/account/bookmarks', as: 'ada-moss' },
  { name: 'submit', path: '/account/submit', as: 'ines-birch' },
  { name: 'submit-form', path: '/account/submit', as: 'ines-birch', prepare: fillSubmission },
  { name: 'settings', path: '/account/settings', as: 'ada-birch' },
  { name: 'moderation', path: '/moderation', as: 'edda-birch' },
  { name: 'invitations', path: '/moderation/invitations', as: 'edda-birch' },
  { name: 'brakes', path: '/moderation/brakes', as: 'edda-birch' },
  { name: 'jobs', path: '/moderation/jobs', as: 'edda-birch' },
  { name: 'webhooks', path: '/moderation/webhooks', as: DEMO_ADMIN },
  { name: 'import', path: '/moderation/import', as: 'edda-birch' },
  { name: 'suggestions', path: '/moderation/suggestions', as: 'edda-birch' },
  { name: 'merges', path: '/moderation/merges', as: 'edda-birch' },
  { name: 'moderation-tags', path: '/moderation/tags', as: 'edda-birch' },
  { name: 'sites', path: '/moderation/sites', as: 'edda-birch' },
  { name: 'rings', path: '/moderation/rings', as: 'edda-birch' },
  { name: 'reports', path: '/moderation/reports', as: 'edda-birch' },
  { name: 'members', path: '/moderation/members', as: 'edda-birch' },
  { name: 'appeals', path: '/moderation/appeals', as: 'edda-birch' },
  { name: 'messages', path: '/moderation/messages', as: DEMO_ADMIN },
  { name: 'member', path: '/moderation/member?id=2', as: 'edda-birch' },
  { name: 'history', path: '/moderation/history?id=1', as: 'edda-birch' },
];

for (const { name, path: address, as, prepare } of SCREENS) {
  test(name, async ({ page }, { project }) => {
    if (as) await signInAs(page, as);
    await visit(page, address);
    await prepare?.(page);
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: path.join(folder, `${name}-${project.name.replace(' ', '-')}.png`) });
  });
}
