import { eq } from 'drizzle-orm';
import { DAY_MS } from '@/lib/contract/plain/durations';
import { SUGGESTION_LIMITS } from '@/lib/contract/suggestion';
import { suggestions } from '@/server/db/schema/edit-schema';
import { identities } from '@/server/db/schema/sign-in-schema';
import { purgeExpiredHourly } from '@/server/jobs/jobs';
import { noRateLimits } from '../../setup/no-rate-limits';
import { setUpSubmissionCalls } from '../../setup/submission-calls';
import { setUpSuggestionCalls } from '../../setup/suggestion-calls';
import { setUpTestApp } from '../../setup/test-app';
import { emailsOf } from '../../setup/tasks';

const api = setUpTestApp({}, { rateLimits: noRateLimits });
const { suggest, suggestedId, decide, queue, own, openFor, actions, buildListed, send, ...calls } =
  setUpSuggestionCalls(api);
const { buildModerator, signedInUser, createSubmission, advanceClock } = calls;
const { edit } = setUpSubmissionCalls(api);

it('shows a suggestion to moderators and members, and applies it as a version of its member', async () => {
  const { moderator, bob, id } = await buildListed();
  await api.db.insert(identities).values({
    ...{ issuer: 'local', subject: 'bob', userId: bob.id, provider: 'google.com' },
    ...{ email: 'bob@x.example', isEmailVerified: true },
  });
  const changes = { name: 'Doodle', tagline: 'Draw together in the browser', tags: ['Drawing'] };

  const suggestionId = await suggestedId(bob, id, changes, { comment: ' It was renamed. ' });

  const expected = {
    ...{ id: suggestionId, memberHandle: 'bob', comment: 'It was renamed.', status: 'open' },
    product: { id },
    changes: [
      { part: 'name', before: 'Figgle', after: 'Doodle' },
      { part: 'tags', before: 'Design, Drawing', after: 'Drawing' },
    ],
  };
  expect(await queue(moderator)).toMatchObject([expected]);
  expect(await own(bob)).toMatchObject([expected]);
  expect(await openFor(bob, id)).toMatchObject([expected]);
  expect(await calls.storedProduct(id)).toMatchObject({ name: 'Figgle' });
  advanceClock(5);

  expect((await decide(moderator, suggestionId, 'accept')).status).toBe(200);

  expect(await calls.storedProduct(id)).toMatchObject({ name: 'Doodle', slug: 'doodle', status: 'approved' });
  expect(await calls.tagCounts()).toEqual({ design: 0, drawing: 1 });
  expect(await calls.searchIds('Doodle')).toEqual([id]);
  const { body } = await send('GET', `/moderation/products/${id}/versions`, moderator);
  expect(body).toMatchObject({ versions: [{ kind: 'edited', memberHandle: 'bob' }, {}] });
  expect(await actions()).toEqual(['product.approve', 'suggestion.accept']);
  expect(await queue(moderator)).toEqual([]);
  expect(await own(bob)).toMatchObject([{ status: 'accepted' }]);
  expect(await emailsOf(api.db)).toMatchObject([
    { email: 'bob@x.example', subject: 'Your suggestion for Doodle was accepted' },
  ]);
  expect(await decide(moderator, suggestionId, 'reject')).toMatchObject({
    status: 409,
    body: { message: 'This suggestion was already accepted.' },
  });
});

it('tells the member why a suggestion was rejected, and deletes it after a year', async () => {
  const { moderator, bob, id } = await buildListed();
  const suggestionId = await suggestedId(bob, id, { tagline: 'Draws diagrams for teams' });

  expect((await decide(moderator, suggestionId, 'reject')).status).toBe(200);

  expect(await own(bob)).toMatchObject([{ status: 'rejected', rejectionReason: 'We could not confirm it.' }]);
  expect(await calls.storedProduct(id)).toMatchObject({ tagline: 'Draw together in the browser' });
  expect(await actions()).toEqual(['product.approve', 'suggestion.reject']);
  const purge = async (days: number) => {
    const now = () => new Date(api.clock.now.getTime() + days * DAY_MS);
    await purgeExpiredHourly.run({ ...api.deps(), now }, new AbortController().signal);
    return (await api.db.select().from(suggestions)).length;
  };
  expect(await purge(SUGGESTION_LIMITS.rejectedDays)).toBe(1);
  expect(await purge(SUGGESTION_LIMITS.rejectedDays + 1)).toBe(0);
});

it('applies a suggestion once when two moderators accept it at the same time', async () => {
  const { moderator, bob, id } = await buildListed();
  const other = await buildModerator();
  const suggestionId = await suggestedId(bob, id, { name: 'Doodle' });

  const answers = await Promise.all([
    decide(moderator, suggestionId, 'accept'),
    decide(other, suggestionId, 'accept'),
    decide(other, suggestionId, 'reject'),
  ]);

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect((await actions()).filter((action) => action.startsWith('suggestion'))).toHaveLength(1);
});

it('keeps one open suggestion for each member and product, also of two that arrive at the same time', async () => {
  const { bob, id } = await buildListed();
  const other = await signedInUser();
  const answers = await Promise.all([
    suggest(bob, id, { name: 'Doodle' }),
    suggest(bob, id, { name: 'Scribble' }),
    suggest(other, id, { name: 'Scribble' }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409]);

  const [open] = await own(bob);
  await send('DELETE', `/user/private/suggestions/${open?.id}`, other);
  expect(await own(bob)).toHaveLength(1);
  await send('DELETE', `/user/private/suggestions/${open?.id}`, bob);
  expect(await own(bob)).toEqual([]);
  expect((await suggest(bob, id, { name: 'Scribbles' })).status).toBe(201);
});

it('refuses a suggestion whose part has changed since, and applies one whose part has not', async () => {
  const { moderator, ada, bob, id } = await buildListed();
  const carl = await signedInUser();
  const ofTagline = await suggestedId(bob, id, { tagline: 'Draws diagrams for teams' });
  const ofDescription = await suggestedId(carl, id, { description: '**New**' });
  advanceClock(1);
  await edit(ada, id, { tagline: 'Draw with everyone, everywhere' });

  expect(await decide(moderator, ofTagline, 'accept')).toMatchObject({
    status: 409,
    body: { message: 'The tagline of Figgle has changed since this was suggested.' },
  });
  expect(await own(bob)).toMatchObject([{ status: 'open' }]);
  expect((await decide(moderator, ofDescription, 'accept')).status).toBe(200);
  expect(await calls.storedProduct(id)).toMatchObject({
    tagline: 'Draw with everyone, everywhere',
    description: '**New**',
    descriptionHTML: '<p><strong>New</strong></p>',
  });
});

it('refuses while an edit is in the queue, and a URL that another product has', async () => {
  const { moderator, ada, bob, id } = await buildListed();
  const suggestionId = await suggestedId(bob, id, { url: 'https://doodle.example/' });
  await edit(ada, id, { name: 'Doodle' });
  expect(await decide(moderator, suggestionId, 'accept')).toMatchObject({
    status: 409,
    body: { message: 'Figgle has an edit in the queue, which has to be decided first.' },
  });
  await calls.reject(moderator.headers, id, 'A poem.');
  await createSubmission(ada, { url: 'http://doodle.example', name: 'Other' });
  expect((await decide(moderator, suggestionId, 'accept')).status).toBe(409);
  expect(await calls.storedProduct(id)).toMatchObject({ name: 'Figgle', url: 'https://figgle.example/' });
});

it('accepts no suggestion without a change, from the submitter, for a hidden product or from an older version', async () => {
  const { ada, bob, id } = await buildListed();
  expect((await suggest(bob, id, { name: 'Figgle' })).status).toBe(400);
  expect((await suggest(bob, id, { tags: ['Design', 'Drawing'] })).status).toBe(400);
  expect((await suggest(bob, id, { url: 'http://127.0.0.1/' })).status).toBe(400);
  expect((await suggest(bob, id, { name: 'x' }, { comment: 'x' })).status).toBe(400);
  expect((await suggest(bob, id, { name: 'Doodle' }, { comment: 'x'.repeat(501) })).status).toBe(400);
  expect((await suggest(ada, id, { name: 'Doodle' })).status).toBe(409);
  const seen = (await calls.storedProduct(id))?.updatedAt.toISOString();
  advanceClock(1);
  await edit(ada, id, { tagline: 'Draw with everyone, everywhere' });
  expect(await suggest(bob, id, { name: 'Doodle' }, { seen })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('@ada changed Figgle just now.') },
  });
  const { id: hidden } = await createSubmission(ada, { url: 'https://doodle.example/', name: 'Other' });
  expect((await suggest(bob, hidden, { name: 'Doodle' })).status).toBe(404);
  expect(await api.db.select().from(suggestions)).toEqual([]);
  expect((await suggest(bob, id, { name: 'Doodle' }, { comment: 'x'.repeat(500) })).status).toBe(201);
});

it('closes open suggestions when a product leaves the lists, tells their members, and deletes them after a year', async () => {
  const { moderator, ada, bob, id } = await buildListed();
  const suggestionId = await suggestedId(bob, id, { name: 'Scribble' });
  await send('POST', `/products/${id}/reports`, ada, { reason: 'broken' });
  const removal = { outcome: 'upheld', remedy: 'remove', seen: api.clock.now.toISOString() };
  expect(await send('POST', `/moderation/products/${id}/reports`, moderator, removal)).toMatchObject({
    status: 200,
  });

  expect(await own(bob)).toMatchObject([
    { id: suggestionId, status: 'closed', product: { name: 'Figgle', status: 'removed' } },
  ]);
  expect(await queue(moderator)).toEqual([]);
  expect(await openFor(bob, id)).toEqual([]);
  expect(await decide(moderator, suggestionId, 'accept')).toMatchObject({
    status: 409,
    body: { message: 'This suggestion was already closed.' },
  });
  const purge = async (days: number) => {
    const now = () => new Date(api.clock.now.getTime() + days * DAY_MS);
    await purgeExpiredHourly.run({ ...api.deps(), now }, new AbortController().signal);
    return (await api.db.select().from(suggestions)).length;
  };
  expect(await purge(SUGGESTION_LIMITS.rejectedDays)).toBe(1);
  expect(await purge(SUGGESTION_LIMITS.rejectedDays + 1)).toBe(0);
});

it('closes open suggestions of a product that is discontinued, and lets members suggest again once it is listed', async () => {
  const { moderator, bob, id } = await buildListed();
  await suggest(bob, id, { name: 'Scribble' });
  await send('PUT', `/moderation/products/${id}/discontinuation`, moderator, {
    ...{ discontinuedOn: '2026-05-01', reason: 'It has ended.', successorSlugs: [] },
  });
  expect(await own(bob)).toMatchObject([{ status: 'closed', product: { status: 'discontinued' } }]);
  await send('DELETE', `/moderation/products/${id}/discontinuation`, moderator);
  expect(await own(bob)).toMatchObject([{ status: 'closed' }]);
  expect((await suggest(bob, id, { name: 'Scribble' })).status).toBe(201);
});

it('forgets suggestions when a member leaves the site, and keeps the version', async () => {
  const { moderator, bob, id } = await buildListed();
  await decide(moderator, await suggestedId(bob, id, { name: 'Doodle' }), 'accept');
  await suggest(bob, id, { name: 'Scribble' });
  await api.db.execute(`DELETE FROM users WHERE handle = 'bob'`);
  expect(await api.db.select().from(suggestions).where(eq(suggestions.memberId, bob.id))).toEqual([]);
  const { body } = await send('GET', `/moderation/products/${id}/versions`, moderator);
  expect(body).toMatchObject({ versions: [{ kind: 'edited', memberHandle: null }, {}] });
});
