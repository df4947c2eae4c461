import { sql } from 'drizzle-orm';
import { signIn } from '@/server/commands/account/sign-in';
import { findSetupCall, SETUP_STEPS } from '@/lib/contract/setup';
import { findSetupLink } from '@/server/commands/account/setup-link';
import { controlCommands } from '@/server/control/contract';
import { users } from '@/server/db/schema';
import { identities, sessions } from '@/server/db/schema/sign-in-schema';
import { buildProduct } from '../../setup/build';
import { setUpModerationCalls } from '../../setup/moderation-calls';
import { buildSignedInUser } from '../../setup/signed-in-user';
import { setUpSettingsCalls } from '../../setup/settings-calls';
import { HOUR_MS } from '@/lib/contract/plain/durations';
import { setUpTestApp, setupLinks, testNow } from '../../setup/test-app';

const api = setUpTestApp();
const calls = setUpModerationCalls(api);

const link = async () => (await findSetupLink(api.deps())) ?? '';
const tokenOf = (url: string) => new URL(url).hash.slice(1);
const redeem = (
  token: string,
  { name = 'Ada', headers = {} }: { name?: string | null; headers?: object } = {},
) =>
  api.request('POST', '/api/setup', {
    body: { token, ...(name !== null && { name }) },
    headers: { ...headers },
  });
const roles = async () => (await api.db.select().from(users)).map(({ name, role }) => [name, role]);

it('makes the first admin with a link that stays the same until it is used', async () => {
  const url = await link();
  expect(url).toMatch(/^http:\/\/localhost:3000\/setup#[\w-]{43}\.[\w-]{32}$/);
  expect(await link()).toBe(url);
  expect(await controlCommands.setupLink.run(api.deps(), {})).toEqual({ link: url });

  const answer = await redeem(tokenOf(url), { name: ' Ada Lovelace ' });

  expect(answer).toMatchObject({ status: 200, body: { message: 'You are the admin of this site.' } });
  expect(answer.headers.getSetCookie().join()).toContain('encrypted_token=');
  const { encrypted_token: token } = Object(answer.body);
  const headers = { accessToken: `Bearer ${token}` };
  const user = await api.request('GET', '/api/user/private/getProtectedUserInfo', { headers });
  expect(user).toMatchObject({ status: 200, body: { user: { name: 'Ada Lovelace', role: 'admin' } } });
  expect(await api.db.select().from(identities)).toEqual([]);
  expect(await calls.auditLog()).toMatchObject([
    { action: 'user.role', actorId: null, actorHandle: 'Setup link', details: { to: 'admin' } },
  ]);
  expect(await findSetupLink(api.deps())).toBeUndefined();
  expect(await controlCommands.setupLink.run(api.deps(), {})).toEqual({ link: null });
});

it('works once, also when two people open it in the same moment', async () => {
  const token = tokenOf(await link());
  const answers = await Promise.all(['Ada', 'Eve', 'Mallory'].map((name) => redeem(token, { name })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
  expect(await api.db.select().from(users)).toHaveLength(1);
  expect(await redeem(token)).toMatchObject({
    status: 404,
    body: { message: expect.stringContaining('it was used already') },
  });
});

it('makes the member who opens it the admin, without another account or session', async () => {
  const member = await buildSignedInUser(api, { name: 'Mo' });
  const answer = await redeem(tokenOf(await link()), { name: 'Somebody', headers: member.headers });
  expect(answer).toMatchObject({ status: 200, body: { encrypted_token: '' } });
  expect(answer.headers.getSetCookie()).toEqual([]);
  expect(await roles()).toEqual([['Mo', 'admin']]);
  expect(await api.db.select().from(sessions)).toHaveLength(1);
});

it('refuses tokens that were guessed, changed or signed before, and names that are none', async () => {
  const token = tokenOf(await link());
  const [nonce = '', signature = ''] = token.split('.');
  for (const wrong of [
    'x',
    nonce,
    `${nonce}.${'A'.repeat(32)}`,
    `${'A'.repeat(43)}.${signature}`,
    setupLinks.sign('A'.repeat(43)),
    api.deps().staffNoticeLinks.sign('1.all'),
  ])
    expect(await redeem(wrong)).toMatchObject({ status: 404 });
  expect(await redeem('')).toMatchObject({ status: 400 });
  expect(await redeem('x'.repeat(101))).toMatchObject({ status: 400 });
  expect(await redeem(token, { name: ' ' })).toMatchObject({ status: 400 });
  expect(await roles()).toEqual([]);
  // A refused name does not use the link up.
  expect(await redeem(token)).toMatchObject({ status: 200 });
});

it('needs no name of a member, and a name of anybody else', async () => {
  const token = tokenOf(await link());
  expect(await redeem(token, { name: null })).toMatchObject({ status: 401 });
  expect(await redeem(token, { name: null, headers: { accessToken: 'Bearer x' } })).toMatchObject({
    status: 401,
  });
  expect(await roles()).toEqual([]);
  const { headers } = await buildSignedInUser(api, { name: 'Mo' });
  expect(await redeem(token, { name: null, headers })).toMatchObject({ status: 200 });
  expect(await roles()).toEqual([['Mo', 'admin']]);
});

it.each([
  ['banned', { bannedAt: testNow, banReason: 'Spam' }],
  ['suspended', { suspendedUntil: new Date(testNow.getTime() + HOUR_MS) }],
  ['about to leave', { deletionRequestedAt: testNow }],
])('is not used up by a member who is %s', async (_, standing) => {
  const token = tokenOf(await link());
  const { headers } = await buildSignedInUser(api, { name: 'Mo', ...standing });
  expect(await redeem(token, { headers })).toMatchObject({ status: 403 });
  expect(await roles()).toEqual([['Mo', 'member']]);
  expect(await redeem(token)).toMatchObject({ status: 200 });
});

describe('a link from before the first admin', () => {
  /** An old log has the token of the link. */
  async function expectLinkIsOver(token: string) {
    expect(await redeem(token)).toMatchObject({ status: 404 });
    await api.db.update(users).set({ role: 'member' });
    expect(await redeem(token)).toMatchObject({ status: 404 });
    const next = tokenOf(await link());
    expect(next).not.toBe(token);
    expect(await redeem(token)).toMatchObject({ status: 404 });
    expect(await redeem(next)).toMatchObject({ status: 200 });
  }

  it('never works again once the terminal has made an admin', async () => {
    const token = tokenOf(await link());
    const { handle } = await buildSignedInUser(api);
    await controlCommands.role.run(api.deps(), { member: `@${handle}`, role: 'admin' });
    await expectLinkIsOver(token);
  });

  it('never works again once an address of ADMIN_EMAILS has signed in', async () => {
    const token = tokenOf(await link());
    await signIn(
      { ...api.deps(), env: { ...api.deps().env, adminEmails: ['ada@example.com'] } },
      {
        ...{ issuer: 'email', subject: 'ada@example.com', provider: 'email', name: 'Ada' },
        ...{ email: 'ada@example.com', isEmailVerified: true },
      },
      { userAgent: null },
    );
    expect(await roles()).toEqual([['Ada', 'admin']]);
    await expectLinkIsOver(token);
  });

  it('never works again once a start of the site has found an admin, of a restored backup for example', async () => {
    const token = tokenOf(await link());
    await buildSignedInUser(api, { role: 'admin' });
    expect(await findSetupLink(api.deps())).toBeUndefined();
    await expectLinkIsOver(token);
  });
});

it('lets the first admin add a way to sign in also later, and asks for a sign-in again only with one', async () => {
  const { encrypted_token: token } = Object((await redeem(tokenOf(await link()))).body);
  const headers = { accessToken: `Bearer ${token}` };
  api.clock.now = new Date(testNow.getTime() + HOUR_MS);
  const start = () => api.request('POST', '/api/user/private/passkeys/options', { headers });
  // This site has no passkeys.
  expect((await start()).status).toBe(403);
  await api.db.execute(
    sql`INSERT INTO identities (issuer, subject, user_id, provider) SELECT 'email', 'ada@example.com', id, 'email' FROM users`,
  );
  expect((await start()).status).toBe(401);
});

const inOrder = (names: readonly string[]) => SETUP_STEPS.filter((name) => names.includes(name));
async function doneSteps(site: typeof api, headers: Record<string, string>) {
  const { body } = await site.request('GET', '/api/moderation/setup', { headers });
  return findSetupCall.answer.parse(body).steps.flatMap(({ name, isDone }) => (isDone ? [name] : []));
}

describe('the steps of the setup in development', () => {
  const settings = setUpSettingsCalls(api);
  const done = () => doneSteps(api, settings.admin.headers);

  it('are done once what they are about is stored', async () => {
    // Development writes emails to files, and signs in with demo accounts.
    const before = await done();
    expect(before).toEqual(expect.arrayContaining(['people', 'mail']));
    expect(before).not.toContain('name');
    await settings.save(0, { NEXT_PUBLIC_SITE_NAME: 'Fontgrove', SITE_COLOR: '#2563eb' });
    expect(await done()).toEqual(inOrder(['name', 'look', ...before]));
  });
});

describe('the steps of the setup in production', () => {
  const site = setUpTestApp(
    {},
    {},
    {},
    {
      ...{ APP_ENV: 'production', NEXT_PUBLIC_SITE_URL: 'http://localhost:3000' },
      SESSION_KEYS: Buffer.alloc(32, 1).toString('base64url'),
    },
  );
  const settings = setUpSettingsCalls(site);
  const done = () => doneSteps(site, settings.admin.headers);

  it('begin with none, and are done one by one', async () => {
    expect(await done()).toEqual([]);
    const mail = { SMTP_URL: 'smtps://smtp.example.com', MAIL_FROM: 'hello@example.com' };
    expect((await settings.save(0, mail)).status).toBe(200);
    expect(await done()).toEqual(['mail']);
    expect((await settings.save(1, { SIGN_IN_EMAIL: 'on' })).status).toBe(200);
    expect(await done()).toEqual(['people', 'mail']);
    await buildProduct(site.db);
    expect(await done()).toEqual(['people', 'mail', 'products']);
    await site.db.execute(sql`
      INSERT INTO identities (issuer, subject, user_id, provider)
      VALUES ('email', 'ada@example.com', ${settings.admin.id}::bigint, 'email')`);
    expect(await done()).toEqual(['account', 'people', 'mail', 'products']);
  });
});
