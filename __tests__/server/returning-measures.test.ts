import { eq } from 'drizzle-orm';
import { deleteDueAccounts } from '@/server/commands/account/delete-account';
import { countUpvotesEachMinute } from '@/server/jobs/ranking-jobs';
import { products, users } from '@/server/db/schema';
import { productClaims } from '@/server/db/schema/edit-schema';
import { DAY_MS } from '@/lib/contract/plain/durations';
import { buildProduct } from '../setup/build';
import { eve } from '../setup/firebase-sign-in';
import { setUpLeavingMembers } from '../setup/leaving-members';

const { api, advance, signInAs, me, link, moderate, leaveAfter } = setUpLeavingMembers();
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
