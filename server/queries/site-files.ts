import { sql } from 'drizzle-orm';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@/lib/contract/plain/durations';
import type { Db } from '@/server/db/client';
import { timestamptz } from '@/server/queries/sql-values';

/** How long after its last sign a process counts as running. */
const RUNNING_MS = MINUTE_MS;
const NOTED_EVERY_MS = 15 * SECOND_MS;

/**
 * Notes that a running process has a site file with these facets.
 *
 * @returns whether no other process runs whose file began later.
 */
export async function noteSiteFile(db: Db, facets: string, now: Date): Promise<boolean> {
  const ago = (ms: number) => timestamptz(new Date(now.getTime() - ms));
  await db.execute(sql`
    INSERT INTO site_files AS known (facets, since, seen_at) VALUES (${facets}, ${ago(0)}, ${ago(0)})
    ON CONFLICT (facets) DO UPDATE SET
      since = CASE WHEN known.seen_at < ${ago(RUNNING_MS)} THEN excluded.since ELSE known.since END,
      seen_at = excluded.seen_at
    WHERE known.seen_at < ${ago(NOTED_EVERY_MS)}`);
  await db.execute(sql`DELETE FROM site_files WHERE seen_at < ${ago(DAY_MS)}`);
  const { rows } = await db.execute(sql`
    SELECT FROM site_files own JOIN site_files other ON (other.since, other.facets) > (own.since, own.facets)
    WHERE own.facets = ${facets} AND other.seen_at >= ${ago(RUNNING_MS)} LIMIT 1`);
  return rows.length === 0;
}
