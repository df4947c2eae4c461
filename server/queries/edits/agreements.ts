import { and, eq, inArray, sql } from 'drizzle-orm';
import { AGREEMENT_RULES } from '@/lib/contract/plain/product-parts';
import type { Db } from '@/server/db/client';
import { suggestionAgreements, suggestions } from '@/server/db/schema/edit-schema';

/** Safe to repeat. */
export async function insertAgreement(db: Db, row: typeof suggestionAgreements.$inferInsert): Promise<void> {
  await db.insert(suggestionAgreements).values(row).onConflictDoNothing();
}

/** Safe to repeat. Agreements with decided suggestions stay. */
export async function deleteOpenAgreement(
  db: Db,
  { suggestionId, memberId }: { suggestionId: string; memberId: string },
): Promise<void> {
  await db
    .delete(suggestionAgreements)
    .where(
      and(
        eq(suggestionAgreements.suggestionId, suggestionId),
        eq(suggestionAgreements.memberId, memberId),
        sql`EXISTS (SELECT FROM ${suggestions} WHERE id = ${suggestionId}::bigint AND status = 'open')`,
      ),
    );
}

type Agreement = { suggestionId: string; memberId: string };

/** The newest agreements with each of these suggestions. */
export async function listAgreements(db: Db, suggestionIds: readonly string[]): Promise<Agreement[]> {
  if (suggestionIds.length === 0) return [];
  const { rows } = await db.execute<Agreement>(sql`
    SELECT wanted.id::text AS "suggestionId", member_id::text AS "memberId"
    FROM unnest(${sql.param(suggestionIds)}::bigint[]) AS wanted (id) CROSS JOIN LATERAL (
      SELECT member_id FROM suggestion_agreements WHERE suggestion_id = wanted.id
      ORDER BY created_at DESC, member_id LIMIT ${AGREEMENT_RULES.readMax}
    ) AS newest`);
  return rows;
}

/** The ids of the suggestions, among these, that a member agrees with. */
export async function listAgreementsOf(
  db: Db,
  memberId: string,
  suggestionIds: readonly string[],
): Promise<Set<string>> {
  if (suggestionIds.length === 0) return new Set();
  const rows = await db
    .select({ id: suggestionAgreements.suggestionId })
    .from(suggestionAgreements)
    .where(
      and(
        eq(suggestionAgreements.memberId, memberId),
        inArray(suggestionAgreements.suggestionId, [...suggestionIds]),
      ),
    );
  return new Set(rows.map(({ id }) => id));
}
