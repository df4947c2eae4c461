import * as z from 'zod/mini';
import { listAppealsCall, listMeasuresCall } from '@/lib/contract/measure';
import { DAY_MS } from '@/lib/contract/plain/durations';
import { noRateLimits } from '../../setup/no-rate-limits';
import { setUpReportCalls } from '../../setup/report-calls';
import type { SignedInUser } from '../../setup/signed-in-user';
import { setUpSubmissionCalls } from '../../setup/submission-calls';
import { setUpSuggestionCalls } from '../../setup/suggestion-calls';
import { setUpTestApp } from '../../setup/test-app';

const api = setUpTestApp({}, { rateLimits: noRateLimits });
const {
  signedInUser,
  buildModerator,
  buildListed,
  suggestedId,
  decide,
  reject,
  send,
  listQueue,
  storedProduct,
} = setUpSuggestionCalls(api);
const { edit, withdraw } = setUpSubmissionCalls(api);
const { verifyEmail, sentEmails } = setUpReportCalls(api);

const act = (moderator: SignedInUser, id: string, action: string, body: object = {}) =>
  send('POST', `/moderation/users/${id}/${action}`, moderator, { reason: 'Spam.', ...body });
const answer = (member: SignedInUser, body: object) =>
  send('POST', '/user/private/appeals', member, { text: 'It is no poem.', ...body });
const reverse = (judge: SignedInUser, id: string) =>
  send('POST', `/moderation/appeals/${id}`, judge, { outcome: 'reversed' });

async function openAppeals(moderator: SignedInUser) {
  const { body } = await send('GET', '/moderation/appeals', moderator);
  return listAppealsCall.answer.parse(body).appeals;
}

async function measuresOf(member: SignedInUser) {
  const { body } = await send('GET', '/user/private/measures', member);
  return listMeasuresCall.answer.parse(body);
}

async function buildAnsweredSuspension() {
  const [ada, mo, judge] = [await signedInUser(), await buildModerator(), await buildModerator()];
  await verifyEmail(ada, 'ada@x.example');
  const suspendedUntil = new Date(api.clock.now.getTime() + DAY_MS).toISOString();
  const suspend = () => act(mo, ada.id, 'suspend', { suspendedUntil });
  await suspend();
  const [measure] = (await measuresOf(ada)).measures;
  expect((await answer(ada, { measureId: measure?.id })).status).toBe(201);
  const [appeal] = await openAppeals(judge);
  await sentEmails();
  return { ada, mo, judge, suspend, appealId: appeal?.id ?? '' };
}

/** Opens an appeal again, as it is in a database of a build that did not close appeals when measures ended. */
const reopen = (id: string) =>
  api.db.execute(`UPDATE appeals SET decided_at = NULL, outcome = NULL WHERE id = ${id}`);

it('closes the answer to a suspension that another one has replaced, and says so', async () => {
  const { ada, judge, suspend, appealId } = await buildAnsweredSuspension();
  expect((await suspend()).status).toBe(200);

  expect(await openAppeals(judge)).toEqual([]);
  expect((await reverse(judge, appealId)).status).toBe(409);
  const { measures, past } = await measuresOf(ada);
  expect(measures).toMatchObject([{ kind: 'suspension', appeal: null, canAnswer: true }]);
  expect(past).toMatchObject([
    { appeal: { outcome: 'upheld', reply: expect.stringContaining('It replaces the one you answered') } },
  ]);
  expect((await sentEmails()).map(({ subject }) => subject)).toEqual([
    'Your answer to the moderators of Listgrove is closed',
    expect.stringContaining('is suspended through'),
  ]);
});

it('reverses no decision that has ended', async () => {
  const { ada, judge, suspend, appealId } = await buildAnsweredSuspension();
  await suspend();
  await reopen(appealId);
  await sentEmails();

  expect(await reverse(judge, appealId)).toMatchObject({
    status: 409,
    body: { message: "This decision is no longer in force, so there's nothing to reverse." },
  });
  expect((await measuresOf(ada)).measures).toMatchObject([{ kind: 'suspension' }]);
  expect(await sentEmails()).toEqual([]);
});

it.each([
  ['ban', 'upheld', 'is banned'],
  ['unsuspend', 'reversed', 'You can use your account'],
])('closes the answer to a suspension with a later %s', async (action, outcome, subject) => {
  const { ada, mo, judge, appealId } = await buildAnsweredSuspension();
  expect((await act(mo, ada.id, action)).status).toBe(200);
  expect(await openAppeals(judge)).toEqual([]);
  expect((await reverse(judge, appealId)).status).toBe(409);
  const member = { ...ada, headers: action === 'ban' ? await api.signIn(ada) : ada.headers };
  expect((await measuresOf(member)).past).toMatchObject([{ appeal: { outcome } }]);
  expect((await sentEmails()).at(-1)?.subject).toContain(subject);
});

async function buildAnsweredRejection() {
  const { ada, bob, moderator, id } = await buildListed();
  const judge = await buildModerator('judge');
  await verifyEmail(ada, 'ada@x.example');
  const suggestionId = await suggestedId(bob, id, { tagline: 'Draws diagrams for teams' });
  await edit(ada, id, { name: 'Poem' });
  await reject(moderator.headers, id, 'A poem.');
  expect((await answer(ada, { productId: id })).status).toBe(201);
  const [appeal] = await openAppeals(judge);
  await sentEmails();
  return { ada, moderator, judge, id, suggestionId, appealId: appeal?.id ?? '' };
}

type Answered = Awaited<ReturnType<typeof buildAnsweredRejection>>;

const CHANGES: Record<string, (answered: Answered) => Promise<{ status: number }>> = {
  'a suggestion': ({ moderator, suggestionId }) => decide(moderator, suggestionId, 'accept'),
  'the edit of a moderator': async ({ moderator, id }) => {
    const seen = (await storedProduct(id))?.updatedAt.toISOString() ?? '';
    const tagline = 'Draws diagrams for teams';
    return send('PATCH', `/moderation/products/${id}?seen=${seen}`, moderator, { tagline });
  },
  'a reverted version': async ({ moderator, id, suggestionId }) => {
    await decide(moderator, suggestionId, 'accept');
    const { body } = await send('GET', `/moderation/products/${id}/versions`, moderator);
    const { versions } = z.object({ versions: z.array(z.object({ id: z.string() })) }).parse(body);
    return send('POST', `/moderation/versions/${versions.at(-1)?.id ?? ''}/revert`, moderator);
  },
  'the new link of its site': async ({ moderator, id }) => {
    const checkedAt = api.clock.now.toISOString();
    await api.pool.query(
      `UPDATE site_checks SET concern = 'moved', concern_since = $2, moved_to = 'https://moved.example/', checked_at = $2
       WHERE product_id = $1`,
      [id, checkedAt],
    );
    return send('POST', `/moderation/sites/${id}/follow`, moderator, { seen: checkedAt });
  },
};

it.each(Object.keys(CHANGES))(
  'keeps an edit whose rejection is answered, and the answer decidable, after %s',
  async (change) => {
    const answered = await buildAnsweredRejection();
    const { judge, appealId, id } = answered;
    expect((await CHANGES[change]?.(answered))?.status).toBe(200);

    expect(await openAppeals(judge)).toMatchObject([{ id: appealId }]);
    expect((await sentEmails()).filter(({ to }) => to === 'ada@x.example')).toEqual([]);
    expect((await reverse(judge, appealId)).status).toBe(200);
    expect((await listQueue(judge)).products).toMatchObject([{ id, name: 'Poem' }]);
  },
);

it('discontinues no product while the answer to a rejection waits', async () => {
  const { judge, moderator, id, appealId } = await buildAnsweredRejection();
  const discontinuation = {
    discontinuedOn: '2026-05-01',
    reason: 'Its maker has stopped.',
    successorIds: [],
  };
  const discontinue = () =>
    send('PUT', `/moderation/products/${id}/discontinuation`, moderator, discontinuation);
  expect(await discontinue()).toMatchObject({
    status: 409,
    body: { message: 'Figgle has an appeal that waits for a decision. Decide on that first.' },
  });
  expect(await openAppeals(judge)).toMatchObject([{ id: appealId }]);
  await send('POST', `/moderation/appeals/${appealId}`, judge, { outcome: 'upheld' });
  await sentEmails();
  expect((await discontinue()).status).toBe(200);
  expect(await sentEmails()).toMatchObject([{ to: 'ada@x.example' }]);

  await reopen(appealId);
  expect(await reverse(judge, appealId)).toMatchObject({
    status: 409,
    body: { message: "Figgle isn't rejected any more, so nothing can return to the queue." },
  });
});

it('closes the answer without an email when the submitter withdraws the product', async () => {
  const { ada, judge, id } = await buildAnsweredRejection();
  expect((await withdraw(ada, id)).status).toBe(200);
  expect(await openAppeals(judge)).toEqual([]);
  expect(await sentEmails()).toEqual([]);
});
