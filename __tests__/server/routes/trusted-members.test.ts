import { eq } from 'drizzle-orm';
import { DAY_MS, SECOND_MS } from '@/lib/contract/plain/durations';
import { listAppealsCall } from '@/lib/contract/measure';
import { listProductSuggestionsCall } from '@/lib/contract/suggestion';
import { suggestions } from '@/server/db/schema/edit-schema';
import { users } from '@/server/db/schema';
import { purgeExpiredHourly } from '@/server/jobs/jobs';
import { buildProduct } from '../../setup/build';
import { noRateLimits } from '../../setup/no-rate-limits';
import type { SignedInUser } from '../../setup/signed-in-user';
import { setUpSuggestionCalls } from '../../setup/suggestion-calls';
import { setUpTestApp, testNow } from '../../setup/test-app';

const api = setUpTestApp({}, { rateLimits: noRateLimits });
const { suggestedId, buildListed, send, agree, storedAgreements, buildMember, buildTrusted, ...calls } =
  setUpSuggestionCalls(api);
const tagline = 'Draws diagrams for teams';

const missing = async ({ headers }: Pick<SignedInUser, 'headers'>, productId: string) =>
  listProductSuggestionsCall.answer.parse(
    (await send('GET', `/user/private/products/${productId}/suggestions`, { headers })).body,
  ).missing;
const daysAgo = (days: number) => new Date(testNow.getTime() - days * DAY_MS);

it.each<[string, (member: SignedInUser) => Promise<unknown>, RegExp | undefined]>([
  ['is 30 days old', () => Promise.resolve(), undefined],
  [
    'is a moment younger than 30 days',
    ({ id }) =>
      api.db
        .update(users)
        .set({ createdAt: new Date(daysAgo(30).getTime() + SECOND_MS) })
        .where(eq(users.id, id)),
    /Your account has to be at least 30 days old\. It will be on June 1, 2026, \d\d:\d\d UTC\./,
  ],
  [
    'is suspended in the past',
    ({ id }) => api.db.update(users).set({ suspendedUntil: testNow }).where(eq(users.id, id)),
    undefined,
  ],
  [
    'had a suggestion rejected 90 days ago',
    (member) => insertSuggestion(member, { status: 'rejected', decidedAt: daysAgo(90) }),
    undefined,
  ],
  [
    'had a suggestion rejected within 90 days',
    (member) =>
      insertSuggestion(member, {
        status: 'rejected',
        decidedAt: new Date(daysAgo(90).getTime() + SECOND_MS),
      }),
    /Your last rejection has to be at least 90 days ago\. It will be on June 1, 2026, \d\d:\d\d UTC\./,
  ],
  ['is in a ring that was found', ({ id }) => insertRing(id, null), undefined],
  [
    'is in a ring whose upvotes are set aside',
    ({ id }) => insertRing(id, testNow),
    /A moderator has set your upvotes aside\./,
  ],
])('checks whether an account is trusted: an account that %s', async (_, change, expected) => {
  const { bob, id } = await buildListed();
  const suggestionId = await suggestedId(bob, id, { tagline });
  const member = await buildTrusted();
  await change(member);

  const lacking = await missing(member, id);
  const answer = await agree(member, suggestionId);

  expect(lacking.length).toBe(expected ? 1 : 0);
  expect(lacking.join()).toMatch(expected ?? /^$/);
  expect(answer.status).toBe(expected ? 403 : 200);
  expect(answer.text).toMatch(expected ?? /"count":1/);
  expect(await storedAgreements()).toHaveLength(expected ? 0 : 1);
});

it('requires three submissions or suggestions in total that moderators accepted', async () => {
  const { bob, id } = await buildListed();
  const suggestionId = await suggestedId(bob, id, { tagline });
  const member = await buildMember(1);
  await buildProduct(api.db, { submitterId: member.id, status: 'discontinued' });
  await buildProduct(api.db, { submitterId: member.id, status: 'pending', approvedAt: null });
  await buildProduct(api.db, { submitterId: member.id, status: 'removed' });

  expect(await agree(member, suggestionId)).toMatchObject({
    status: 403,
    body: {
      message:
        "You can't agree yet. You need 3 submissions or suggestions that moderators accepted. You have 2.",
    },
  });
  await insertSuggestion(member, { status: 'accepted', decidedAt: testNow });
  expect((await agree(member, suggestionId)).status).toBe(200);
});

it('counts no suggestion that members accepted, so that trust does not spread without a moderator', async () => {
  const { moderator, id } = await buildListed();
  const member = await buildMember(2);
  const [one, two, three] = await calls.buildTrustedMembers();
  const byMembers = await suggestedId(member, id, { tagline });
  for (const trusted of [one, two, three]) expect((await agree(trusted, byMembers)).status).toBe(200);
  expect(await calls.own(member)).toMatchObject([{ status: 'accepted' }]);
  expect(await missing(member, id)).toEqual([
    'You need 3 submissions or suggestions that moderators accepted. You have 2.',
  ]);

  const byModerator = await suggestedId(member, id, { tagline: 'Draws for teams' });
  expect((await calls.decide(moderator, byModerator, 'accept')).status).toBe(200);
  expect(await missing(member, id)).toEqual([]);
});

it('does not trust a member after a rejected submission, even a withdrawn one, unless the rejection is undone', async () => {
  const { moderator, bob, id } = await buildListed();
  const suggestionId = await suggestedId(bob, id, { tagline });
  const submission = { url: 'https://other.example/', name: 'Other' };
  const undone = await buildTrusted();
  const { id: undoneId } = await calls.createSubmission(undone, submission);
  await calls.reject(moderator.headers, undoneId, 'A poem.');
  expect((await agree(undone, suggestionId)).status).toBe(403);
  await send('POST', '/moderation/undo', moderator, { ids: [undoneId] });
  expect((await agree(undone, suggestionId)).status).toBe(200);

  const rejected = await buildTrusted();
  const { id: rejectedId } = await calls.createSubmission(rejected, {
    url: 'https://poem.example/',
    name: 'Poem',
  });
  await calls.reject(moderator.headers, rejectedId, 'A poem.');
  await send('DELETE', `/user/private/products/${rejectedId}`, rejected);
  expect((await agree(rejected, suggestionId)).body).toMatchObject({
    message:
      "You can't agree yet. Your last rejection has to be at least 90 days ago. It will be on August 30, 2026, 12:00 UTC.",
  });
  api.clock.now = new Date(testNow.getTime() + 90 * DAY_MS);
  expect(await missing({ headers: await api.signIn(rejected) }, id)).toEqual([]);
  const times = async () => (await api.db.execute('SELECT FROM rejection_times')).rows.length;
  expect(await times()).toBe(1);
  api.clock.now = new Date(testNow.getTime() + 91 * DAY_MS);
  await purgeExpiredHourly.run(api.deps(), new AbortController().signal);
  expect(await times()).toBe(0);
});

it('trusts a member again when a moderator reverses the rejection after an appeal', async () => {
  const { bob, id } = await buildListed();
  const suggestionId = await suggestedId(bob, id, { tagline });
  const [member, mo, other] = [
    await buildTrusted(),
    await calls.buildModerator(),
    await calls.buildModerator(),
  ];
  const { id: rejectedId } = await calls.createSubmission(member, {
    ...{ url: 'https://other.example/', name: 'Other' },
  });
  await calls.reject(mo.headers, rejectedId, 'A poem.');
  await send('POST', '/user/private/appeals', member, { productId: rejectedId, text: 'It is no poem.' });
  const { appeals } = listAppealsCall.answer.parse((await send('GET', '/moderation/appeals', other)).body);
  expect((await agree(member, suggestionId)).status).toBe(403);
  await send('POST', `/moderation/appeals/${appeals[0]?.id}`, other, { outcome: 'reversed' });
  expect((await agree(member, suggestionId)).status).toBe(200);
});

async function insertSuggestion(
  { id: memberId }: { id: string },
  decision: Pick<typeof suggestions.$inferInsert, 'status' | 'decidedAt'>,
) {
  const { id: productId } = await buildProduct(api.db);
  await api.db.insert(suggestions).values({
    ...{ productId, memberId, before: {}, after: {}, basedOn: testNow, createdAt: testNow, ...decision },
  });
}

async function insertRing(userId: string, setAsideAt: Date | null) {
  await api.db.execute(`
    WITH ring AS (
      INSERT INTO vote_rings (found_at, seen_at, score, figures, product_ids, set_aside_at)
      VALUES (now(), now(), 20, '{}', '{}', ${setAsideAt ? `'${setAsideAt.toISOString()}'` : 'NULL'}) RETURNING id
    )
    INSERT INTO vote_ring_members (ring_id, user_id) SELECT id, ${userId} FROM ring`);
}
