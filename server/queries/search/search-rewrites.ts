import { sql } from 'drizzle-orm';
import type { Db } from '@/server/db/client';

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
