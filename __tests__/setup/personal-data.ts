import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { alternatives, alternativeUpvotes } from '@/server/db/schema/alternative-schema';
import { productClaims, suggestionAgreements, suggestions } from '@/server/db/schema/edit-schema';
import {
  bookmarks,
  discontinuations,
  newsletterSubscribers,
  productEdits,
  products,
  productValues,
  upvotes,
} from '@/server/db/schema';
import { contactMessages } from '@/server/db/schema/report-schema';
import { identities, invitations, freedHandles, passkeys } from '@/server/db/schema/sign-in-schema';
import { insertWebhook } from '@/server/queries/webhooks';
import { insertTaskGroup, insertTasks } from '@/server/queries/tasks';
import { insertEmail } from '@/server/queries/emails';
import { insertObservations } from '@/server/queries/products/gate';
import { lockStaffNotices, upsertNoticeTimings } from '@/server/queries/staff-notices';
import { insertVersions } from '@/server/queries/edits/product-versions';
import { hashToken } from '@/server/base/token';
import { buildProduct, buildUser } from './build';
import type { TestApp } from './signed-in-user';
import { testNow } from './test-app';

/** Inserts a user with a row in each table that can hold personal data. Each text of the user contains `mark`. */
export async function buildPersonalData(api: TestApp, mark: string) {
  const user = await buildUser(api.db, { name: mark, handle: mark, email: `${mark}@x.example` });
  await upsertNoticeTimings(api.db, user.id, { kinds: ['reports'], timing: 'morning', now: testNow });
  await lockStaffNotices(api.db, user.id);
  await api.db.insert(identities).values([
    { issuer: 'local', subject: mark, userId: user.id, provider: 'google.com', email: `${mark}@x.example`, isEmailVerified: true },
    { issuer: 'github', subject: mark, userId: user.id, provider: 'github.com', email: 'claimed@x.example' },
  ]); // prettier-ignore
  await api.db.insert(passkeys).values({
    ...{ userId: user.id, name: mark, transports: ['usb'], createdAt: testNow },
    ...{ credentialId: Buffer.from(mark), publicKey: Buffer.from(mark), signCount: 1 },
  });
  const headers = await api.signIn(user, `Browser of ${mark}`);
  const image = await api.db.execute<{ id: string }>(
    sql`INSERT INTO images (key, owner_id, status) VALUES (${`image-${mark}`}, ${user.id}, 'processed') RETURNING id`,
  );
  const submitted = { submitterId: user.id, tags: ['Testing'] };
  const approved = await buildProduct(api.db, { ...submitted, slug: `approved-of-${mark}`, name: 'Kept' });
  const pending = await buildProduct(api.db, {
    ...submitted,
    slug: `pending-of-${mark}`,
    status: 'pending',
    approvedAt: null,
  });
  const rejected = await buildProduct(api.db, {
    ...submitted,
    slug: `rejected-of-${mark}`,
    status: 'rejected',
    approvedAt: null,
  });
  await api.db.update(products).set({ editStatus: 'pending' }).where(eq(products.id, approved.id));
  await api.db.insert(productEdits).values({
    ...approved,
    productId: approved.id,
    name: `Renamed by ${mark}`,
    canonicalURL: `renamed-by-${mark}.example`,
    tagIds: [],
    rejectionReason: null,
  });
  await api.db.insert(productValues).values({
    productId: approved.id,
    field: 'price',
    value: 'free',
    source: 'submitter',
    checkedAt: testNow,
  });
  await api.db.insert(discontinuations).values({
    productId: rejected.id,
    discontinuedOn: '2026-01-31',
    reason: `Discontinued by ${mark}`,
    successorIds: [],
  });
  const reactedTo = await buildProduct(api.db, { upvoteCount: 5, rankingUpvoteCount: 4, bookmarkCount: 3 });
  await api.db.insert(upvotes).values({ productId: reactedTo.id, userId: user.id, countsInRanking: true });
  const other = await buildProduct(api.db);
  const pair = { proposerId: user.id, createdAt: testNow, upvoteCount: 3, rankingUpvoteCount: 2 };
  const [published] = await api.db
    .insert(alternatives)
    .values([
      { ...pair, productId: reactedTo.id, alternativeId: other.id, status: 'approved' },
      { ...pair, productId: approved.id, alternativeId: reactedTo.id },
    ])
    .returning();
  if (!published) throw new Error('No pair was inserted');
  await api.db
    .insert(alternativeUpvotes)
    .values({ pairId: published.id, userId: user.id, createdAt: testNow, countsInRanking: true });
  await insertVersions(api.db, [approved.id], { kind: 'edited', memberId: user.id, at: testNow });
  await insertObservations(api.db, [
    { productId: approved.id, rule: 'cooldown', outcome: 'passed', sentence: mark, observedAt: testNow },
  ]);
  const { rows: merges } = await api.db.execute<{ id: string }>(sql`
    INSERT INTO product_merges (source_id, target_id, moderator_id, created_at, source_status, source_upvote_count, target_upvote_count)
    VALUES (${other.id}, ${reactedTo.id}, ${user.id}, now(), 'approved', 1, 5) RETURNING id`);
  await api.db.execute(sql`
    WITH reaction AS (
      INSERT INTO merged_reactions (merge_id, kind, user_id, created_at) VALUES (${merges[0]?.id}, 'upvote', ${user.id}, now())
    )
    INSERT INTO merged_pairs (merge_id, product_id, alternative_id, proposer_id, created_at)
    VALUES (${merges[0]?.id}, ${other.id}, ${reactedTo.id}, ${user.id}, now())`);
  await api.db.execute(sql`
    INSERT INTO imports (moderator_id, source_name, state, counts, created_at)
    VALUES (${user.id}, 'list.md', 'imported', '{"added": 0, "updated": 0, "listed": 0, "skipped": 0}', now())`);
  await api.db.execute(sql`
    WITH networks AS (
      INSERT INTO voter_networks (user_id, network, seen_at) VALUES (${user.id}, '\xada0', now())
    ), links AS (
      INSERT INTO vote_links (user_id, other_id, score, found_at) VALUES (${user.id}, ${user.id}, 20, now())
    ), ring AS (
      INSERT INTO vote_rings (found_at, seen_at, score, figures, product_ids, set_aside_at, moderator_id)
      VALUES (now(), now(), 20, '{}', '{}', now(), ${user.id}) RETURNING id
    )
    SELECT FROM ring`);
  await api.db.execute(sql`
    WITH ring AS (SELECT id FROM vote_rings WHERE moderator_id = ${user.id}), members AS (
      INSERT INTO vote_ring_members (ring_id, user_id) SELECT id, ${user.id}::bigint FROM ring
    )
    INSERT INTO set_aside_upvotes (product_id, user_id, ring_id) SELECT ${other.id}::bigint, ${user.id}::bigint, id FROM ring`);
  await api.db.execute(sql`
    WITH merged AS (
      INSERT INTO tags (slug, name) VALUES ('merged-' || md5(${user.id}::text), 'Source'), ('target-' || md5(${user.id}::text), 'Target') RETURNING id
    ), done AS (
      INSERT INTO tag_merges (source_id, target_id, moderator_id, created_at, state, source_product_count, target_product_count)
      SELECT min(id), max(id), ${user.id}, now(), 'merged', 0, 0 FROM merged RETURNING id
    )
    INSERT INTO merged_product_tags (merge_id, product_id, position, had_target) SELECT id, ${approved.id}, 0, false FROM done`);
  await api.db.execute(sql`
    INSERT INTO stray_product_tags (tag_id, product_id) SELECT id, ${approved.id} FROM tags WHERE slug = 'merged-' || md5(${user.id}::text)`);
  await api.db.insert(bookmarks).values({ productId: reactedTo.id, userId: user.id });
  await api.db.execute(
    sql`INSERT INTO reports (product_id, reporter_id, reason, text, email, outcome, resolved_at) VALUES
      (${reactedTo.id}, ${user.id}, 'spam', ${`Reported by ${mark}`}, NULL, 'upheld', now()),
      (${other.id}, NULL, 'wrong', 'From a visitor', ${`${mark}@x.example`}, 'upheld', now())`,
  );
  await api.db.execute(sql`
    WITH measure AS (
      INSERT INTO member_measures (user_id, kind, reason, moderator_id, created_at)
      VALUES (${user.id}, 'warning', ${`Warned about ${mark}`}, ${user.id}, now())
    ), note AS (
      INSERT INTO member_notes (user_id, author_id, text, created_at) VALUES (${user.id}, ${user.id}, ${`A note on ${mark}`}, now())
    )
    INSERT INTO member_rejections (user_id, rejection_count) VALUES (${user.id}, 1)`);
  await api.db.execute(sql`
    INSERT INTO kept_records (user_id, content) VALUES (${user.id}, ${JSON.stringify({ banReason: mark })}::jsonb)`);
  await api.db.execute(sql`
    INSERT INTO rejection_times (entry_id, user_id, rejected_at) VALUES (1000 + ${user.id}, ${user.id}, now())`);
  await api.db.execute(sql`
    INSERT INTO appeals (user_id, measure_id, decider_id, text, created_at, outcome, judge_id)
    SELECT ${user.id}::bigint, id, ${user.id}::bigint, ${`Answered by ${mark}`}, now(), 'upheld', ${user.id}::bigint
    FROM member_measures WHERE user_id = ${user.id}`);
  await api.db.execute(sql`
    INSERT INTO audit_entries (actor_id, actor_handle, action, subject_kind, subject_id)
    VALUES (${user.id}, ${mark}, 'product.approve', 'product', ${reactedTo.id}),
      (0, 'moderator', 'user.ban', 'user', ${user.id})`);
  const [suggested] = await api.db
    .insert(suggestions)
    .values({
      ...{ productId: reactedTo.id, memberId: user.id, before: { name: 'Kept' }, after: { name: mark } },
      ...{ basedOn: testNow, comment: mark, createdAt: testNow },
    })
    .returning();
  await api.db
    .insert(suggestionAgreements)
    .values({ suggestionId: suggested?.id ?? '', memberId: user.id, createdAt: testNow });
  const suggestionId = suggested?.id ?? '';
  await api.db.execute(sql`
    INSERT INTO former_authors (product_id, suggestion_id, member_id)
    VALUES (${reactedTo.id}::bigint, ${suggestionId}::bigint, ${user.id}::bigint)`);
  await api.db
    .insert(freedHandles)
    .values({ skeletonHash: createHash('sha256').update(mark).digest(), freedBy: user.id });
  await api.db.insert(productClaims).values({
    heldMethod: 'dns',
    ...{
      productId: reactedTo.id,
      memberId: user.id,
      token: mark,
      host: 'x.example',
      method: 'meta',
      createdAt: testNow,
    },
  });
  const webhook = await insertWebhook(api.db, {
    ...{ url: 'https://hooks.example/in', format: 'standard', events: ['product.approved'] },
    ...{ secret: 'c2VjcmV0', creatorId: user.id, createdAt: testNow },
  });
  const product = { name: mark, tagline: mark, url: 'https://x.example', isListed: true };
  await insertTasks(api.db, [
    {
      ...{ kind: 'event', groupName: webhook.id, productId: pending.id, createdAt: testNow },
      payload: { event: 'product.approved', product },
    },
  ]);
  await api.db.execute(sql`
    INSERT INTO webhook_deliveries (webhook_id, event, product_id, payload, created_at, next_attempt_at)
    VALUES (${webhook.id}::bigint, 'product.approved', ${pending.id}::bigint, ${JSON.stringify(product)}::jsonb,
      '2026-06-01', '2026-06-01')`);
  await api.db.insert(invitations).values({
    ...{ tokenHash: hashToken(mark), creatorId: user.id, note: `For friends of ${mark}`, usesMax: 1 },
    ...{ createdAt: testNow, expiresAt: testNow },
  });
  for (const email of [`${mark}@x.example`, 'claimed@x.example']) {
    const [subscriber] = await api.db
      .insert(newsletterSubscribers)
      .values({
        email,
        list: mark,
        tokenHash: Buffer.from(mark + email),
        tokenSentAt: testNow,
        tagIds: ['1'],
      })
      .returning();
    if (!subscriber) throw new Error('No subscriber was inserted');
    const { rows: issues } = await api.db.execute<{ id: string }>(sql`
      INSERT INTO newsletter_issues (week, since, until) VALUES ('2026-06-01', '2026-05-25', '2026-06-01')
      ON CONFLICT (week) DO UPDATE SET until = EXCLUDED.until RETURNING id::text`);
    const groupName = issues[0]?.id ?? '';
    await insertTaskGroup(api.db, 'issue', groupName);
    await insertTasks(api.db, [
      { kind: 'issue', groupName, subscriberId: subscriber.id, createdAt: testNow },
    ]);
    // What a process of a build before the tasks has queued.
    await api.db.execute(sql`
      INSERT INTO newsletter_deliveries (issue_id, subscriber_id, status, next_attempt_at, settled_at)
      VALUES (${groupName}::bigint, ${subscriber.id}::bigint, 'sent', '2026-06-01', '2026-06-01')`);
    await api.db.execute(sql`
      INSERT INTO mail_outbox (email, subject, body, created_at, next_attempt_at)
      VALUES (${email}, ${mark}, ${`token=${mark}`}, '2026-06-01', '2026-06-01')`);
    await api.db.insert(contactMessages).values({ email, message: `A message about ${mark}` });
    await insertEmail(api.db, { email, subject: mark, body: `token=${mark}`, createdAt: testNow });
  }
  return { user, headers, approved, pending, rejected, reactedTo, imageId: image.rows[0]?.id };
}

/** Returns the names of all tables of the database. */
export const tableNames = async (api: TestApp) => {
  const { rows } = await api.db.execute<{ name: string }>(
    sql`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
};
