import { sql } from 'drizzle-orm';
import { DAY_MS } from '@/lib/contract/plain/durations';
import { auditEntries, productEdits, users } from '@/server/db/schema';
import { suggestionAgreements, suggestions } from '@/server/db/schema/edit-schema';
import { deleteDueAccounts } from '@/server/commands/account/delete-account';
import { CONTRIBUTIONS } from '@/server/queries/products/removals';
import { buildProduct, buildUser } from '../../setup/build';
import { setUpSubmissionCalls, submissionOf } from '../../setup/submission-calls';
import { setUpTestApp, testNow } from '../../setup/test-app';

const api = setUpTestApp();
const { signedInUser, submit, createSubmission, edit, withdraw, storedProducts, approve, searchFor } =
  setUpSubmissionCalls(api);

/** Has somebody else contribute to a product, in a table. */
const contribute: Record<keyof typeof CONTRIBUTIONS, (id: string, userId: string) => Promise<unknown>> = {
  upvotes: (id, userId) =>
    api.db.execute(
      sql`INSERT INTO upvotes (product_id, user_id, is_weighing) VALUES (${id}, ${userId}, true)`,
    ),
  bookmarks: (id, userId) =>
    api.db.execute(sql`INSERT INTO bookmarks (product_id, user_id) VALUES (${id}, ${userId})`),
  suggestions: (id, userId) =>
    api.db.execute(sql`INSERT INTO suggestions (product_id, member_id, before, after, based_on, created_at)
      VALUES (${id}, ${userId}, '{"name": "Figgle"}', '{"name": "Figgle!"}', now(), now())`),
  product_claims: (id, userId) =>
    api.db
      .execute(sql`INSERT INTO product_claims (product_id, member_id, token, host, method, created_at, verified_at)
      VALUES (${id}, ${userId}, 'x', 'figgle.example', 'dns', now(), now())`),
  reports: (id, userId) =>
    api.db.execute(
      sql`INSERT INTO reports (product_id, reason, reporter_id) VALUES (${id}, 'broken', ${userId})`,
    ),
  appeals: (id, userId) =>
    api.db.execute(sql`INSERT INTO appeals (user_id, product_id, entry_id, text, created_at)
      VALUES (${userId}, ${id}, 999, 'No.', now())`),
  product_edits: (id, userId) =>
    api.db.execute(sql`WITH edited AS (UPDATE products SET edit_status = 'pending' WHERE id = ${id})
      INSERT INTO product_edits (product_id, name, tagline, description, description_html, url, canonical_url, tag_ids, editor_id)
      SELECT id, 'Figgle 2', tagline, description, description_html, url, canonical_url, '{}', ${userId} FROM products
      WHERE id = ${id}`),
  alternatives: async (id, userId) => {
    const other = await buildProduct(api.db);
    await api.db.execute(sql`INSERT INTO alternatives (product_id, alternative_id, proposer_id, created_at)
      VALUES (${id}, ${other.id}, ${userId}, now())`);
  },
  product_merges: async (id) => {
    const other = await buildProduct(api.db);
    await api.db.execute(sql`INSERT INTO product_merges
      (source_id, target_id, created_at, source_status, source_upvote_count, target_upvote_count)
      VALUES (${other.id}, ${id}, now(), 'approved', 0, 0)`);
  },
};
const kinds = Object.keys(CONTRIBUTIONS).filter(
  (kind): kind is keyof typeof CONTRIBUTIONS => kind in CONTRIBUTIONS,
);

describe('withdrawing what others have added to', () => {
  it.each(kinds)(
    'leaves a product with %s of somebody else listed, as submitted by a former member',
    async (kind) => {
      const ada = await signedInUser();
      const { id } = await createSubmission(ada);
      await approve(id);
      await contribute[kind](id, (await buildUser(api.db)).id);

      expect(await withdraw(ada, id)).toMatchObject({
        status: 200,
        body: {
          message: 'Withdrawn. Others have added to it, so it stays, listed as submitted by a former member.',
        },
      });

      expect((await api.request('GET', '/api/products/figgle')).body).toMatchObject({
        product: { name: 'Figgle', submitter: { handle: 'former-member' } },
      });
      const { rows } = await api.db.execute(sql`SELECT FROM ${sql.identifier(kind)}`);
      expect(rows).toHaveLength(1);
      expect(await api.db.select().from(auditEntries)).toMatchObject([
        { action: 'product.detach', actorId: null, actorHandle: 'former-member', subjectId: id },
      ]);
      // It is no longer the member's.
      expect((await withdraw(ada, id)).status).toBe(404);
    },
  );

  it('keeps what others added to a product that was never approved, or whose approval was undone', async () => {
    const ada = await signedInUser();
    const { id } = await createSubmission(ada);
    await contribute.upvotes(id, (await buildUser(api.db)).id);

    expect((await withdraw(ada, id)).status).toBe(200);
    expect(await storedProducts()).toMatchObject([{ id, status: 'pending' }]);
  });

  it('deletes the edit of the submitter, and leaves that of a verified owner in the queue', async () => {
    const ada = await signedInUser();
    const { id } = await createSubmission(ada);
    await approve(id);
    await edit(ada, id, { name: 'Doodle' });
    await contribute.upvotes(id, (await buildUser(api.db)).id);
    await withdraw(ada, id);
    expect(await storedProducts()).toMatchObject([{ id, status: 'approved', editStatus: null }]);
    expect(await api.db.select().from(productEdits)).toEqual([]);

    const eve = await signedInUser();
    const other = submissionOf(await submit(eve, { url: 'https://edited.example/', name: 'Edited' }));
    await approve(other.id);
    await contribute.product_edits(other.id, (await buildUser(api.db)).id);
    await withdraw(eve, other.id);
    expect(await api.db.select().from(productEdits)).toMatchObject([
      { productId: other.id, name: 'Figgle 2' },
    ]);
  });

  it('keeps it, and the edit of a verified owner, when the account of its submitter is deleted', async () => {
    const ada = await signedInUser();
    const pending = await createSubmission(ada);
    await contribute.upvotes(pending.id, (await buildUser(api.db)).id);
    const edited = submissionOf(await submit(ada, { url: 'https://edited.example/', name: 'Edited' }));
    await approve(edited.id);
    await contribute.product_edits(edited.id, (await buildUser(api.db)).id);
    await api.request('DELETE', '/api/user/private/account', { headers: ada.headers });
    api.clock.now = new Date(testNow.getTime() + 15 * DAY_MS);

    expect(await deleteDueAccounts(api.deps())).toBe(1);
    expect(await storedProducts()).toMatchObject([
      { id: pending.id },
      { id: edited.id, editStatus: 'pending' },
    ]);
    expect(await api.db.$count(productEdits)).toBe(1);
  });
});

describe('who may withdraw', () => {
  it.each([
    ['banned', { bannedAt: testNow }],
    ['suspended', { suspendedUntil: new Date(testNow.getTime() + DAY_MS) }],
    ['leaving', { deletionRequestedAt: testNow }],
  ])('refuses a %s submitter', async (_, standing) => {
    const ada = await signedInUser(standing);
    const { id } = await buildProduct(api.db, { submitterId: ada.id });
    expect((await withdraw(ada, id)).status).toBe(403);
    expect(await storedProducts()).toMatchObject([{ id, status: 'approved' }]);
  });
});

describe('undoing a withdrawal', () => {
  const restore = async (id: string) => {
    const mo = await signedInUser({ role: 'moderator', createdAt: testNow });
    return api.request('POST', `/api/moderation/products/${id}/restore`, { headers: mo.headers });
  };

  it('lists the product again within 30 days, also when its link was free in between, and logs both', async () => {
    const ada = await signedInUser();
    const { id } = await createSubmission(ada);
    await approve(id);
    await withdraw(ada, id);
    api.clock.now = new Date(testNow.getTime() + 30 * DAY_MS - 1);
    expect((await restore(id)).status).toBe(200);

    expect(await storedProducts()).toMatchObject([{ id, status: 'approved', withdrawnAt: null }]);
    expect(await searchFor('Figgle')).toHaveLength(1);
    expect(await api.db.select().from(auditEntries)).toMatchObject([
      { action: 'product.withdraw', actorId: ada.id, details: { name: 'Figgle' } },
      { action: 'product.restore' },
    ]);
  });

  it('refuses after 30 days, and while another product has the link', async () => {
    const ada = await signedInUser();
    const { id } = await createSubmission(ada);
    await approve(id);
    await withdraw(ada, id);
    api.clock.now = new Date(testNow.getTime() + 2 * DAY_MS);
    expect((await submit(await signedInUser({ createdAt: testNow }), { name: 'Other' })).status).toBe(201);
    expect(await restore(id)).toMatchObject({
      status: 409,
      body: { message: 'Other has the link of Figgle by now.' },
    });

    api.clock.now = new Date(testNow.getTime() + 30 * DAY_MS);
    expect((await restore(id)).status).toBe(409);
  });
});

it('keeps an open suggestion with agreements of others when its member withdraws it', async () => {
  const [ada, bob] = [await signedInUser(), await signedInUser()];
  const { id } = await buildProduct(api.db);
  await contribute.suggestions(id, ada.id);
  const [suggestion] = await api.db.select().from(suggestions);
  const remove = () =>
    api.request('DELETE', `/api/user/private/suggestions/${suggestion?.id ?? ''}`, { headers: ada.headers });
  await api.db
    .insert(suggestionAgreements)
    .values({ suggestionId: suggestion?.id ?? '', memberId: bob.id, createdAt: testNow });
  expect((await remove()).status).toBe(200);
  const [former] = await api.db
    .select()
    .from(users)
    .where(sql`handle = 'former-member'`);
  expect(await api.db.select().from(suggestions)).toMatchObject([{ memberId: former?.id, status: 'open' }]);
  expect(await api.db.$count(suggestionAgreements)).toBe(1);
});
