import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { DAY_MS } from '@/lib/contract/plain/durations';
import { suggestionAgreements, suggestions } from '@/server/db/schema/edit-schema';
import { users } from '@/server/db/schema';
import { identities } from '@/server/db/schema/sign-in-schema';
import { insertWebhook } from '@/server/queries/webhooks';
import { NO_RULES, type SiteRules } from '@/server/fields/rules-schema';
import { buildProduct } from '../../setup/build';
import { noRateLimits } from '../../setup/no-rate-limits';
import { setUpSubmissionCalls } from '../../setup/submission-calls';
import { setUpSuggestionCalls } from '../../setup/suggestion-calls';
import { setUpTestApp, testNow } from '../../setup/test-app';
import { emailsOf, tasksOf } from '../../setup/tasks';

let rules: SiteRules = NO_RULES;
const api = setUpTestApp(() => ({ rules }), { rateLimits: noRateLimits });
const { suggestedId, decide, queue, own, openFor, actions, buildListed, send, ...calls } =
  setUpSuggestionCalls(api);
const { agree, withdrawAgreement, storedAgreements, buildTrusted, buildTrustedMembers } = calls;
const { edit } = setUpSubmissionCalls(api);
const tagline = 'Draws diagrams for teams';

beforeEach(() => {
  rules = NO_RULES;
});

it('applies a suggestion when the third trusted member agrees, and tells the submitter and the suggesting member', async () => {
  const { moderator, bob, id } = await buildListed();
  await api.db.insert(identities).values({
    ...{ issuer: 'local', subject: 'bob', userId: bob.id, provider: 'google.com' },
    ...{ email: 'bob@x.example', isEmailVerified: true },
  });
  const [one, two, three] = await buildTrustedMembers();
  const changes = { tagline, description: '**New**', tags: ['Drawing'] };
  const suggestionId = await suggestedId(bob, id, changes);
  const readPage = () => api.request('GET', '/api/products/figgle');
  expect((await readPage()).body).toMatchObject({ product: { tagline: 'Draw together in the browser' } });
  calls.advanceClock(5);

  expect((await agree(one, suggestionId)).body).toMatchObject({ isAccepted: false, count: 1 });
  expect((await agree(one, suggestionId)).body).toMatchObject({ isAccepted: false, count: 1 });
  expect((await agree(two, suggestionId)).body).toMatchObject({ isAccepted: false, count: 2 });
  expect(await openFor(two, id)).toMatchObject([{ agreement: { count: 2, hasAgreed: true } }]);
  expect(await openFor(three, id)).toMatchObject([{ agreement: { count: 2, hasAgreed: false } }]);
  expect(await own(bob)).toMatchObject([{ status: 'open', agreement: { count: 2 } }]);
  expect(await queue(moderator)).toMatchObject([{ agreement: { count: 2 } }]);
  expect(await calls.storedProduct(id)).toMatchObject({ tagline: 'Draw together in the browser' });

  expect((await agree(three, suggestionId)).body).toMatchObject({ isAccepted: true, count: 3 });

  expect((await readPage()).body).toMatchObject({
    product: { tagline, descriptionHTML: '<p><strong>New</strong></p>', tags: [{ name: 'Drawing' }] },
  });
  expect(await calls.tagCounts()).toMatchObject({ design: 0, drawing: 1 });
  const versions = await send('GET', `/moderation/products/${id}/versions`, moderator);
  expect(versions.body).toMatchObject({ versions: [{ kind: 'edited', memberHandle: 'bob' }, {}] });
  expect(await own(bob)).toMatchObject([{ status: 'accepted' }]);
  expect((await own(bob))[0]).not.toHaveProperty('agreement');
  expect(await queue(moderator)).toEqual([]);
  expect(await emailsOf(api.db)).toMatchObject([
    { email: 'bob@x.example', subject: 'Your suggestion for Figgle was accepted' },
  ]);
  expect(await agree(one, suggestionId)).toMatchObject({
    status: 409,
    body: { message: 'This suggestion was already accepted.' },
  });
});

it('writes one row of the log, without the members who agreed, and one event for webhooks', async () => {
  const { bob, id } = await buildListed();
  await insertWebhook(api.db, {
    ...{ url: 'https://hooks.example/in', format: 'standard', events: ['product.changed'] },
    ...{ secret: 'c2VjcmV0', creatorId: bob.id, createdAt: testNow },
  });
  const members = (await buildTrustedMembers()).slice(0, 3);
  const suggestionId = await suggestedId(bob, id, { tagline });
  for (const member of members) await agree(member, suggestionId);

  expect(await actions()).toEqual(['product.approve', 'suggestion.agree']);
  const [, entry] = await calls.auditLog();
  expect(entry).toMatchObject({
    ...{ actorId: null, actorHandle: 'Trusted members', subjectId: id },
    details: { name: 'Figgle', slug: 'figgle', parts: 'tagline', memberCount: '3' },
  });
  expect(await tasksOf(api.db, 'event')).toMatchObject([
    { payload: { event: 'product.changed' }, productId: id },
  ]);
  const { text } = await api.request('GET', '/api/moderation-log');
  for (const { handle } of [...members, bob]) expect(text + JSON.stringify(entry)).not.toContain(handle);
});

it('applies a suggestion once when four members agree and a moderator accepts it at the same time', async () => {
  const { moderator, bob, id } = await buildListed();
  const members = await buildTrustedMembers();
  const suggestionId = await suggestedId(bob, id, { tagline });
  calls.advanceClock(1);

  const answers = await Promise.all([
    ...members.map((member) => agree(member, suggestionId)),
    decide(moderator, suggestionId, 'accept'),
  ]);

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  expect((await actions()).filter((action) => action.startsWith('suggestion'))).toHaveLength(1);
  const { body } = await send('GET', `/moderation/products/${id}/versions`, moderator);
  expect(z.object({ versions: z.array(z.unknown()) }).parse(body).versions).toHaveLength(2);
  expect(await calls.storedProduct(id)).toMatchObject({ tagline });
});

it('counts only members who are trusted when the last one agrees', async () => {
  const { bob, id } = await buildListed();
  const [one, two, three, four] = await buildTrustedMembers();
  const suggestionId = await suggestedId(bob, id, { tagline });
  await agree(one, suggestionId);
  await agree(two, suggestionId);
  await api.db.update(users).set({ bannedAt: testNow }).where(eq(users.id, one.id));
  expect(await own(bob)).toMatchObject([{ agreement: { count: 1 } }]);

  expect((await agree(three, suggestionId)).body).toMatchObject({ isAccepted: false, count: 2 });
  expect(await calls.storedProduct(id)).toMatchObject({ tagline: 'Draw together in the browser' });
  expect((await agree(four, suggestionId)).body).toMatchObject({ isAccepted: true, count: 3 });
});

it('refuses agreements with new names, new links and the member’s own suggestion', async () => {
  const { ada, bob, id } = await buildListed();
  for (let count = 0; count < 2; count += 1) await buildProduct(api.db, { submitterId: ada.id });
  const member = await buildTrusted();
  const ownId = await suggestedId(member, id, { tagline });
  expect((await agree(member, ownId)).body).toMatchObject({
    message: 'This is your own suggestion. Others decide about it.',
  });
  const named = await suggestedId(bob, id, { name: 'Doodle', tagline });
  expect(await agree(member, named)).toMatchObject({
    status: 403,
    body: { message: 'Only moderators accept a new name or link.' },
  });
  const other = await calls.signedInUser();
  const linked = await suggestedId(other, id, { url: 'https://doodle.example/' });
  expect((await agree(member, linked)).status).toBe(403);
  const shown = await openFor(member, id);
  expect(shown.map(({ agreement }) => agreement?.count)).toEqual([0, undefined, undefined]);
  // The submitter agrees once, as everyone does.
  await agree(ada, ownId);
  expect((await agree(ada, ownId)).body).toMatchObject({ count: 1 });
  expect(await storedAgreements()).toHaveLength(1);
});

it('takes and counts no agreement of the member who has left the suggestion to a former member', async () => {
  const { id } = await buildListed();
  const [author, one, two, three] = await buildTrustedMembers();
  const suggestionId = await suggestedId(author, id, { tagline });
  await agree(one, suggestionId);
  await agree(two, suggestionId);
  expect((await send('DELETE', `/user/private/suggestions/${suggestionId}`, author)).status).toBe(200);
  expect((await agree(author, suggestionId)).body).toMatchObject({
    message: 'This is your own suggestion. Others decide about it.',
  });
  // As a row of an earlier build.
  await api.db.insert(suggestionAgreements).values({ suggestionId, memberId: author.id, createdAt: testNow });
  expect(await openFor(three, id)).toMatchObject([{ agreement: { count: 2 } }]);
  expect((await agree(three, suggestionId)).body).toMatchObject({ isAccepted: true, count: 3 });
});

it('stores no agreement once the product has changed, or while an edit is in the queue', async () => {
  const { moderator, ada, bob, id } = await buildListed();
  const [one, two] = await buildTrustedMembers();
  const suggestionId = await suggestedId(bob, id, { tagline });
  await agree(one, suggestionId);
  calls.advanceClock(1);
  await edit(ada, id, { name: 'Doodle' });
  expect(await agree(two, suggestionId)).toMatchObject({
    status: 409,
    body: { message: 'Figgle has an edit in the queue, which has to be decided first.' },
  });
  await calls.reject(moderator.headers, id, 'A poem.');
  await edit(ada, id, { tagline: 'Draw with everyone, everywhere', name: 'Figgle' });
  expect(await agree(two, suggestionId)).toMatchObject({
    status: 409,
    body: { message: 'The tagline of Figgle has changed since this was suggested.' },
  });
  expect(await storedAgreements()).toHaveLength(1);
  expect(await own(bob)).toMatchObject([{ status: 'open', agreement: { count: 1 } }]);
});

it('lets members withdraw their agreement while the suggestion is open, even suspended members', async () => {
  const { moderator, bob, id } = await buildListed();
  const [one, two] = await buildTrustedMembers();
  const suggestionId = await suggestedId(bob, id, { tagline });
  await agree(one, suggestionId);
  await agree(two, suggestionId);
  await api.db
    .update(users)
    .set({ suspendedUntil: new Date(testNow.getTime() + DAY_MS) })
    .where(eq(users.id, one.id));
  expect((await agree(one, suggestionId)).status).toBe(403);
  expect((await withdrawAgreement(one, suggestionId)).status).toBe(200);
  expect((await withdrawAgreement(one, suggestionId)).status).toBe(200);
  expect(await storedAgreements()).toMatchObject([{ memberId: two.id }]);

  await decide(moderator, suggestionId, 'reject');
  await withdrawAgreement(two, suggestionId);
  expect(await storedAgreements()).toHaveLength(1);
  await api.db.delete(suggestions);
  expect(await storedAgreements()).toEqual([]);
});

it('deletes the agreements of a member who deletes the account', async () => {
  const { bob, id } = await buildListed();
  const [one, two] = await buildTrustedMembers();
  const suggestionId = await suggestedId(bob, id, { tagline });
  await agree(one, suggestionId);
  await agree(two, suggestionId);
  await api.db.update(users).set({ deletionRequestedAt: testNow }).where(eq(users.id, two.id));
  expect(await own(bob)).toMatchObject([{ agreement: { count: 1 } }]);
  await api.db.execute(`DELETE FROM users WHERE id = ${two.id}`);
  expect(await storedAgreements()).toMatchObject([{ memberId: one.id }]);
});

it('accepts no agreement with a suggestion whose words the site has refused since', async () => {
  const { bob, id } = await buildListed();
  const member = await buildTrusted();
  const suggestionId = await suggestedId(bob, id, { tagline });
  rules = { ...NO_RULES, refusedWords: ['diagrams'] };
  expect((await agree(member, suggestionId)).status).toBe(403);
  expect(await storedAgreements()).toEqual([]);
});

it('accepts no agreement while submissions are stopped', async () => {
  const { moderator, bob, id } = await buildListed();
  const member = await buildTrusted();
  const suggestionId = await suggestedId(bob, id, { tagline });
  await send('PUT', '/moderation/brakes/no-submissions', moderator, {});
  expect((await agree(member, suggestionId)).status).toBe(503);
  expect(await storedAgreements()).toEqual([]);
});
