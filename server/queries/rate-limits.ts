import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db } from '@/server/db/client';

/** A limit on the calls of one key. `expiresAtMs` is the end of a span that would begin now. */
export type CallCount = { key: string; callsMax: number; expiresAtMs: number };

const countedRows = z.array(
  z.object({ key: z.string(), points: z.int(), expire: z.coerce.number(), taken: z.boolean() }),
);
export type CountedRow = z.infer<typeof countedRows>[number];

/**
 * Counts one call against several limits in a single statement: against all of them, or, if one of them is reached,
 * against none.
 *
 * Calls at the same time may all find the last call of a limit still free. Their counts then exceed `callsMax`, except
 * that of one of them.
 *
 * @returns the rows after the count, or, with `taken` false, the rows that were found.
 */
export async function countCall(db: Db, counts: readonly CallCount[], nowMs: number): Promise<CountedRow[]> {
  // Lock order: by key, in every statement. Prevents deadlocks.
  const sorted = counts.toSorted((one, other) => (one.key < other.key ? -1 : 1));
  const { rows } = await db.execute(sql`
    WITH wanted AS (
      SELECT * FROM unnest(
        ${sql.param(sorted.map(({ key }) => key))}::text[],
        ${sql.param(sorted.map(({ callsMax }) => callsMax))}::int[],
        ${sql.param(sorted.map(({ expiresAtMs }) => expiresAtMs))}::bigint[]
      ) WITH ORDINALITY AS given (key, calls_max, expire, place)
    ), found AS (
      SELECT counted.key, counted.points, counted.expire, counted.points >= wanted.calls_max AS is_reached
      FROM wanted JOIN rate_limits AS counted ON counted.key = wanted.key AND counted.expire > ${nowMs}
    ), taken AS (
      INSERT INTO rate_limits AS counted (key, points, expire)
      SELECT key, 1, expire FROM wanted WHERE NOT EXISTS (SELECT FROM found WHERE is_reached) ORDER BY place
      ON CONFLICT (key) DO UPDATE SET
        points = CASE WHEN counted.expire > ${nowMs} THEN counted.points + 1 ELSE 1 END,
        expire = CASE WHEN counted.expire > ${nowMs} THEN counted.expire ELSE excluded.expire END
      RETURNING key, points, expire
    )
    SELECT key, points, expire, true AS taken FROM taken
    UNION ALL
    SELECT key, points, expire, false FROM found WHERE NOT EXISTS (SELECT FROM taken)
  `);
  return countedRows.parse(rows);
}

/** Takes one call back from counters, unless their span has ended meanwhile. */
export async function uncountCall(
  db: Db,
  counters: readonly Pick<CountedRow, 'key' | 'expire'>[],
): Promise<void> {
  const sorted = counters.toSorted((one, other) => (one.key < other.key ? -1 : 1));
  await db.execute(sql`
    UPDATE rate_limits SET points = rate_limits.points - 1
    FROM (
      SELECT counted.key FROM unnest(
        ${sql.param(sorted.map(({ key }) => key))}::text[],
        ${sql.param(sorted.map(({ expire }) => expire))}::bigint[]
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
