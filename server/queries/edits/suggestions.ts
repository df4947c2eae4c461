import { and, eq, getTableColumns, inArray, lt, sql } from 'drizzle-orm';
import { insertFormerAuthors } from '@/server/queries/former-authors';
import type { Db } from '@/server/db/client';
import { suggestionAgreements, suggestions } from '@/server/db/schema/edit-schema';
import { users } from '@/server/db/schema';
import { FORMER_MEMBER } from '@/lib/contract/plain/site';
import { newestFirst, oldestFirst, type PageFrom } from '@/server/queries/list-order';
import { publicHandle, publicRole } from '@/server/queries/account/users';
import { AGREEMENT_RULES } from '@/lib/contract/plain/product-parts';

type NewSuggestion = Pick<
  typeof suggestions.$inferSelect,
  'productId' | 'memberId' | 'before' | 'after' | 'basedOn' | 'comment' | 'createdAt'
>;

/** Adds an open suggestion. Undefined when an earlier one of the member for the product is still open. */
export async function insertSuggestion(db: Db, row: NewSuggestion): Promise<string | undefined> {
  const [inserted] = await db
    .insert(suggestions)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: suggestions.id });
  return inserted?.id;
}

const select = (db: Db) =>
  db
    .select({ ...getTableColumns(suggestions), memberHandle: publicHandle, memberRole: publicRole })
    .from(suggestions)
    .innerJoin(users, eq(users.id, suggestions.memberId))
    .$dynamic();

export type SuggestionRow = Awaited<ReturnType<typeof select>>[number];

export async function findSuggestion(db: Db, id: string): Promise<SuggestionRow | undefined> {
  const [row] = await select(db).where(eq(suggestions.id, id));
  return row;
}

/** Locks a suggestion until the transaction ends. Lock order: its product first. */
export async function lockSuggestion(db: Db, id: string) {
  const [row] = await db.select().from(suggestions).where(eq(suggestions.id, id)).for('no key update');
  return row;
}

type Decision = Pick<typeof suggestions.$inferSelect, 'status' | 'rejectionReason'> & {
  decidedAt: Date;
  isAcceptedByMembers?: boolean;
};

export async function updateSuggestion(db: Db, id: string, decision: Decision): Promise<void> {
  await db.update(suggestions).set(decision).where(eq(suggestions.id, id));
}

export const suggestionOrder = oldestFirst('suggestions');

export async function listOpenSuggestions(db: Db, { after, limit }: PageFrom): Promise<SuggestionRow[]> {
  const { createdAt, id } = suggestions;
  return select(db)
    .where(and(sql`${suggestions.status} = 'open'`, suggestionOrder.isAfter(after, createdAt, id)))
    .orderBy(createdAt, id)
    .limit(limit);
}

export async function listSuggestionsOfProduct(
  db: Db,
  productId: string,
  limit: number,
): Promise<SuggestionRow[]> {
  const { createdAt, id } = suggestions;
  return select(db)
    .where(and(eq(suggestions.productId, productId), sql`${suggestions.status} = 'open'`))
    .orderBy(createdAt, id)
    .limit(limit);
}

export const ownSuggestionOrder = newestFirst('ownSuggestions');

export async function listSuggestionsOfMember(
  db: Db,
  { memberId, after, limit }: PageFrom & { memberId: string },
): Promise<SuggestionRow[]> {
  const { createdAt, id } = suggestions;
  return select(db)
    .where(and(eq(suggestions.memberId, memberId), ownSuggestionOrder.isAfter(after, createdAt, id)))
    .orderBy(sql`${createdAt} DESC, ${id} DESC`)
    .limit(limit);
}

/**
 * Deletes open suggestions of a member, or only one. Those with which others agree stay, without their comment and as
 * suggested by a former member. Safe to repeat. A decided suggestion stays. Call it in a transaction.
 */
export async function leaveOpenSuggestions(db: Db, memberId: string, id?: string): Promise<void> {
  const isLeft = sql`suggestions.member_id = ${memberId}::bigint AND suggestions.status = 'open'${
    id === undefined ? sql`` : sql` AND suggestions.id = ${id}::bigint`
  }`;
  await db.insert(users).values(FORMER_MEMBER).onConflictDoNothing({ target: users.handle });
  // No member can agree between the two statements below.
  await db.execute(sql`SELECT FROM suggestions WHERE ${isLeft} ORDER BY id FOR UPDATE`);
  if (id !== undefined) {
    await insertFormerAuthors(
      db,
      sql`suggestion_id`,
      sql`SELECT id, member_id FROM suggestions WHERE ${isLeft}`,
    );
  }
  await db.execute(sql`
    UPDATE suggestions SET member_id = former.id, comment = NULL, is_left = true
    FROM (SELECT id FROM users WHERE handle = ${FORMER_MEMBER.handle}) AS former
    WHERE ${isLeft}
      AND EXISTS (
        SELECT FROM suggestion_agreements AS agreed WHERE suggestion_id = suggestions.id AND agreed.member_id <> ${memberId}::bigint
      )`);
  await db.execute(sql`DELETE FROM suggestions WHERE ${isLeft}`);
}

export async function deleteOldSuggestions(db: Db, before: Date): Promise<void> {
  for (const isOver of [sql`${suggestions.status} = 'rejected'`, sql`${suggestions.status} = 'closed'`]) {
    await db.delete(suggestions).where(and(isOver, lt(suggestions.decidedAt, before)));
  }
}

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

export async function listAgreements(db: Db, suggestionIds: readonly string[]): Promise<Agreement[]> {
  if (suggestionIds.length === 0) return [];
  const { rows } = await db.execute<Agreement>(sql`
    SELECT wanted.id::text AS "suggestionId", member_id::text AS "memberId"
    FROM unnest(${sql.param(suggestionIds)}::bigint[]) AS wanted (id) CROSS JOIN LATERAL (
      SELECT member_id FROM suggestion_agreements agreed WHERE suggestion_id = wanted.id
        AND NOT EXISTS (
          SELECT FROM former_authors former
          WHERE former.suggestion_id = wanted.id AND former.member_id = agreed.member_id
        )
      ORDER BY created_at DESC, member_id LIMIT ${AGREEMENT_RULES.readMax}
    ) AS newest`);
  return rows;
}

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
