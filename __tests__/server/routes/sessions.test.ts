import { setImmediate } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { users } from '@/server/db/schema';
import { sessions } from '@/server/db/schema/sign-in-schema';
import { createKeyRing } from '@/server/sessions/key-ring';
import { createSessionTokens } from '@/server/sessions/session-token';
import { buildUser } from '../../setup/build';
import { setUpTestApp, testNow } from '../../setup/test-app';

const api = setUpTestApp();
const dayMs = 24 * 60 * 60 * 1000;

const me = (headers: Record<string, string> = {}) =>
  api.request('GET', '/api/user/private/getProtectedUserInfo', { headers });
const check = (headers: Record<string, string> = {}) =>
  api.request('GET', '/api/user/checkAuthenticate', { headers });
const logout = (headers: Record<string, string>, body: object = {}) =>
  api.request('POST', '/api/user/private/logout', { headers, body });

it('identifies the user by the session token in accessToken, and forbids caching', async () => {
  const ada = await buildUser(api.db, { name: 'Ada', handle: 'ada', email: 'ada@example.com' });
  const headers = await api.signIn(ada);

  const response = await me(headers);

  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('private, no-store');
  expect(response.body).toEqual({
    isError: false,
    user: {
      id: ada.id,
      email: 'ada@example.com',
      name: 'Ada',
      handle: 'ada',
      avatarURL: null,
      role: 'member',
      createdAt: ada.createdAt.toISOString(),
    },
  });
  expect((await check(headers)).body).toEqual({ isError: false, authenticated: true });
});

it('is not authorized by a cookie', async () => {
  const { accessToken } = await api.signIn(await buildUser(api.db));
  const cookie = `encrypted_token=${accessToken.replace('Bearer ', '')}`;

  expect(await me({ cookie })).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
  expect((await check({ cookie })).body).toEqual({ isError: false, authenticated: false });
});

it('rejects a token with any changed letter', async () => {
  const { accessToken } = await api.signIn(await buildUser(api.db));
  const start = 'Bearer '.length;
  const statuses = new Set<number>();

  for (let index = start; index < accessToken.length; index += 1) {
    const other = accessToken[index] === 'A' ? 'B' : 'A';
    const tampered = accessToken.slice(0, index) + other + accessToken.slice(index + 1);
    statuses.add((await me({ accessToken: tampered })).status);
  }

  expect([...statuses]).toEqual([401]);
});

it.each([
  '',
  'Bearer',
  'Bearer ',
  'Bearer x',
  'Bearer a.b.c.d.e',
  'Basic abc',
  'Bearer eyJhbGciOiJub25lIn0.e30.',
])('treats accessToken %j as signed out', async (accessToken) => {
  expect(await me({ accessToken })).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
  expect((await check({ accessToken })).body).toEqual({ isError: false, authenticated: false });
});

it('expires after 30 days', async () => {
  const headers = await api.signIn(await buildUser(api.db));

  api.clock.now = new Date(testNow.getTime() + 30 * dayMs - 1);
  expect((await me(headers)).status).toBe(200);

  api.clock.now = new Date(testNow.getTime() + 30 * dayMs);
  expect((await me(headers)).status).toBe(401);
  expect((await check(headers)).body).toEqual({ isError: false, authenticated: false });
});

it('is invalid immediately after sign-out, which clears the cookie', async () => {
  const ada = await buildUser(api.db);
  const here = await api.signIn(ada);
  const there = await api.signIn(ada);

  const response = await logout(here);

  expect(response.body).toEqual({ isError: false, message: "You're signed out." });
  expect(response.headers.get('set-cookie')).toMatch(/^encrypted_token=; Max-Age=0; Path=\//);
  expect((await me(here)).status).toBe(401);
  expect((await me(there)).status).toBe(200);
});

it('leaves the cookie of another session to the browser', async () => {
  const ada = await buildUser(api.db);
  const dropped = await api.signIn(ada);
  const kept = await api.signIn(ada);
  const tokenOf = ({ accessToken = '' }: Record<string, string>) => accessToken.replace('Bearer ', '');

  const first = await logout({ ...dropped, cookie: `encrypted_token=${tokenOf(kept)}` });
  expect(first.status).toBe(200);
  expect(first.headers.get('set-cookie')).toBeNull();
  expect((await me(dropped)).status).toBe(401);
  expect((await me(kept)).status).toBe(200);

  const second = await logout({ ...kept, cookie: `encrypted_token=${tokenOf(kept)}` });
  expect(second.headers.get('set-cookie')).toMatch(/^encrypted_token=; Max-Age=0; Path=\//);
});

it('signs out all sessions of the user, but not of other users', async () => {
  const ada = await buildUser(api.db);
  const [here, there, bob] = [
    await api.signIn(ada),
    await api.signIn(ada),
    await api.signIn(await buildUser(api.db)),
  ];

  const { body } = await logout(here, { everywhere: true });

  expect(body).toEqual({ isError: false, message: "You're signed out everywhere." });

  expect([(await me(here)).status, (await me(there)).status, (await me(bob)).status]).toEqual([
    401, 401, 200,
  ]);
});

it('lists the sessions of the user, and ends one of them but no session of another user', async () => {
  const ada = await buildUser(api.db);
  const here = await api.signIn(ada, 'Firefox');
  const there = await api.signIn(ada, 'x'.repeat(1_000));
  const bob = await api.signIn(await buildUser(api.db), "Bob's");

  const { body } = await api.request('GET', '/api/user/private/sessions', { headers: here });
  const times = {
    createdAt: testNow.toISOString(),
    lastSeenAt: testNow.toISOString(),
    expiresAt: new Date(testNow.getTime() + 30 * dayMs).toISOString(),
  };
  expect(body).toEqual({
    isError: false,
    sessions: [
      { id: '2', userAgent: 'x'.repeat(300), isCurrent: false, ...times },
      { id: '1', userAgent: 'Firefox', isCurrent: true, ...times },
    ],
  });

  const end = (id: string) => api.request('DELETE', `/api/user/private/sessions/${id}`, { headers: here });
  expect([(await end('2')).status, (await end('2')).status, (await end('3')).status]).toEqual([
    200, 404, 404,
  ]);
  expect([(await me(there)).status, (await me(bob)).status]).toEqual([401, 200]);

  const third = await api.signIn(ada);
  const endThird = await api.request('DELETE', '/api/user/private/sessions/4', { headers: here });
  expect([endThird.body, endThird.headers.get('set-cookie')]).toEqual([
    { isError: false, message: 'The session has ended.' },
    null,
  ]);
  expect((await me(third)).status).toBe(401);
  expect((await end('1')).headers.get('set-cookie')).toMatch(/^encrypted_token=; Max-Age=0; Path=\//);
  expect((await me(here)).status).toBe(401);
});

it('finds the right user for each of many calls that arrive together', async () => {
  const [ada, bob] = [await buildUser(api.db), await buildUser(api.db)];
  const [ended, ofAda, ofBob] = [await api.signIn(ada), await api.signIn(ada), await api.signIn(bob)];
  await logout(ended);
  const calls = Array.from({ length: 10 }, () => [ended, ofAda, ofBob, {}]).flat();

  const responses = await Promise.all(calls.map((headers) => me(headers)));

  const expected = [
    { status: 401 },
    ...[ada, bob].map(({ id }) => ({ status: 200, body: { user: { id } } })),
  ];
  expect(responses).toMatchObject(calls.map((_, index) => expected[index % 4] ?? { status: 401 }));
});

it('looks up in one statement what arrives while another look-up runs', async () => {
  const headers = await api.signIn(await buildUser(api.db));
  // Once a token has been opened, nothing but the database makes a check wait.
  await check(headers);
  const connections = await Promise.all(
    Array.from({ length: api.pool.options.max }, () => api.pool.connect()),
  );
  let statements = 0;
  const countStatement = () => (statements += 1);
  api.pool.on('acquire', countStatement);

  const checks = Array.from({ length: 30 }, () => check(headers));
  await setImmediate();
  for (const connection of connections) connection.release();
  await Promise.all(checks);

  api.pool.off('acquire', countStatement);
  // Two look sessions up, or a few more when checks come late. Before each, one reads the public changes.
  expect(statements).toBeLessThan(10);
});

it('stores the time of the last use, at most every five minutes', async () => {
  const headers = await api.signIn(await buildUser(api.db));
  const seen = async () => (await api.db.select().from(sessions))[0]?.lastSeenAt;

  api.clock.now = new Date(testNow.getTime() + 5 * 60_000);
  await me(headers);
  expect(await seen()).toEqual(testNow);

  api.clock.now = new Date(testNow.getTime() + 5 * 60_000 + 1);
  await me(headers);
  expect(await seen()).toEqual(api.clock.now);
});

it('is over when the account is deleted, and stores only a hash of the secret', async () => {
  const ada = await buildUser(api.db);
  const headers = await api.signIn(ada);
  const [row] = await api.db.select().from(sessions);
  expect(row?.secretHash).toHaveLength(32);

  await api.db.update(users).set({ deletedAt: testNow }).where(eq(users.id, ada.id));

  expect((await me(headers)).status).toBe(401);
});

const keyOf = (fill: number) => Buffer.alloc(32, fill).toString('base64url');

it('reads old tokens while the old key is configured after the new key, and not after it is removed', async () => {
  const sealed = await createSessionTokens(createKeyRing([keyOf(1)])).seal({ sessionId: '7', secret: 's' });

  expect(await createSessionTokens(createKeyRing([keyOf(2), keyOf(1)])).open(sealed)).toEqual({
    sessionId: '7',
    secret: 's',
  });
  expect(await createSessionTokens(createKeyRing([keyOf(2)])).open(sealed)).toBeUndefined();
});

it('is over when the row of the user is deleted', async () => {
  const ada = await buildUser(api.db);
  const headers = await api.signIn(ada);
  await api.db.delete(users).where(eq(users.id, ada.id));

  expect((await api.request('GET', '/api/user/private/export', { headers })).status).toBe(401);
});
