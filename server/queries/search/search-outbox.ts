import { sql } from 'drizzle-orm';
import type { Db } from '@/server/db/client';

export type OutboxEntry = { productId: string; version: string; attemptCount: number };

export async function queueForMirror(db: Db, productIds: readonly string[]): Promise<void> {
  await db.execute(sql`
    INSERT INTO search_outbox (product_id)
    SELECT id FROM unnest(${sql.param(productIds)}::bigint[]) AS changed (id)
    WHERE EXISTS (SELECT FROM search_mirrors)
    ORDER BY id
    ON CONFLICT (product_id) DO UPDATE SET version = excluded.version`);
}

/**
 * Sets the Algolia application that mirrors the search documents. Every approved product is queued for a new mirror.
 *
 * A mirror that is no longer used stays, and with it at most one queued entry per product.
 */
export async function setMirror(db: Db, appId: string): Promise<void> {
  await db.transaction(async (transaction) => {
    const { rowCount: removed } = await transaction.execute(
      sql`DELETE FROM search_mirrors WHERE app_id <> ${appId}`,
    );
    if (removed) await transaction.execute(sql`DELETE FROM search_outbox`);
    const { rowCount: added } = await transaction.execute(
      sql`INSERT INTO search_mirrors (app_id) VALUES (${appId}) ON CONFLICT DO NOTHING`,
    );
    if (added) {
      await transaction.execute(
        sql`INSERT INTO search_outbox (product_id) SELECT product_id FROM search_documents ON CONFLICT DO NOTHING`,
      );
    }
  });
}

/** Leases up to `limit` entries to this process. */
export async function leaseOutbox(
  db: Db,
  { limit, now, leaseMs }: { limit: number; now: Date; leaseMs: number },
): Promise<OutboxEntry[]> {
  const { rows } = await db.execute<{ product_id: string; version: string; attempt_count: number }>(sql`
    UPDATE search_outbox SET claimed_until = ${new Date(now.getTime() + leaseMs).toISOString()}
    WHERE product_id IN (
      SELECT product_id FROM search_outbox
      WHERE claimed_until <= ${now.toISOString()}
        AND NOT EXISTS (SELECT FROM search_mirrors WHERE paused_until > ${now.toISOString()})
      ORDER BY claimed_until, version LIMIT ${limit} FOR UPDATE SKIP LOCKED
    )
    RETURNING product_id, version, attempt_count`);
  return rows.map((row) => ({
    productId: row.product_id,
    version: row.version,
    attemptCount: row.attempt_count,
  }));
}

/** Deletes the entries that were sent. An entry that has changed since it was read stays and can be leased at once. */
export async function settleOutbox(db: Db, entries: readonly OutboxEntry[]): Promise<void> {
  const ids = sql.param(entries.map(({ productId }) => productId));
  const versions = sql.param(entries.map(({ version }) => version));
  await db.execute(sql`
    DELETE FROM search_outbox USING unnest(${ids}::bigint[], ${versions}::bigint[]) AS sent (id, sent_version)
    WHERE product_id = sent.id AND version = sent_version`);
  await db.execute(sql`
    UPDATE search_outbox SET claimed_until = '-infinity', attempt_count = 0 WHERE product_id = ANY(${ids}::bigint[])`);
}

export async function postponeOutbox(
  db: Db,
  entries: readonly (OutboxEntry & { nextAttemptAt: Date })[],
): Promise<void> {
  await db.execute(sql`
    UPDATE search_outbox SET claimed_until = failed.next_attempt_at, attempt_count = attempt_count + 1
    FROM unnest(
      ${sql.param(entries.map(({ productId }) => productId))}::bigint[],
      ${sql.param(entries.map(({ nextAttemptAt }) => nextAttemptAt.toISOString()))}::timestamptz[]
    ) AS failed (id, next_attempt_at)
    WHERE product_id = failed.id`);
}

export async function pauseOutbox(db: Db, until: Date | null): Promise<void> {
  await db.execute(sql`UPDATE search_mirrors SET paused_until = ${until?.toISOString() ?? '-infinity'}`);
}

export type SearchRewrite = { migration: string; doneTo: string };

/** Locks the oldest rewrite that is not done, for the process that is first. */
export async function lockSearchRewrite(db: Db): Promise<SearchRewrite | undefined> {
  const { rows } = await db.execute<SearchRewrite>(sql`
    SELECT migration, done_to::text AS "doneTo" FROM search_rewrites
    ORDER BY migration LIMIT 1 FOR UPDATE SKIP LOCKED`);
  return rows[0];
}

/** @param doneTo null when no product is left. */
export async function advanceSearchRewrite(
  db: Db,
  { migration }: Pick<SearchRewrite, 'migration'>,
  doneTo: string | null,
): Promise<void> {
  await db.execute(
    doneTo === null
      ? sql`DELETE FROM search_rewrites WHERE migration = ${migration}`
      : sql`UPDATE search_rewrites SET done_to = ${doneTo}::bigint WHERE migration = ${migration}`,
  );
}
