import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db } from '@/server/db/client';

/** Calls on a counter, and the end of its span. */
type Count = { key: string; calls: number; expiresAtMs: number };

const counters = z.array(z.object({ key: z.string(), points: z.int(), expiresAtMs: z.coerce.number() }));
export type Counter = z.infer<typeof counters>[number];

/**
 * Counts calls on several counters, in one statement. Lock order: by key, as in `uncountCalls`. Prevents deadlocks.
 *
 * @param counts at most one per counter.
 * @returns the counters, with these calls.
 */
export async function countCalls(db: Db, counts: readonly Count[], nowMs: number): Promise<Counter[]> {
  const { rows } = await db.execute(sql`
    INSERT INTO rate_limits AS counted (key, points, expire)
    SELECT key, calls, expire FROM unnest(
      ${sql.param(counts.map(({ key }) => key))}::text[],
      ${sql.param(counts.map(({ calls }) => calls))}::integer[],
      ${sql.param(counts.map(({ expiresAtMs }) => expiresAtMs))}::bigint[]
    ) AS given (key, calls, expire)
    ORDER BY key
    ON CONFLICT (key) DO UPDATE SET
      points = CASE WHEN counted.expire > ${nowMs} THEN counted.points + excluded.points ELSE excluded.points END,
      expire = CASE WHEN counted.expire > ${nowMs} THEN counted.expire ELSE excluded.expire END
    RETURNING key, points, expire AS "expiresAtMs"
  `);
  return counters.parse(rows);
}

/** Takes calls back from counters, unless their span has ended since. */
export async function uncountCalls(db: Db, counts: readonly Count[]): Promise<void> {
  await db.execute(sql`
    UPDATE rate_limits SET points = greatest(rate_limits.points - locked.calls, 0)
    FROM (
      SELECT counted.key, given.calls FROM unnest(
        ${sql.param(counts.map(({ key }) => key))}::text[],
        ${sql.param(counts.map(({ expiresAtMs }) => expiresAtMs))}::bigint[],
        ${sql.param(counts.map(({ calls }) => calls))}::integer[]
      ) AS given (key, expire, calls)
      JOIN rate_limits AS counted ON counted.key = given.key AND counted.expire = given.expire
      ORDER BY counted.key FOR UPDATE OF counted
    ) AS locked
    WHERE rate_limits.key = locked.key
  `);
}

/** Deletes expired counters, except those that a call is being counted on. */
export async function deleteExpiredRateLimits(db: Db, now: Date): Promise<void> {
  await db.execute(sql`
    WITH expired AS (
      SELECT key FROM rate_limits WHERE expire < ${now.getTime()} FOR UPDATE SKIP LOCKED
    )
    DELETE FROM rate_limits USING expired WHERE rate_limits.key = expired.key`);
}
