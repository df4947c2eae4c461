import { listAppealsCall, listMeasuresCall } from '@/lib/contract/measure';
import { emailTasks } from '@/server/commands/send-mail';
import { identities } from '@/server/db/schema/sign-in-schema';
import { setUpModerationCalls } from '../../setup/moderation-calls';
import type { SignedInUser } from '../../setup/signed-in-user';
import { setUpTestApp, testNow } from '../../setup/test-app';
import { runNext } from '../../setup/tasks';

const api = setUpTestApp();
const {
  signedInUser,
  buildModerator,
  createSubmission,
  editSubmission,
  listQueue,
  approve,
  reject,
  auditLog,
} = setUpModerationCalls(api);

const answer = ({ headers }: SignedInUser, body: object) =>
  api.request('POST', '/api/user/private/appeals', { headers, body: { text: 'It is no poem.', ...body } });
const decide = ({ headers }: SignedInUser, id: string, body: object) =>
  api.request('POST', `/api/moderation/appeals/${id}`, { headers, body });
const act = ({ headers }: SignedInUser, id: string, action: string, body: object) =>
  api.request('POST', `/api/moderation/users/${id}/${action}`, { headers, body });

async function openAppeals({ headers }: SignedInUser) {
  const { body } = await api.request('GET', '/api/moderation/appeals', { headers });
  return listAppealsCall.answer.parse(body).appeals;
}

async function measuresOf(headers: Record<string, string>) {
  const { body } = await api.request('GET', '/api/user/private/measures', { headers });
  return listMeasuresCall.answer.parse(body).measures;
}

async function pastMeasuresOf(headers: Record<string, string>) {
  const { body } = await api.request('GET', '/api/user/private/measures', { headers });
  return listMeasuresCall.answer.parse(body).past;
}

const ownProduct = async ({ headers }: SignedInUser, id: string) =>
  (await api.request('GET', `/api/user/private/products/${id}`, { headers })).body;

async function sentSubjects() {
  api.sent.length = 0;
  while (await runNext(emailTasks, api.deps()));
  return api.sent.map(({ subject }) => subject);
}

it('lets a submitter answer a rejection once, and another moderator returns the product to the queue', async () => {
  const [ada, eve] = [await signedInUser(), await signedInUser()];
  const [mo, other] = [await buildModerator('mo'), await buildModerator('other')];
  const { id } = await createSubmission(ada);
  expect((await answer(ada, { productId: id })).status).toBe(409);
  await reject(mo.headers, id, 'A poem.');
  expect((await answer(eve, { productId: id })).status).toBe(404);
  expect((await answer(ada, { productId: id, text: 'x'.repeat(1_001) })).status).toBe(400);
  expect((await answer(ada, { productId: id, measureId: '1' })).status).toBe(400);

  expect((await answer(ada, { productId: id })).status).toBe(201);
  expect((await answer(ada, { productId: id })).status).toBe(409);
  expect(await ownProduct(ada, id)).toMatchObject({
    product: { answer: { text: 'It is no poem.', outcome: null, reply: null } },
  });
  const [open] = await openAppeals(other);
  expect(open).toMatchObject({
    ...{ kind: 'rejection', reason: 'A poem.', deciderHandle: 'mo', text: 'It is no poem.' },
    ...{ product: { id }, member: { handle: ada.handle } },
  });
  const appealId = open?.id ?? '';
  expect((await decide(mo, appealId, { outcome: 'reversed' })).status).toBe(403);
  expect((await decide(other, appealId, { outcome: 'reversed', reply: 'Right.' })).status).toBe(200);
  expect((await decide(other, appealId, { outcome: 'upheld' })).status).toBe(409);

  const { products } = await listQueue(mo);
  expect(products).toMatchObject([{ id, answer: { text: 'It is no poem.' } }]);
  expect(products[0]?.lastRejection).toBeUndefined();
  expect(await openAppeals(other)).toEqual([]);
  expect((await auditLog()).map(({ action }) => action)).toEqual(['product.reject', 'appeal.reverse']);
  const { body } = await api.request('GET', '/api/moderation/users?order=rejected', { headers: mo.headers });
  expect(body).toMatchObject({ members: [] });

  // Another rejection can be answered, too.
  await reject(mo.headers, id, 'A poem indeed.');
  expect((await answer(ada, { productId: id })).status).toBe(201);
});

it('lets the only moderator decide about an appeal against a decision of theirs, and no member about their own appeal', async () => {
  const mo = await buildModerator('mo');
  const ada = await signedInUser();
  const [ofAda, ofMo] = [
    await createSubmission(ada),
    await createSubmission(mo, { url: 'https://mo.example/', name: 'Mo' }),
  ];
  for (const { id } of [ofAda, ofMo]) await reject(mo.headers, id, 'A poem.');
  await answer(ada, { productId: ofAda.id });
  await answer(mo, { productId: ofMo.id });
  const [first, second] = await openAppeals(mo);
  expect((await decide(mo, first?.id ?? '', { outcome: 'upheld', reply: 'It rhymes.' })).status).toBe(200);
  expect((await decide(mo, second?.id ?? '', { outcome: 'reversed' })).status).toBe(403);
  expect(await ownProduct(ada, ofAda.id)).toMatchObject({
    product: { status: 'rejected', answer: { outcome: 'upheld', reply: 'It rhymes.' } },
  });
  expect((await answer(ada, { productId: ofAda.id })).status).toBe(409);
});

it('shows the answer beside the product when it is submitted again, and a decision on that closes it', async () => {
  const [ada, mo] = [await signedInUser(), await buildModerator()];
  const { id } = await createSubmission(ada);
  await reject(mo.headers, id, 'A poem.');
  await answer(ada, { productId: id });
  await editSubmission(ada, id, { tagline: 'Not a poem any more' });
  expect((await listQueue(mo)).products).toMatchObject([
    { id, lastRejection: { reason: 'A poem.' }, answer: { text: 'It is no poem.' } },
  ]);
  await approve(mo.headers, id);
  expect(await openAppeals(mo)).toEqual([]);
});

it('opens the answer again when the decision that closed it is undone', async () => {
  const [ada, mo] = [await signedInUser(), await buildModerator()];
  const { id } = await createSubmission(ada);
  await reject(mo.headers, id, 'A poem.');
  await answer(ada, { productId: id });
  await editSubmission(ada, id, { tagline: 'Not a poem any more' });
  const open = await openAppeals(mo);
  await approve(mo.headers, id);
  expect(await openAppeals(mo)).toEqual([]);

  await api.request('POST', '/api/moderation/undo', { headers: mo.headers, body: { ids: [id] } });
  expect(await openAppeals(mo)).toEqual(open);
});

it('returns a rejected edit to the queue', async () => {
  const [ada, mo, other] = [await signedInUser(), await buildModerator(), await buildModerator()];
  const { id } = await createSubmission(ada);
  await approve(mo.headers, id);
  await editSubmission(ada, id, { name: 'Figgle 2' });
  await reject(mo.headers, id, 'A poem.');
  await answer(ada, { productId: id });
  const [open] = await openAppeals(other);
  await decide(other, open?.id ?? '', { outcome: 'reversed' });
  expect((await listQueue(mo)).products).toMatchObject([{ id, name: 'Figgle 2', status: 'pending' }]);
});

it('lets a banned member sign in and answer, and lifts the ban', async () => {
  const ada = await signedInUser();
  await api.db.insert(identities).values({
    ...{ issuer: 'local', subject: 'ada', userId: ada.id, provider: 'google.com' },
    ...{ email: 'ada@x.example', isEmailVerified: true },
  });
  const [mo, other] = [await buildModerator(), await buildModerator()];
  await act(mo, ada.id, 'ban', { reason: 'Spam.' });
  const banned = { ...ada, headers: await api.signIn(ada) };
  const [ban] = await measuresOf(banned.headers);
  expect((await answer(banned, { measureId: ban?.id })).status).toBe(201);
  expect(await measuresOf(banned.headers)).toMatchObject([{ appeal: { text: 'It is no poem.' } }]);
  const [open] = await openAppeals(other);
  expect(open).toMatchObject({ kind: 'ban', reason: 'Spam.', product: null });
  await decide(other, open?.id ?? '', { outcome: 'reversed' });
  expect(await measuresOf(banned.headers)).toEqual([]);
  expect((await api.request('GET', `/api/users/${ada.handle}`)).status).toBe(200);
  expect(await sentSubjects()).toEqual([
    'Your account on Listgrove is banned',
    'Your answer has changed the decision',
  ]);
  expect((await auditLog()).map(({ action, details }) => [action, details])).toEqual([
    ['user.ban', {}],
    ['appeal.reverse', {}],
  ]);
});

it('keeps a warning that was read where its member can answer it', async () => {
  const [ada, mo, other] = [await signedInUser(), await buildModerator(), await buildModerator()];
  await act(mo, ada.id, 'warn', { reason: 'Poems.' });
  const [warning] = await measuresOf(ada.headers);
  const id = warning?.id ?? '';
  const read = `/api/user/private/measures/${id}/acknowledge`;
  await api.request('POST', read, { headers: ada.headers, body: {} });
  expect(await measuresOf(ada.headers)).toEqual([]);
  expect(await pastMeasuresOf(ada.headers)).toMatchObject([{ id, appeal: null, canAnswer: true }]);
  expect(await pastMeasuresOf(other.headers)).toEqual([]);

  expect((await answer(ada, { measureId: id })).status).toBe(201);
  expect(await pastMeasuresOf(ada.headers)).toMatchObject([{ id, canAnswer: false }]);
  const [open] = await openAppeals(other);
  await decide(other, open?.id ?? '', { outcome: 'reversed', reply: 'You are right.' });
  expect(await pastMeasuresOf(ada.headers)).toMatchObject([
    { id, endedAt: testNow.toISOString(), appeal: { outcome: 'reversed', reply: 'You are right.' } },
  ]);
});

it('refuses an answer to a suspension that is over, and says so', async () => {
  const [ada, mo] = [await signedInUser(), await buildModerator()];
  const suspendedUntil = new Date(testNow.getTime() + 86_400_000).toISOString();
  await act(mo, ada.id, 'suspend', { reason: 'Spam.', suspendedUntil });
  expect(await measuresOf(ada.headers)).toMatchObject([{ canAnswer: true }]);
  await act(mo, ada.id, 'unsuspend', {});
  expect(await measuresOf(ada.headers)).toEqual([]);
  const [over] = await pastMeasuresOf(ada.headers);
  expect(over).toMatchObject({ kind: 'suspension', canAnswer: false });
  expect((await answer(ada, { measureId: over?.id })).status).toBe(404);
});

it('ends a suspension and a warning, each once, and lets no equal decide about a moderator', async () => {
  const [ada, mo, other] = [await signedInUser(), await buildModerator(), await buildModerator()];
  const suspendedUntil = new Date(testNow.getTime() + 86_400_000).toISOString();
  await act(mo, ada.id, 'suspend', { reason: 'Spam.', suspendedUntil });
  await act(mo, ada.id, 'warn', { reason: 'Poems.' });
  const measures = await measuresOf(ada.headers);
  for (const { id } of measures) expect((await answer(ada, { measureId: id })).status).toBe(201);
  for (const { id } of await openAppeals(other)) {
    expect((await decide(other, id, { outcome: 'reversed' })).status).toBe(200);
  }
  expect(await measuresOf(ada.headers)).toEqual([]);
  expect((await answer(ada, { measureId: measures[0]?.id })).status).toBe(404);

  const admin = await signedInUser({ role: 'admin' });
  await act(admin, mo.id, 'warn', { reason: 'Be kind.' });
  const [warning] = await measuresOf(mo.headers);
  await answer(mo, { measureId: warning?.id });
  const [open] = await openAppeals(other);
  expect((await decide(other, open?.id ?? '', { outcome: 'reversed' })).status).toBe(403);
  // The only admin has made the decision.
  expect((await decide(admin, open?.id ?? '', { outcome: 'reversed' })).status).toBe(200);
});
