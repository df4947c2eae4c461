import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db } from '@/server/db/client';

/** A counter, and the end of its span if it begins with this call. */
type Count = { key: string; expiresAtMs: number };

const counters = z.array(z.object({ key: z.string(), points: z.int(), expire: z.coerce.number() }));
export type Counter = z.infer<typeof counters>[number];

/**
 * Counts one call on several counters, in one statement. Lock order: by key, as in `uncountCall`. Prevents deadlocks.
 *
 * @returns the counters, with this call.
 */
export async function countCall(db: Db, counts: readonly Count[], nowMs: number): Promise<Counter[]> {
  const { rows } = await db.execute(sql`
    INSERT INTO rate_limits AS counted (key, points, expire)
    SELECT key, 1, expire FROM unnest(
      ${sql.param(counts.map(({ key }) => key))}::text[],
      ${sql.param(counts.map(({ expiresAtMs }) => expiresAtMs))}::bigint[]
    ) AS given (key, expire)
    ORDER BY key
    ON CONFLICT (key) DO UPDATE SET
      points = CASE WHEN counted.expire > ${nowMs} THEN counted.points + 1 ELSE 1 END,
      expire = CASE WHEN counted.expire > ${nowMs} THEN counted.expire ELSE excluded.expire END
    RETURNING key, points, expire
  `);
  return counters.parse(rows);
}

/** Takes one call back from counters, unless their span has ended since. */
export async function uncountCall(
  db: Db,
  counted: readonly Pick<Counter, 'key' | 'expire'>[],
): Promise<void> {
  await db.execute(sql`
    UPDATE rate_limits SET points = rate_limits.points - 1
    FROM (
      SELECT counted.key FROM unnest(
        ${sql.param(counted.map(({ key }) => key))}::text[],
        ${sql.param(counted.map(({ expire }) => expire))}::bigint[]
      ) AS given (key, expire)
      JOIN rate_limits AS counted ON counted.key = given.key AND counted.expire = given.expire
      ORDER BY counted.key FOR UPDATE OF counted
    ) AS locked
    WHERE rate_limits.key = locked.key AND rate_limits.points > 0
  `);
}

/** Deletes expired counters. */
export async function deleteExpiredRateLimits(db: Db, now: Date): Promise<void> {
  await db.execute(sql`DELETE FROM rate_limits WHERE expire < ${now.getTime()}`);
}
