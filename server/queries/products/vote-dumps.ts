import { sql } from 'drizzle-orm';
import type { Db } from '@/server/db/client';

/** Starts the dump of a day unless it has started. Resolves to its progress, or to undefined when it is finished. */
export async function beginVoteDump(db: Db, day: string): Promise<{ lastProductId: string } | undefined> {
  await db.execute(sql`INSERT INTO vote_dumps (day) VALUES (${day}::date) ON CONFLICT DO NOTHING`);
  const { rows } = await db.execute<{ lastProductId: string }>(sql`
    SELECT last_product_id::text AS "lastProductId" FROM vote_dumps
    WHERE day = ${day}::date AND finished_at IS NULL`);
  return rows[0];
}

type VoteDumpPart = { day: string; afterId: string; lastId: string; records: string };

/** Resolves to false when another process has added the products after `afterId`. */
export async function addVoteDumpPart(
  db: Db,
  { day, afterId, lastId, records }: VoteDumpPart,
): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    WITH dump AS (
      UPDATE vote_dumps SET last_product_id = ${lastId}::bigint
      WHERE day = ${day}::date AND last_product_id = ${afterId}::bigint AND finished_at IS NULL RETURNING day
    )
    INSERT INTO vote_dump_parts (day, after_id, records) SELECT day, ${afterId}::bigint, ${records} FROM dump`);
  return rowCount === 1;
}

export async function finishVoteDump(
  db: Db,
  { day, lastProductId, now }: { day: string; lastProductId: string; now: Date },
): Promise<void> {
  await db.execute(sql`
    UPDATE vote_dumps SET finished_at = ${now.toISOString()}::timestamptz
    WHERE day = ${day}::date AND last_product_id = ${lastProductId}::bigint AND finished_at IS NULL`);
}

/** @param firstKept the dumps of earlier days are deleted, including unfinished ones. */
export async function deleteVoteDumps(db: Db, firstKept: string): Promise<void> {
  await db.execute(sql`DELETE FROM vote_dumps WHERE day < ${firstKept}::date`);
}

/** The days whose dump is finished, newest first. */
export async function listVoteDumpDays(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ day: string }>(sql`
    SELECT day::text AS day FROM vote_dumps WHERE finished_at IS NOT NULL ORDER BY vote_dumps.day DESC`);
  return rows.map(({ day }) => day);
}

/** The part of a finished dump that begins at or after an id. Undefined after the last one. */
export async function findVoteDumpPart(
  db: Db,
  { day, from }: { day: string; from: string },
): Promise<{ afterId: string; records: string } | undefined> {
  const { rows } = await db.execute<{ afterId: string; records: string }>(sql`
    SELECT after_id::text AS "afterId", records FROM vote_dump_parts JOIN vote_dumps USING (day)
    WHERE day = ${day}::date AND after_id >= ${from}::bigint AND finished_at IS NOT NULL
    ORDER BY after_id LIMIT 1`);
  return rows[0];
}
