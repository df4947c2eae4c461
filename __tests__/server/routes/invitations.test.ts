import { asc, eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { createInvitationCall, listInvitationsCall } from '@/lib/contract/invitation';
import { DAY_MS } from '@/lib/contract/plain/durations';
import { auditEntries, users } from '@/server/db/schema';
import { identities, invitations } from '@/server/db/schema/sign-in-schema';
import { purgeExpiredHourly } from '@/server/jobs/jobs';
import { buildSignedInUser, type SignedInUser } from '../../setup/signed-in-user';
import { from, setUpOAuthSite } from '../../setup/oauth-sign-in';
import { testNow } from '../../setup/test-app';

const oauth = setUpOAuthSite();
const { api } = oauth;
const closed = { signUp: { mode: 'invite' as const, domains: [] } };
const NEEDED =
  'New accounts here need an invitation. If you have an account, sign in the way you did before.';
let moderator: SignedInUser;

beforeEach(async () => {
  oauth.settings.env = closed;
  moderator = await buildSignedInUser(api, { role: 'moderator', handle: 'mona', name: 'Mona' });
});

async function create(body: object = {}) {
  const { headers } = moderator;
  const answer = await api.request('POST', '/api/moderation/invitations', {
    headers,
    body: { days: 7, usesMax: 1, ...body },
  });
  expect(answer.status).toBe(201);
  return createInvitationCall.answer.parse(answer.body);
}
const revoke = (id: string) =>
  api.request('DELETE', `/api/moderation/invitations/${id}`, { headers: moderator.headers });
const open = (token: string, remoteAddress = from.remoteAddress) =>
  api.request('POST', '/api/user/invitation', { body: { token }, remoteAddress });
const cookieOf = async (token: string) => (await open(token)).headers.get('set-cookie')?.split(';')[0] ?? '';

/** Signs a person in by the popup, in a browser that has the cookie of an invitation. */
async function signIn(sub: string, cookie = '') {
  const { code, verifier } = await oauth.finishPopup('google', { sub, email: `${sub}@example.com` });
  return api.request('POST', '/api/user/login/from-firebase', {
    ...from,
    headers: { accessToken: `Bearer ${code}`, cookie },
    body: { provider: 'google.com', idToken: verifier },
  });
}
const memberCount = async () => (await api.db.select().from(identities)).length;
const useCounts = async () => (await api.db.select().from(invitations)).map(({ useCount }) => useCount);

it('lets one person in with a link, counts the use, and lets members sign in without one', async () => {
  const { token, invitation } = await create({ note: 'For Ada' });
  expect(invitation).toMatchObject({ note: 'For Ada', creatorHandle: 'mona', useCount: 0, state: 'open' });
  expect(await signIn('1')).toMatchObject({ status: 403, body: { code: 'forbidden', message: NEEDED } });
  expect(await memberCount()).toBe(0);

  const opened = await open(token);
  expect(opened).toMatchObject({ status: 200, body: { inviter: { handle: 'mona', name: 'Mona' } } });
  expect(opened.headers.get('set-cookie')).toMatch(
    /^invitation=[\w-]{43}; Max-Age=86400; Path=\/api\/user\/login; HttpOnly; SameSite=Lax$/,
  );
  const cookie = `invitation=${token}`;
  const entered = await signIn('1', cookie);
  expect(entered.status).toBe(200);
  expect(entered.headers.get('set-cookie')).toContain('invitation=; Max-Age=0');
  expect(await useCounts()).toEqual([1]);

  const refused = { status: 403, body: { message: 'This invitation has been used up. Ask for a new one.' } };
  expect(await signIn('2', cookie)).toMatchObject(refused);
  expect(await open(token)).toMatchObject({ status: 410, body: refused.body });
  expect((await signIn('1')).status).toBe(200);
  expect(await memberCount()).toBe(1);
});

it('lets only one of two people in who use the last place at the same time', async () => {
  const cookie = await cookieOf((await create()).token);
  const statuses = (await Promise.all([signIn('1', cookie), signIn('2', cookie), signIn('3', cookie)])).map(
    ({ status }) => status,
  );
  expect(statuses.sort()).toEqual([200, 403, 403]);
  expect(await useCounts()).toEqual([1]);
  expect(await memberCount()).toBe(1);
});

it.each([{ role: 'member' as const }, { bannedAt: testNow }])(
  'refuses a sign-up with the invitation of a former moderator: %j',
  async (change) => {
    const { token } = await create();
    const cookie = await cookieOf(token);
    await api.db.update(users).set(change).where(eq(users.handle, 'mona'));

    const body = { message: 'This invitation was withdrawn. Ask for a new one.' };
    expect(await signIn('1', cookie)).toMatchObject({ status: 403, body });
    expect(await open(token)).toMatchObject({ status: 410, body });
    expect(await memberCount()).toBe(0);
  },
);

it('refuses an expired and a withdrawn invitation, by redirect too', async () => {
  const first = await create();
  const cookie = await cookieOf(first.token);
  api.clock.now = new Date(testNow.getTime() + 7 * DAY_MS);
  const expired = { message: 'This invitation has expired. Ask for a new one.' };
  expect(await signIn('1', cookie)).toMatchObject({ status: 403, body: expired });
  expect(await open(first.token)).toMatchObject({ status: 410, body: expired });

  const second = await create();
  const withdrawnCookie = await cookieOf(second.token);
  expect(await revoke(second.invitation.id)).toMatchObject({
    status: 200,
    body: { invitation: { state: 'withdrawn' } },
  });
  expect(await open(second.token)).toMatchObject({
    status: 410,
    body: { message: 'This invitation was withdrawn. Ask for a new one.' },
  });
  const redirect = async (cookies: string) => {
    const start = await api.request('GET', '/api/user/login/google', from);
    const { redirectUrl } = z.object({ redirectUrl: z.string() }).parse(start.body);
    const state = start.headers.get('set-cookie')?.split(';')[0] ?? '';
    const back = await oauth.returnTo('google', oauth.issuer.agree(redirectUrl), `${state}; ${cookies}`);
    return back.headers.get('location');
  };
  expect(await redirect(withdrawnCookie)).toBe('/?loginFailure=invitation-withdrawn');
  expect(await redirect('')).toBe('/?loginFailure=invitation-needed');
  expect(await memberCount()).toBe(0);

  expect(await redirect(await cookieOf((await create()).token))).toBe('/account/bookmarks');
  expect(await memberCount()).toBe(1);
});

it('answers every guess alike, and limits the guesses', async () => {
  const { token } = await create();
  const guesses = [token.slice(1), `${token}A`, 'x', 'x'.repeat(43), token.toLowerCase()];
  const answers = await Promise.all(guesses.map((guess) => open(guess, '203.0.113.9')));
  for (const { status, body, headers } of answers) {
    expect({ status, body }).toMatchObject({
      status: 404,
      body: { code: 'not_found', message: 'This invitation is unknown here. Was the whole link copied?' },
    });
    expect(headers.get('set-cookie')).toBeNull();
  }
  const { rateLimits } = api.deps();
  for (let used = guesses.length; used < 30; used += 1) {
    await rateLimits.count([{ limit: 'invitationByAddress', key: '203.0.113.9' }]);
  }
  expect((await open(token, '203.0.113.9')).status).toBe(429);
  expect((await open(token, '203.0.113.10')).status).toBe(200);
  expect(await signIn('1', `invitation=${'x'.repeat(43)}`)).toMatchObject({
    status: 403,
    body: { message: NEEDED },
  });
});

it('lists invitations newest first without a secret, and logs each creation and the first withdrawal', async () => {
  const tokens: string[] = [];
  for (let count = 0; count < 31; count += 1) {
    api.clock.now = new Date(testNow.getTime() + count);
    tokens.push((await create({ note: `No. ${count}`, usesMax: 100, days: 90 })).token);
  }
  const list = async (after = '') => {
    const answer = await api.request('GET', `/api/moderation/invitations${after}`, moderator);
    for (const token of tokens) expect(answer.text).not.toContain(token);
    return listInvitationsCall.answer.parse(answer.body);
  };
  const first = await list();
  expect([first.invitations.length, first.invitations[0]?.note, first.isNeeded]).toEqual([
    30,
    'No. 30',
    true,
  ]);
  const second = await list(`?after=${first.nextCursor}`);
  expect(second).toMatchObject({ invitations: [{ note: 'No. 0' }], nextCursor: null });

  const { id } = second.invitations[0] ?? { id: '' };
  expect([(await revoke(id)).status, (await revoke(id)).status]).toEqual([200, 200]);
  expect((await revoke('999')).status).toBe(404);
  const entries = await api.db.select().from(auditEntries).orderBy(asc(auditEntries.id));
  expect(entries.map(({ action }) => action)).toEqual([
    ...tokens.map(() => 'invitation.create'),
    'invitation.revoke',
  ]);
  expect(entries.at(-1)).toMatchObject({ actorHandle: 'mona', details: { invitationId: id } });
});

it('refuses numbers out of range, long notes and more than 200 open invitations', async () => {
  const send = (body: object) =>
    api.request('POST', '/api/moderation/invitations', { headers: moderator.headers, body });
  for (const body of [
    { days: 0, usesMax: 1 },
    { days: 91, usesMax: 1 },
    { days: 7, usesMax: 101 },
    { days: 7, usesMax: 1.5 },
    { days: 7, usesMax: 1, note: 'x'.repeat(201) },
    { days: 7, usesMax: 1, note: 'two\nlines' },
  ]) {
    expect(await send(body)).toMatchObject({ status: 400, body: { code: 'bad_request' } });
  }
  expect(await useCounts()).toEqual([]);

  const row = { creatorId: moderator.id, note: '', usesMax: 1, createdAt: testNow };
  const hashed = (number: number) => Buffer.alloc(32, number);
  const rows = Array.from({ length: 200 }, (_, index) => ({
    ...row,
    tokenHash: hashed(index),
    expiresAt: new Date(testNow.getTime() + DAY_MS),
  }));
  await api.db.insert(invitations).values(rows);
  expect((await send({ days: 7, usesMax: 1 })).status).toBe(409);

  // Expired for 30 days, they are deleted.
  api.clock.now = new Date(testNow.getTime() + 31 * DAY_MS + 1);
  moderator = { ...moderator, headers: await api.signIn(moderator) };
  expect((await send({ days: 7, usesMax: 1 })).status).toBe(201);
  await purgeExpiredHourly.run(api.deps(), new AbortController().signal);
  expect(await useCounts()).toEqual([0]);
});

it('counts no invitation of a moderator who is suspended among the 200 that may be open', async () => {
  const other = await buildSignedInUser(api, { role: 'moderator' });
  const rows = Array.from({ length: 200 }, (_, index) => ({
    ...{ creatorId: other.id, note: '', usesMax: 1, createdAt: testNow },
    tokenHash: Buffer.alloc(32, index),
    expiresAt: new Date(testNow.getTime() + DAY_MS),
  }));
  await api.db.insert(invitations).values(rows);
  const { headers } = moderator;
  const body = { days: 7, usesMax: 1 };
  const send = () => api.request('POST', '/api/moderation/invitations', { headers, body });
  expect((await send()).status).toBe(409);
  const suspendedUntil = new Date(testNow.getTime() + DAY_MS);
  await api.db.update(users).set({ suspendedUntil }).where(eq(users.id, other.id));
  expect((await send()).status).toBe(201);
});

it('needs no invitation for ADMIN_EMAILS, nor on an open site, and ends with the account of its creator', async () => {
  expect(await api.request('GET', '/api/user/login/identity')).toMatchObject({
    body: { needsInvitation: true },
  });
  const { token } = await create();
  await api.db.delete(users);
  expect((await open(token)).status).toBe(404);

  oauth.settings.env = { ...closed, adminEmails: ['1@example.com'] };
  expect((await signIn('1')).status).toBe(200);
  oauth.settings.env = {};
  expect((await signIn('2')).status).toBe(200);
  expect((await api.request('GET', '/api/user/login/identity')).text).not.toContain('needsInvitation');
});
