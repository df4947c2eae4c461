import { users } from '@/server/db/schema';
import { identities, sessions, signInCodes } from '@/server/db/schema/sign-in-schema';
import { readEnv, type ServerEnv } from '@/server/config/env';
import { hashToken } from '@/server/base/token';
import { ConfigError } from '@/server/base/errors';
import { buildUser } from '../../setup/build';
import { setUpTestApp, testNow } from '../../setup/test-app';
import { MINUTE_MS } from '@/lib/contract/plain/durations';

const settings: { env: Partial<ServerEnv> } = { env: {} };
const api = setUpTestApp(() => ({ signsInByEmail: true, ...settings.env }));
beforeEach(() => {
  settings.env = {};
});

const ask = (email: string) => api.request('POST', '/api/user/login/email', { body: { email } });
/** What a browser keeps: the name and the value of the cookie. */
const cookieOf = ({ headers }: { headers: Headers }) =>
  headers
    .getSetCookie()
    .find((each) => each.startsWith('email_sign_in='))
    ?.split(';', 1)
    .join('') ?? '';
const sentCode = () => /\d{6}/.exec(api.sent.at(-1)?.text ?? '')?.[0] ?? '';
const enter = (code: string, cookie: string) =>
  api.request('POST', '/api/user/login/from-email', { body: { code }, headers: { cookie } });

/** Another code than the one that was sent. */
const otherCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

async function askAndRead(email: string) {
  const cookie = cookieOf(await ask(email));
  return { cookie, code: sentCode() };
}

async function signIn(email: string) {
  const { cookie, code } = await askAndRead(email);
  return enter(code, cookie);
}

it('makes an account for the address of a code, and finds the account again', async () => {
  const asked = await ask('Ada@Example.com');
  expect(asked).toMatchObject({ status: 200, body: { message: 'We sent a code to Ada@Example.com.' } });
  expect(api.sent).toEqual([
    expect.objectContaining({ to: 'Ada@Example.com', subject: `${sentCode()} is your code for Listgrove` }),
  ]);
  const [cookie] = asked.headers.getSetCookie();
  expect(cookie).toMatch(
    /^email_sign_in=[\w-]{43}; Max-Age=600; Path=\/api\/user\/login; HttpOnly; SameSite=Lax$/,
  );

  const answer = await enter(` ${sentCode().slice(0, 3)} ${sentCode().slice(3)} `, cookieOf(asked));

  expect(answer).toMatchObject({ status: 200, body: { redirectUrl: '/account/bookmarks' } });
  expect(await signIn('ada@example.com')).toMatchObject({ status: 200 });
  const stored = await api.db.select().from(identities);
  expect(stored).toMatchObject([{ provider: 'email', subject: 'ada@example.com', isEmailVerified: true }]);
  const [user, ...others] = await api.db.select().from(users);
  expect(others).toEqual([]);
  // The address is not shown in the name or the handle.
  expect(`${user?.name} ${user?.handle}`).not.toMatch(/ada/i);
  expect(await api.db.select().from(sessions)).toHaveLength(2);
});

it('keeps nothing with which a code can be found out, and nothing after the sign-in', async () => {
  const { cookie, code } = await askAndRead('ada@example.com');
  const [row] = await api.db.select().from(signInCodes);
  expect(row?.codeHash).not.toEqual(hashToken(code));
  expect(row?.browserHash).toEqual(hashToken(cookie.split('=')[1] ?? ''));
  expect(JSON.stringify(row)).not.toContain(code);

  await enter(code, cookie);
  expect(await api.db.select().from(signInCodes)).toEqual([]);
});

it('refuses a code that was used, that another browser asked for, or that is older than ten minutes', async () => {
  const ada = await askAndRead('ada@example.com');
  const eve = await askAndRead('eve@example.com');
  const refused = { status: 401, body: { code: 'unauthenticated' } };

  expect(await enter(ada.code, '')).toMatchObject(refused);
  expect(await enter(ada.code, 'email_sign_in=x')).toMatchObject(refused);
  if (ada.code !== eve.code) expect(await enter(ada.code, eve.cookie)).toMatchObject(refused);
  api.clock.now = new Date(testNow.getTime() + 10 * MINUTE_MS);
  expect(await enter(ada.code, ada.cookie)).toMatchObject({
    ...refused,
    body: { message: 'This code is no longer valid. Please ask for another one.' },
  });
  api.clock.now = new Date(testNow.getTime() + 10 * MINUTE_MS - 1);
  expect(await enter(ada.code, ada.cookie)).toMatchObject({ status: 200 });
  expect(await enter(ada.code, ada.cookie)).toMatchObject(refused);
  expect(await api.db.select().from(users)).toHaveLength(1);
});

it('takes five guesses, also when they arrive together', async () => {
  const { cookie, code } = await askAndRead('ada@example.com');
  const guesses = await Promise.all(Array.from({ length: 8 }, () => enter(otherCode(code), cookie)));
  expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([401]));
  expect(await enter(code, cookie)).toMatchObject({ status: 401 });
  expect(await api.db.select().from(sessions)).toEqual([]);

  // A new code ends the former one in this browser.
  const again = await askAndRead('ada@example.com');
  expect(await enter(otherCode(again.code), again.cookie)).toMatchObject({
    status: 401,
    body: { fields: { code: "This isn't the code of the last email. Please check it." } },
  });
  expect(await enter(again.code, again.cookie)).toMatchObject({ status: 200 });
});

it('opens one session for a code that arrives twice at once', async () => {
  const { cookie, code } = await askAndRead('ada@example.com');
  const answers = await Promise.all([enter(code, cookie), enter(code, cookie), enter(code, cookie)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401]);
  expect(await api.db.select().from(sessions)).toHaveLength(1);
});

it('answers the same for an address with an account and one without, and sends both a code', async () => {
  await signIn('ada@example.com');
  const [known, unknown] = [await ask('ada@example.com'), await ask('eve@example.com')];
  const shapeOf = ({ status, text, headers }: Awaited<ReturnType<typeof ask>>) => ({
    status,
    text: text.replace(/ada|eve/, '<name>'),
    headers: [...headers.keys()].toSorted(),
  });
  expect(shapeOf(known)).toEqual(shapeOf(unknown));
  expect(api.sent.slice(-2).map(({ text }) => text.replace(/\d{6}/, ''))).toHaveLength(2);
  const wrong = async (email: string) => {
    const { cookie, code } = await askAndRead(email);
    return (await enter(otherCode(code), cookie)).text.replace(/"requestId":"[^"]+"/, '');
  };
  expect(await wrong('ada@example.com')).toBe(await wrong('bob@example.com'));
});

it('sends five codes an hour and fifteen a day to one inbox, however it is spelled', async () => {
  const spellings = [
    'ada@example.com',
    'Ada@Example.com',
    'ada+a@example.com',
    'ADA@example.com',
    'ada+b@example.com',
  ];
  for (const email of spellings) expect(await ask(email)).toMatchObject({ status: 200 });
  expect(await ask('ada+c@example.com')).toMatchObject({ status: 429 });
  expect(await ask('bob@example.com')).toMatchObject({ status: 200 });
  expect(api.sent).toHaveLength(6);
  for (const hour of [1, 2, 3]) {
    api.clock.now = new Date(testNow.getTime() + hour * 61 * MINUTE_MS);
    const statuses = [];
    for (const email of spellings) statuses.push((await ask(email)).status);
    expect(new Set(statuses)).toEqual(new Set([hour < 3 ? 200 : 429]));
  }
});

it('links no account by an address: a member with another way to sign in uses that way', async () => {
  const user = await buildUser(api.db, { email: 'ada@example.com' });
  await api.db.insert(identities).values({
    ...{ issuer: 'https://accounts.google.com', subject: '1', userId: user.id, provider: 'google.com' },
    ...{ email: 'Ada@example.com', isEmailVerified: true },
  });
  expect(await signIn('ada@example.com')).toMatchObject({
    status: 409,
    body: {
      message: 'You already have an account with this email. Sign in with Google.',
      fields: { linkTo: 'google.com' },
    },
  });
  expect(await api.db.select().from(sessions)).toEqual([]);
});

it('follows the rules for new accounts, after the code and not before', async () => {
  expect(await signIn('ada@mailinator.com')).toMatchObject({ status: 403 });
  await signIn('bob@example.com');
  settings.env = { signUp: { mode: 'closed', domains: [] } };
  expect(await ask('eve@example.com')).toMatchObject({ status: 200 });
  expect(await signIn('eve@example.com')).toMatchObject({ status: 403 });
  expect(await signIn('bob@example.com')).toMatchObject({ status: 200 });
  settings.env = { signUp: { mode: 'domains', domains: ['club.example'] } };
  expect(await signIn('eve@example.com')).toMatchObject({ status: 403 });
  expect(await signIn('eve@club.example')).toMatchObject({ status: 200 });
  settings.env = { signUp: { mode: 'invite', domains: [] } };
  expect(await signIn('zoe@example.com')).toMatchObject({
    status: 403,
    body: { fields: { invitation: 'needed' } },
  });
  expect(await api.db.select().from(users)).toHaveLength(2);
});

it('makes the first of the admins an admin', async () => {
  settings.env = { adminEmails: ['owner@example.com'] };
  await signIn('Owner@example.com');
  expect(await api.db.select({ role: users.role }).from(users)).toEqual([{ role: 'admin' }]);
});

it('is offered and works only where the owner has switched it on', async () => {
  const offer = async () => (await api.request('GET', '/api/user/login/identity')).body;
  expect(await offer()).toMatchObject({ offersEmail: true });
  settings.env = { signsInByEmail: false };
  expect(await offer()).not.toHaveProperty('offersEmail');
  expect(await ask('ada@example.com')).toMatchObject({ status: 403 });
  expect(api.sent).toEqual([]);
});

it.each([
  'ada',
  'ada@',
  'a b@example.com',
  'ada@example.com,eve@example.com',
  `${'a'.repeat(250)}@example.com`,
])('sends nothing to %s', async (email) => {
  expect(await ask(email)).toMatchObject({ status: 400 });
  expect(api.sent).toEqual([]);
});

it('needs a mail server in production, and then no provider', () => {
  const site = { APP_ENV: 'production', NEXT_PUBLIC_SITE_URL: 'https://tools.example', SIGN_IN_EMAIL: 'on' };
  expect(() => readEnv(site)).toThrow(
    new ConfigError('SIGN_IN_EMAIL=on sends codes by email: set SMTP_URL and MAIL_FROM too.'),
  );
  const mail = { SMTP_URL: 'smtps://mail.example', MAIL_FROM: 'hello@tools.example' };
  const keys = { SESSION_KEYS: Buffer.alloc(32, 1).toString('base64url') };
  expect(readEnv({ ...site, ...mail, ...keys })).toMatchObject({
    signsInByEmail: true,
    identity: { kind: 'none' },
  });
});
