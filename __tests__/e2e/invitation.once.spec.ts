import type { BrowserContext, Page } from 'playwright/test';
import { until } from '../setup/until';
import { startIdentityDouble } from '../setup/identity-double';
import { startOpenIDProvider } from '../setup/openid-provider';
import { invitingSite } from './addresses';
import { PEOPLE } from './people';
import { dialog, expectSignedIn, expectSignedOut, openDialog, popupFrom } from './sign-in-dialog';
import { expect, test, toastsOn } from './site';
import { startSite } from './start-site';
import { violationsOn } from './violations';

const { url, googlePort, googleURL, githubPort, githubURL, issuerPort, issuerURL } = invitingSite;
test.use({ baseURL: url, knownOrigins: [googleURL, githubURL, issuerURL] });
test.describe.configure({ mode: 'serial' });

let stop: (() => Promise<void>) | undefined;

/** Serves the build of the demo with three providers, where a new account needs an invitation. Ada is the admin. */
test.beforeAll(async () => {
  // The demo's content takes long to fill in on a busy machine.
  test.setTimeout(4 * 60 * 1000);
  const callbackOf = (name: string) => `${url}/api/user/login/${name}/callback`;
  const google = await startOpenIDProvider({
    port: googlePort,
    callback: callbackOf('google'),
    people: PEOPLE,
  });
  const issuer = await startOpenIDProvider({
    port: issuerPort,
    callback: callbackOf('oidc'),
    people: PEOPLE,
  });
  const double = await startIdentityDouble({ port: githubPort, people: PEOPLE });
  const { github } = double.config;
  const site = await startSite(invitingSite, {
    ...{ APP_ENV: 'development', LOG_LEVEL: 'warn', SIGN_UP: 'invite', ADMIN_EMAILS: 'ada@example.com' },
    GOOGLE_CLIENT_IDS: google.config.clientId,
    GOOGLE_CLIENT_SECRET: google.config.clientSecret,
    GOOGLE_ISSUER: google.config.issuerURL,
    GITHUB_CLIENT_ID: github.clientId,
    GITHUB_CLIENT_SECRET: github.clientSecret,
    GITHUB_URL: github.url,
    GITHUB_API_URL: github.apiURL,
    OIDC_ISSUER: issuer.config.issuerURL,
    OIDC_CLIENT_ID: issuer.config.clientId,
    OIDC_CLIENT_SECRET: issuer.config.clientSecret,
    OIDC_NAME: 'Example login',
  });
  stop = async () => {
    await site.stop();
    google.close();
    issuer.close();
    await double.close();
  };
});
test.afterAll(() => stop?.());

/** Signs a person in by the popup of the issuer of OpenID Connect, the third button. */
async function signInWithIssuer(page: Page, name: string): Promise<void> {
  const button = dialog(page).getByRole('button', { name: 'Sign in with Example login' });
  const popup = await popupFrom(page, () => button.click());
  await popup.getByRole('link', { name: `${name} <` }).click();
}

async function openInvitation(context: BrowserContext, link: string): Promise<Page> {
  await context.clearCookies();
  const page = await context.newPage();
  await page.goto(link);
  return page;
}

test('a moderator makes a link, one person joins with it by OpenID Connect, and the next one is refused', async ({
  page,
  context,
}) => {
  await openDialog(page, { from: '/support' });
  await expect(dialog(page)).toContainText('New accounts need an invitation from a moderator.');
  await expect(dialog(page).getByRole('button', { name: /^Sign in with/ })).toHaveText([
    'Sign in with Google',
    'Sign in with Github',
    'Sign in with Example login',
  ]);
  expect(await violationsOn(page)).toEqual([]);
  await signInWithIssuer(page, 'Bob');
  await expect(toastsOn(page)).toContainText('New accounts here need an invitation.');
  await expectSignedOut(page);
  // The issuer knows Bob by its cookie, and would not ask again.
  await context.clearCookies({ domain: '127.0.0.1' });
  await signInWithIssuer(page, 'Ada');
  await expectSignedIn(page);

  await page.goto('/moderation');
  await page.getByRole('link', { name: 'Invitations' }).click();
  await page.getByLabel('Note').fill('For Bob');
  await page.getByRole('button', { name: 'Create invitation' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'For Bob' })).toContainText('Open · 0 of 1 used');
  expect(await violationsOn(page)).toEqual([]);
  const link = (await page.getByRole('status').locator('code').textContent()) ?? '';
  expect(link).toMatch(/^http:\/\/localhost:\d+\/invitation#[\w-]{43}$/);

  const guest = await openInvitation(context, link);
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText("You're invited to Listgrove");
  await expect(guest.getByRole('main')).toContainText('Ada Admin of Listgrove invites you.');
  await expect(guest).toHaveURL('/invitation');
  expect(await violationsOn(guest)).toEqual([]);
  await guest.getByRole('button', { name: 'Sign in to join' }).click();
  await signInWithIssuer(guest, 'Bob');
  await expect(guest).toHaveURL('/account/bookmarks');
  await expectSignedIn(guest);

  const late = await openInvitation(context, link);
  await expect(late.getByRole('main')).toContainText('This invitation has been used up. Ask for a new one.');
  expect(await violationsOn(late)).toEqual([]);
});

test('an admin makes a webhook, and sees what waits and what was sent', async ({ page, context }) => {
  await context.clearCookies();
  await openDialog(page, { from: '/support' });
  await signInWithIssuer(page, 'Ada');
  await expectSignedIn(page);
  await page.goto('/moderation');
  await page.getByRole('link', { name: 'Jobs' }).click();
  await expect(page.getByRole('row', { name: /^Events for webhooks/ })).toHaveText('Events for webhooks00');
  await expect(page.getByText('Nothing was sent yet')).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole('link', { name: 'Webhooks' }).click();
  const create = page.getByRole('button', { name: 'Create webhook' });
  await page.getByLabel('Link').fill('https://127.0.0.1/in');
  await create.click();
  await expect(page.getByText("That link isn't on the public web.")).toBeVisible();
  await page.getByLabel('Link').fill('https://hooks.example.org/in?token=ada');
  await page.getByLabel('Format').selectOption('Slack message');
  for (const event of ['Submitted', 'Approved', 'Rejected', 'Reported', 'Changed']) {
    await page.getByRole('checkbox', { name: event, exact: true }).press('Space');
  }
  await create.press('Enter');
  await expect(page.getByRole('status').locator('code')).toHaveText(/^whsec_[\w+/]{43}=$/);
  const item = page.getByRole('listitem').filter({ hasText: 'hooks.example.org' });
  await expect(item).toContainText('Slack message · Discontinued');
  await expect(page.getByRole('main')).not.toContainText('token=ada');
  expect(await violationsOn(page)).toEqual([]);
  await item.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No webhooks yet')).toBeVisible();
});
test('a moderator pauses submissions, every page says so, and they go on', async ({
  page,
  context,
  request,
}) => {
  await context.clearCookies();
  await openDialog(page, { from: '/support' });
  await signInWithIssuer(page, 'Ada');
  await expectSignedIn(page);
  await page.goto('/moderation');
  await page.getByRole('link', { name: 'Brakes' }).click();
  const item = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Submissions' }) });
  await item.getByLabel('Why, or until when').fill('Back on Monday.');
  await item.getByRole('button', { name: 'Stop Submissions' }).press('Enter');
  await expect(item).toContainText('Back on Monday.');
  expect(await violationsOn(page)).toEqual([]);
  const sentence = 'Submissions are paused for now. Back on Monday.';
  const home = async () => (await request.get('/')).text();
  await until(async () => (await home()).includes(sentence));
  await page.goto('/new');
  await expect(page.getByRole('complementary', { name: 'Paused for now' })).toHaveText(sentence);
  expect(await violationsOn(page)).toEqual([]);
  await page.goto('/moderation/brakes');
  await item.getByRole('button', { name: 'Let it go on Submissions' }).click();
  await expect(item.getByRole('button', { name: 'Stop Submissions' })).toBeVisible();
  await until(async () => !(await home()).includes(sentence));
});
