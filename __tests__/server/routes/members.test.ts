import { DAY_MS } from '@/lib/contract/plain/durations';
import { findMemberCall, listMembersCall } from '@/lib/contract/member';
import { listMeasuresCall } from '@/lib/contract/measure';
import { emailTasks } from '@/server/commands/send-mail';
import { identities } from '@/server/db/schema/sign-in-schema';
import { buildProduct } from '../../setup/build';
import { setUpModerationCalls } from '../../setup/moderation-calls';
import type { SignedInUser } from '../../setup/signed-in-user';
import { setUpTestApp, testNow } from '../../setup/test-app';
import { runNext } from '../../setup/tasks';

const api = setUpTestApp();
const { signedInUser, buildModerator, createSubmission, reject, auditLog } = setUpModerationCalls(api);

const act = (viewer: SignedInUser, id: string, action: string, body: object = {}) =>
  api.request('POST', `/api/moderation/users/${id}/${action}`, { headers: viewer.headers, body });
const recordOf = ({ body }: { body: unknown }) => findMemberCall.answer.parse(body).record;
const inDays = (days: number) => new Date(testNow.getTime() + days * DAY_MS).toISOString();

async function list({ headers }: SignedInUser, query = '') {
  const { body } = await api.request('GET', `/api/moderation/users?${query}`, { headers });
  return listMembersCall.answer.parse(body);
}

async function measuresOf({ headers }: SignedInUser) {
  const { body } = await api.request('GET', '/api/user/private/measures', { headers });
  return listMeasuresCall.answer.parse(body).measures;
}

async function sentSubjects() {
  api.sent.length = 0;
  while (await runNext(emailTasks, api.deps()));
  return api.sent.map(({ subject }) => subject);
}

async function verifyEmail(user: SignedInUser): Promise<void> {
  await api.db.insert(identities).values({
    ...{ issuer: 'local', subject: user.id, userId: user.id, provider: 'google.com' },
    ...{ email: 'ada@x.example', isEmailVerified: true },
  });
}

it('lists the newest members page by page, finds the beginnings of handles and names, and orders by rejections', async () => {
  const moderator = await buildModerator('mo');
  const ada = await signedInUser({ handle: 'ada-moss', name: 'Ada Moss', createdAt: testNow });
  await signedInUser({ handle: 'bo', name: 'ADAM %', createdAt: new Date(testNow.getTime() - 1) });
  for (let count = 0; count < 30; count += 1) await signedInUser();
  const first = await list(moderator);
  const second = await list(moderator, `after=${first.nextCursor}`);
  const handles = [...first.members, ...second.members].map(({ handle }) => handle);
  expect([handles.length, new Set(handles).size, second.nextCursor]).toEqual([33, 33, null]);
  expect(handles.slice(0, 2)).toEqual(['ada-moss', 'bo']);

  const found = async (q: string) =>
    (await list(moderator, `q=${encodeURIComponent(q)}`)).members.map(({ handle }) => handle);
  expect(await found('ada')).toEqual(['ada-moss', 'bo']);
  expect(await found('@Ada-M')).toEqual(['ada-moss']);
  expect(await found('%')).toEqual([]);

  const product = await createSubmission(ada);
  await reject(moderator.headers, product.id, 'A poem.');
  expect((await list(moderator, 'order=rejected')).members).toMatchObject([
    { handle: 'ada-moss', rejectionCount: 1 },
  ]);
  await api.request('POST', '/api/moderation/undo', {
    headers: moderator.headers,
    body: { ids: [product.id] },
  });
  expect((await list(moderator, 'order=rejected')).members).toEqual([]);
});

it('shows a moderator their own record without the authors of notes and decisions', async () => {
  const [mo, admin] = [await buildModerator('mo'), await signedInUser({ role: 'admin', handle: 'boss' })];
  await act(admin, mo.id, 'notes', { text: 'Writes poems.' });
  const seenByOthers = recordOf(await act(admin, mo.id, 'warn', { reason: 'Be kind.' }));
  expect(seenByOthers).toMatchObject({
    ...{ notes: [{ authorHandle: 'boss' }], measures: [{ moderatorHandle: 'boss' }] },
  });

  const own = await api.request('GET', `/api/moderation/users/${mo.id}`, { headers: mo.headers });
  expect(recordOf(own)).toMatchObject({
    ...{ notes: [{ text: 'Writes poems.' }], measures: [{ reason: 'Be kind.' }] },
  });
  expect(own.text).not.toContain('boss');

  const [warning] = await measuresOf(mo);
  await api.request('POST', '/api/user/private/appeals', {
    headers: mo.headers,
    body: { text: 'I was.', measureId: warning?.id },
  });
  const appeals = ({ headers }: SignedInUser) => api.request('GET', '/api/moderation/appeals', { headers });
  expect((await appeals(admin)).body).toMatchObject({ appeals: [{ deciderHandle: 'boss' }] });
  const ownAppeals = await appeals(mo);
  expect(ownAppeals.body).toMatchObject({ appeals: [{ text: 'I was.' }] });
  expect(ownAppeals.text).not.toContain('boss');
});

it('shows what a member has done, and keeps notes for moderators', async () => {
  const [ada, moderator] = [await signedInUser(), await buildModerator('mo')];
  const { id } = await createSubmission(ada);
  await reject(moderator.headers, id, 'A poem.');
  const liked = await buildProduct(api.db);
  await api.request('PUT', `/api/user/private/upvotes/${liked.id}`, { headers: ada.headers });
  await api.request('POST', `/api/products/${liked.id}/reports`, {
    headers: ada.headers,
    body: { reason: 'spam' },
  });
  const { body } = await api.request('GET', `/api/moderation/users/${ada.id}`, {
    headers: moderator.headers,
  });
  expect(recordOf({ body })).toMatchObject({
    member: { handle: ada.handle, standing: 'active', rejectionCount: 1 },
    isSubordinate: true,
    submissions: { rejected: 1, pending: 0 },
    rejections: [{ name: 'Figgle', reason: 'A poem.' }],
    reports: { openCount: 1, decidedCount: 0, upheldCount: 0 },
    ...{ upvoteCount: 1, setAsideCount: 0, sessionCount: 1, measures: [], notes: [] },
  });
  const noted = await act(moderator, ada.id, 'notes', { text: ' Writes poems. ' });
  expect(recordOf(noted).notes).toMatchObject([{ text: 'Writes poems.', authorHandle: 'mo' }]);
  expect((await act(moderator, ada.id, 'notes', { text: 'x'.repeat(1_001) })).status).toBe(400);
  expect((await auditLog()).map(({ action }) => action)).toEqual(['product.reject', 'user.note']);
});

it('warns a member, who reads the warning until it is acknowledged', async () => {
  const [ada, bob, moderator] = [await signedInUser(), await signedInUser(), await buildModerator()];
  await verifyEmail(ada);
  await act(moderator, ada.id, 'warn', { reason: 'No poems, please.' });
  const [warning] = await measuresOf(ada);
  expect(warning).toMatchObject({ kind: 'warning', reason: 'No poems, please.', acknowledgedAt: null });
  expect(await measuresOf(bob)).toEqual([]);
  const acknowledge = async ({ headers }: SignedInUser) =>
    (await api.request('POST', `/api/user/private/measures/${warning?.id}/acknowledge`, { headers })).status;
  expect(await acknowledge(bob)).toBe(404);
  expect([await acknowledge(ada), await acknowledge(ada)]).toEqual([200, 200]);
  expect(await measuresOf(ada)).toEqual([]);
  expect(await sentSubjects()).toEqual(['A warning from the moderators of Listgrove']);
  expect((await auditLog()).map(({ action, details }) => [action, details])).toEqual([['user.warn', {}]]);
});

it('suspends a member until a date: reading and taking back go on, and the suspension ends by itself', async () => {
  const [ada, moderator] = [await signedInUser(), await buildModerator()];
  await verifyEmail(ada);
  const [liked, other] = [await buildProduct(api.db), await buildProduct(api.db)];
  const upvote = (method: string) =>
    api.request(method, `/api/user/private/upvotes/${liked.id}`, { headers: ada.headers });
  await upvote('PUT');
  await act(moderator, ada.id, 'suspend', { reason: 'Poems.', suspendedUntil: inDays(7) });
  expect(await sentSubjects()).toEqual(['Your account on Listgrove is suspended through June 8, 2026']);

  const { headers } = ada;
  const refused = await Promise.all([
    upvote('PUT'),
    api.request('POST', '/api/user/private/products', { headers, body: {} }),
    api.request('POST', `/api/products/${liked.id}/reports`, { headers, body: { reason: 'spam' } }),
    api.request('POST', '/api/user/private/alternatives', {
      headers,
      body: { productId: liked.id, alternativeId: other.id },
    }),
  ]);
  for (const answer of refused) {
    expect([answer.status, answer.body]).toMatchObject([
      403,
      {
        message:
          'Your account is suspended through June 8, 2026. You can read, take things back and answer the moderators, but not add or change anything.',
      },
    ]);
  }
  expect((await api.request('GET', '/api/user/private/products', { headers })).status).toBe(200);
  expect((await upvote('DELETE')).status).toBe(200);
  expect(await measuresOf(ada)).toMatchObject([{ kind: 'suspension', suspendedUntil: inDays(7) }]);

  api.clock.now = new Date(inDays(7));
  expect((await upvote('PUT')).status).toBe(200);
  expect(await measuresOf(ada)).toEqual([]);
  expect((await act(moderator, ada.id, 'unsuspend')).status).toBe(409);
});

it('replaces a suspension, ends one, and takes no date beyond a year', async () => {
  const [ada, moderator] = [await signedInUser(), await buildModerator()];
  const suspend = (suspendedUntil: string) =>
    act(moderator, ada.id, 'suspend', { reason: 'Poems.', suspendedUntil });
  expect((await suspend(testNow.toISOString())).status).toBe(400);
  expect((await suspend(inDays(366))).status).toBe(400);
  await suspend(inDays(365));
  await suspend(inDays(2));
  expect(await measuresOf(ada)).toMatchObject([{ suspendedUntil: inDays(2) }]);
  expect(recordOf(await act(moderator, ada.id, 'unsuspend')).member.standing).toBe('active');
  expect(await measuresOf(ada)).toEqual([]);
});

it('refuses decisions about oneself, or about the same or a higher role', async () => {
  const [moderator, other, admin] = [
    await buildModerator(),
    await buildModerator(),
    await signedInUser({ role: 'admin' }),
  ];
  const statuses = async (viewer: SignedInUser, target: SignedInUser) =>
    (await act(viewer, target.id, 'warn', { reason: 'x' })).status;
  expect([
    await statuses(moderator, moderator),
    await statuses(moderator, other),
    await statuses(moderator, admin),
    await statuses(admin, moderator),
    await statuses(admin, await signedInUser({ role: 'admin' })),
  ]).toEqual([403, 403, 403, 200, 403]);
  expect((await act(admin, other.id, 'role', { role: 'member' })).status).toBe(200);
  expect((await act(admin, other.id, 'role', { role: 'member' })).status).toBe(409);
  expect((await auditLog()).map(({ action }) => action)).toEqual(['user.warn', 'user.role']);
  expect((await act(moderator, '999', 'warn', { reason: 'x' })).status).toBe(404);
});
