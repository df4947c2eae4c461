import { eq, sql } from 'drizzle-orm';
import { purgeRecords } from '@/server/commands/account/keep-record';
import { deleteDueAccounts } from '@/server/commands/account/delete-account';
import { countUpvotesEachMinute } from '@/server/jobs/ranking-jobs';
import { products, upvotes, users } from '@/server/db/schema';
import { productClaims, suggestions } from '@/server/db/schema/edit-schema';
import { DAY_MS } from '@/lib/contract/plain/durations';
import { buildProduct } from '../setup/build';
import { keptRecords } from '@/server/db/schema/kept-record-schema';
import { listMemberStandings } from '@/server/queries/account/standings';
import { buildSignedInUser } from '../setup/signed-in-user';
import { eve } from '../setup/firebase-sign-in';
import { setUpLeavingMembers } from '../setup/leaving-members';

const { api, advance, signInAs, me, link, moderate, leave, leaveAfter } = setUpLeavingMembers();
const never = new AbortController().signal;
const other = { ...eve, email: 'old@example.com' };

/** An account of some days, with an upvote and a verified claim, that then adds the way to sign in of a banned one. */
async function linkBanned() {
  const product = await buildProduct(api.db);
  const headers = await signInAs(other, 'github.com');
  const { id } = await me(headers);
  await api.db
    .update(users)
    .set({ createdAt: new Date(0) })
    .where(eq(users.id, id));
  await leaveAfter((banned) => moderate(banned, 'ban', { reason: 'Spam.' }));
  const voter = await signInAs(other, 'github.com');
  await api.request('PUT', `/api/user/private/upvotes/${product.id}`, { headers: voter });
  const verifiedAt = api.clock.now;
  await api.db.insert(productClaims).values({
    ...{ productId: product.id, memberId: id, token: 'token', host: 'x.example', method: 'dns' },
    ...{ createdAt: verifiedAt, verifiedAt, checkDueAt: new Date(verifiedAt.getTime() + DAY_MS) },
  });
  const counts = async () => {
    await countUpvotesEachMinute.run(api.deps(), never);
    const [row] = await api.db.select().from(products).where(eq(products.id, product.id));
    const [claim] = await api.db.select().from(productClaims);
    return [row?.upvoteCount, row?.rankingUpvoteCount, claim?.verifiedAt !== null && claim !== undefined];
  };
  expect(await counts()).toEqual([1, 1, true]);
  await link(voter, other);
  return { id, counts, voter };
}

it('takes upvotes, claims and sessions when a ban returns to an old account, and a lifted ban gives them back', async () => {
  const { id, counts, voter } = await linkBanned();
  expect(await counts()).toEqual([0, 0, false]);
  const sessions = await api.request('GET', '/api/user/private/sessions', { headers: voter });
  expect(sessions.status).toBe(401);

  expect((await moderate(id, 'unban', {})).status).toBe(200);
  expect(await counts()).toEqual([1, 1, true]);
});

it('counts right after the deletion of an old account to which a ban has returned', async () => {
  const { counts } = await linkBanned();
  const headers = await signInAs(other, 'github.com');
  await api.request('DELETE', '/api/user/private/account', { headers });
  advance(15 * DAY_MS);
  expect(await deleteDueAccounts(api.deps())).toBe(1);
  expect(await counts()).toEqual([0, 0, false]);
});

const notes = async (id: string) => {
  const { rows } = await api.db.execute(sql`SELECT text FROM member_notes WHERE user_id = ${id}::bigint`);
  return rows.map(({ text }) => text);
};

it('recognizes every way to sign in of an earlier account while its notes count, also after the first has returned', async () => {
  const asOther = { ...eve, email: 'second@example.com' };
  await leaveAfter(async (id, headers) => {
    expect((await link(headers, asOther, 'github.com')).status).toBe(200);
    await moderate(id, 'notes', { text: 'Same texts as others.' });
  });
  const first = await me(await signInAs());
  expect(await notes(first.id)).toEqual(['Same texts as others.']);
  await purgeRecords(api.deps());

  const second = await me(await signInAs(asOther, 'github.com'));
  expect(second.id).not.toBe(first.id);
  expect(await notes(second.id)).toEqual(['Same texts as others.']);

  advance(181 * DAY_MS);
  await purgeRecords(api.deps());
  expect(await api.db.select().from(keptRecords)).toEqual([]);
});

it('recognizes the other way to sign in after a ban that had returned was lifted', async () => {
  const asOther = { ...eve, email: 'second@example.com' };
  await leaveAfter(async (id, headers) => {
    await link(headers, asOther, 'github.com');
    await moderate(id, 'notes', { text: 'Same texts as others.' });
    await moderate(id, 'ban', { reason: 'Spam.' });
  });
  const first = await me(await signInAs());
  expect((await moderate(first.id, 'unban', {})).status).toBe(200);
  const second = await me(await signInAs(asOther, 'github.com'));
  expect(await notes(second.id)).toEqual(['Same texts as others.']);
});

it('keeps a claim from being verified again that a moderator has withdrawn, through the deletion of the account', async () => {
  const product = await buildProduct(api.db);
  const { headers: byModerator } = await buildSignedInUser(api, { role: 'moderator' });
  const path = `/api/user/private/products/${product.id}/claim`;
  await leaveAfter(async (id, headers) => {
    expect((await api.request('POST', path, { headers })).status).toBe(200);
    await api.db.update(productClaims).set({ verifiedAt: api.clock.now, method: 'dns' });
    const [claim] = await api.db.select().from(productClaims).where(eq(productClaims.memberId, id));
    const withdrawn = await api.request('DELETE', `/api/moderation/claims/${claim?.id}`, {
      headers: byModerator,
    });
    expect(withdrawn.status).toBe(200);
  });
  advance(400 * DAY_MS);
  await purgeRecords(api.deps());
  const headers = await signInAs();
  await api.request('POST', path, { headers });
  expect(await api.request('POST', `${path}/verification`, { headers })).toMatchObject({
    status: 409,
    body: { message: 'A moderator has withdrawn your claim.' },
  });
});

it('sets upvotes aside that were set aside before the account was deleted, and remembers rejected suggestions', async () => {
  const product = await buildProduct(api.db);
  await leaveAfter(async (id, headers) => {
    await api.request('PUT', `/api/user/private/upvotes/${product.id}`, { headers });
    await api.db.execute(sql`
      WITH ring AS (
        INSERT INTO vote_rings (found_at, seen_at, score, figures, product_ids, set_aside_at)
        VALUES (now(), now(), 9, '{}', ARRAY[${product.id}]::bigint[], ${api.clock.now.toISOString()}) RETURNING id
      ), member AS (INSERT INTO vote_ring_members (ring_id, user_id) SELECT id, ${id}::bigint FROM ring)
      INSERT INTO set_aside_upvotes (product_id, user_id, ring_id) SELECT ${product.id}::bigint, ${id}::bigint, id FROM ring`);
    await api.db.insert(suggestions).values({
      ...{ productId: product.id, memberId: id, before: {}, after: {}, basedOn: api.clock.now },
      ...{
        status: 'rejected' as const,
        rejectionReason: 'No.',
        createdAt: api.clock.now,
        decidedAt: api.clock.now,
      },
    });
  });
  const rejectedAt = new Date(api.clock.now.getTime() - 15 * DAY_MS);
  const headers = await signInAs();
  const { id } = await me(headers);
  await api.db
    .update(users)
    .set({ createdAt: new Date(0) })
    .where(eq(users.id, id));
  await api.request('PUT', `/api/user/private/upvotes/${product.id}`, { headers: await signInAs() });
  await countUpvotesEachMinute.run(api.deps(), never);
  expect(await api.db.select().from(upvotes)).toMatchObject([{ userId: id, countsInRanking: false }]);
  const standing = (await listMemberStandings(api.db, [id], api.clock.now)).get(id);
  expect(standing).toMatchObject({ isSetAside: true });
  expect(Math.abs((standing?.lastRejectedAt?.getTime() ?? 0) - rejectedAt.getTime())).toBeLessThan(60_000);
  await leave(await signInAs());
});
