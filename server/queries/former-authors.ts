import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '@/server/db/client';

/** A condition: the member submitted the product, which stays as one of a former member. */
export const isFormerSubmitter = (productId: SQL, memberId: SQL): SQL =>
  sql`EXISTS (SELECT FROM former_authors WHERE former_authors.product_id = ${productId} AND former_authors.member_id = ${memberId})`;

export async function isFormerSuggester(
  db: Db,
  { suggestionId, memberId }: { suggestionId: string; memberId: string },
): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    SELECT FROM former_authors WHERE suggestion_id = ${suggestionId}::bigint AND member_id = ${memberId}::bigint`);
  return rowCount === 1;
}

/**
 * Notes who made what stays as one of a former member. Safe to repeat.
 *
 * @param column of what they made.
 * @param authored rows of an id and its author.
 */
export async function insertFormerAuthors(db: Db, column: SQL, authored: SQL): Promise<void> {
  await db.execute(sql`INSERT INTO former_authors (${column}, member_id) ${authored} ON CONFLICT DO NOTHING`);
}
