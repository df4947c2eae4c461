import { sql } from 'drizzle-orm';
import { isFormerSubmitter } from '@/server/queries/former-authors';
import type { Db } from '@/server/db/client';

/** Upvotes of products and of alternatives follow the same rules. */
const VOTES = [
  {
    ...{ votes: sql`upvotes`, subjectId: sql`product_id`, counts: sql`is_weighing` },
    ...{ subjects: sql`products`, rankingCount: sql`weighing_upvote_count` },
  },
  {
    ...{ votes: sql`alternative_upvotes`, subjectId: sql`pair_id`, counts: sql`counts_in_ranking` },
    ...{ subjects: sql`alternatives`, rankingCount: sql`ranking_upvote_count` },
  },
] as const;
type Votes = (typeof VOTES)[number];

/**
 * Counts upvotes in the ranking whose account was created at or before an instant, at most `limit` of them. Skips the
 * upvotes of banned users.
 *
 * @returns the number of upvotes changed.
 */
const countInRanking =
  ({ votes, subjectId, counts, subjects, rankingCount }: Votes) =>
  async (
    db: Db,
    { accountsCreatedUntil, limit }: { accountsCreatedUntil: Date; limit: number },
  ): Promise<number> => {
    // Lock order: see `updateUpvotes`.
    const { rows } = await db.execute<{ total: number }>(sql`
      WITH found AS (
        SELECT ${subjectId}, user_id FROM ${votes} JOIN users ON users.id = user_id
        WHERE awaited_account_created_at <= ${accountsCreatedUntil.toISOString()}::timestamptz
          AND users.banned_at IS NULL
        LIMIT ${limit}
      ),
      due AS (
        SELECT ${subjectId}, user_id FROM found JOIN ${votes} USING (${subjectId}, user_id)
        ORDER BY ${subjectId}, user_id FOR UPDATE OF ${votes}
      ),
      started AS (
        UPDATE ${votes} AS vote SET ${counts} = true FROM due
        WHERE vote.${subjectId} = due.${subjectId} AND vote.user_id = due.user_id AND NOT vote.${counts}
        RETURNING vote.${subjectId} AS subject_id, vote.${counts} AS counts
      ),
      counted AS (SELECT subject_id, count(*)::integer AS added FROM started WHERE counts GROUP BY subject_id),
      locked AS (
        SELECT id, added FROM ${subjects} JOIN counted ON subject_id = id ORDER BY id FOR NO KEY UPDATE OF ${subjects}
      ),
      weighed AS (
        UPDATE ${subjects} SET ${rankingCount} = ${rankingCount} + locked.added
        FROM locked WHERE ${subjects}.id = locked.id
      )
      SELECT coalesce(sum(added), 0)::integer AS total FROM counted`);
    return rows[0]?.total ?? 0;
  };
export const updateUpvotesCountedInRanking = countInRanking(VOTES[0]);
export const updateAlternativeUpvotesCountedInRanking = countInRanking(VOTES[1]);

/**
 * Takes the upvotes of a user out of all counts. The rows stay, and count nowhere. To be called once the user is banned:
 * a trigger then lets none of them wait for the age of the account. Lock order: see `updateUpvotes`.
 */
export async function hideUpvotes(db: Db, userId: string): Promise<void> {
  for (const { votes, subjectId, counts, subjects, rankingCount } of VOTES) {
    await db.execute(sql`
      WITH mine AS (
        SELECT ${subjectId} AS subject_id, ${counts} AS counts FROM ${votes}
        WHERE user_id = ${userId}::bigint ORDER BY ${subjectId} FOR UPDATE
      ), changed AS (
        UPDATE ${votes} SET ${counts} = false WHERE user_id = ${userId}::bigint AND ${counts}
      ), locked AS (
        SELECT id, counts FROM ${subjects} JOIN mine ON subject_id = id ORDER BY id FOR NO KEY UPDATE OF ${subjects}
      )
      UPDATE ${subjects}
      SET upvote_count = greatest(upvote_count - 1, 0),
          ${rankingCount} = greatest(${rankingCount} - locked.counts::integer, 0)
      FROM locked WHERE ${subjects}.id = locked.id`);
  }
  await countDaysAgain(db);
}

/**
 * Shows the upvotes of a user again. To be called once the user is no longer banned: a trigger lets them wait for the age
 * of the account, and the job that counts upvotes in the ranking finds them.
 */
export async function showUpvotes(db: Db, userId: string): Promise<void> {
  for (const { votes, subjectId, subjects } of VOTES) {
    await db.execute(sql`
      WITH mine AS (
        SELECT ${subjectId} AS subject_id FROM ${votes} WHERE user_id = ${userId}::bigint ORDER BY ${subjectId} FOR UPDATE
      ), locked AS (
        SELECT id FROM ${subjects} JOIN mine ON subject_id = id ORDER BY id FOR NO KEY UPDATE OF ${subjects}
      )
      UPDATE ${subjects} SET upvote_count = upvote_count + 1 FROM locked WHERE ${subjects}.id = locked.id`);
  }
  await countDaysAgain(db);
}

/** Those of a banned user have already left the counts. Lock order: see `updateUpvotes`. */
export async function deleteUpvotesOf(db: Db, userId: string): Promise<void> {
  for (const { votes, subjectId, counts, subjects, rankingCount } of VOTES) {
    await db.execute(sql`
      WITH gone AS (
        DELETE FROM ${votes} WHERE user_id = ${userId}::bigint RETURNING ${subjectId} AS subject_id, ${counts} AS counts
      ),
      voter AS (SELECT (banned_at IS NULL)::integer AS shown FROM users WHERE id = ${userId}::bigint),
      locked AS (
        SELECT id, counts FROM ${subjects} JOIN gone ON subject_id = id ORDER BY id FOR NO KEY UPDATE OF ${subjects}
      )
      UPDATE ${subjects}
      SET upvote_count = greatest(upvote_count - voter.shown, 0),
          ${rankingCount} = greatest(${rankingCount} - locked.counts::integer, 0)
      FROM locked, voter WHERE ${subjects}.id = locked.id`);
  }
}

/** The next run of the job counts the upvotes of all days by tag again, also of those that were final. */
export const countDaysAgain = (db: Db) => db.execute(sql`UPDATE upvote_days SET counted_at = '-infinity'`);

/**
 * Sets the upvotes aside that the members of a ring have given to its products. They are shown and do not count in the
 * ranking. The caller has locked the ring.
 *
 * @returns how many were set aside.
 */
export async function setUpvotesAside(db: Db, ringId: string): Promise<number> {
  const { rows } = await db.execute<{ product_id: string; user_id: string }>(sql`
    INSERT INTO set_aside_upvotes (product_id, user_id, ring_id)
    SELECT product_id, user_id, vote_rings.id
    FROM vote_rings JOIN vote_ring_members ON ring_id = vote_rings.id JOIN upvotes USING (user_id)
    WHERE vote_rings.id = ${ringId}::bigint AND product_id = ANY(product_ids)
    ORDER BY product_id, user_id
    ON CONFLICT DO NOTHING
    RETURNING product_id::text, user_id::text`);
  await updateCounting(db, rows, sql`false`);
  return rows.length;
}

/** Sets upvotes of a user aside that were set aside before, also those still to come, if their ring still is. */
export async function setUpvotesAsideAgain(
  db: Db,
  userId: string,
  upvotes: readonly { productId: string; ringId: string }[],
): Promise<void> {
  if (upvotes.length === 0) return;
  const { rows } = await db.execute<{ product_id: string; user_id: string }>(sql`
    INSERT INTO set_aside_upvotes (product_id, user_id, ring_id)
    SELECT products.id, ${userId}::bigint, vote_rings.id
    FROM unnest(
      ${sql.param(upvotes.map(({ productId }) => productId))}::bigint[],
      ${sql.param(upvotes.map(({ ringId }) => ringId))}::bigint[]
    ) AS kept (product_id, ring_id)
    JOIN products ON products.id = product_id
    JOIN vote_rings ON vote_rings.id = ring_id AND set_aside_at IS NOT NULL
    ORDER BY products.id
    ON CONFLICT DO NOTHING
    RETURNING product_id::text, user_id::text`);
  await updateCounting(db, rows, sql`false`);
}

/**
 * Lets the upvotes of a ring count again, unless the account is too young or banned, or has submitted the product.
 *
 * @returns how many were set aside.
 */
export async function restoreUpvotes(db: Db, ringId: string, accountsCreatedUntil: Date): Promise<number> {
  const { rows } = await db.execute<{ product_id: string; user_id: string }>(sql`
    DELETE FROM set_aside_upvotes WHERE ring_id = ${ringId}::bigint RETURNING product_id::text, user_id::text`);
  await updateCounting(
    db,
    rows,
    sql`EXISTS (
      SELECT FROM users WHERE users.id = due.user_id AND banned_at IS NULL
        AND users.created_at <= ${accountsCreatedUntil.toISOString()}::timestamptz
    ) AND NOT EXISTS (
      SELECT FROM products WHERE products.id = due.product_id AND submitter_id = due.user_id
    ) AND NOT ${isFormerSubmitter(sql`due.product_id`, sql`due.user_id`)}`,
  );
  return rows.length;
}

/** Sets which upvotes count in the ranking, and counts them again. Lock order: see `updateUpvotes`. */
async function updateCounting(
  db: Db,
  upvotes: readonly { product_id: string; user_id: string }[],
  counts: ReturnType<typeof sql>,
): Promise<void> {
  if (upvotes.length === 0) return;
  await db.execute(sql`
    WITH due AS (
      SELECT product_id, user_id, is_weighing FROM unnest(
        ${sql.param(upvotes.map(({ product_id }) => product_id))}::bigint[],
        ${sql.param(upvotes.map(({ user_id }) => user_id))}::bigint[]
      ) AS chosen (product_id, user_id) JOIN upvotes USING (product_id, user_id)
      ORDER BY product_id, user_id FOR UPDATE OF upvotes
    ), changed AS (
      UPDATE upvotes SET is_weighing = ${counts} FROM due
      WHERE upvotes.product_id = due.product_id AND upvotes.user_id = due.user_id
      RETURNING upvotes.product_id, upvotes.is_weighing::integer - due.is_weighing::integer AS added
    ), counted AS (SELECT product_id, sum(added)::integer AS added FROM changed GROUP BY product_id),
    locked AS (
      SELECT id, added FROM products JOIN counted ON product_id = id WHERE added <> 0 ORDER BY id FOR NO KEY UPDATE OF products
    )
    UPDATE products SET weighing_upvote_count = greatest(weighing_upvote_count + added, 0)
    FROM locked WHERE products.id = locked.id`);
  await countDaysAgain(db);
}
