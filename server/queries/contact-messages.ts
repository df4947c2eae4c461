import { and, asc, desc, eq, gte, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { Db } from '@/server/db/client';
import { contactMessages } from '@/server/db/schema/mail-schema';
import { boundOf, type ListPosition } from './sql-values';

export type ContactMessageRow = typeof contactMessages.$inferSelect;

export async function insertContactMessage(
  db: Db,
  message: typeof contactMessages.$inferInsert,
): Promise<void> {
  await db.insert(contactMessages).values(message);
}

type From = { after?: ListPosition; limit: number };

/** Messages that wait after a position, the oldest first. */
export async function listOpenMessages(db: Db, { after, limit }: From): Promise<ContactMessageRow[]> {
  const { createdAt, id, closedAt } = contactMessages;
  const isAfter = after && sql`(${createdAt}, ${id}) > (${boundOf(after)}::timestamptz, ${after.id}::bigint)`;
  return db
    .select()
    .from(contactMessages)
    .where(and(isNull(closedAt), isAfter))
    .orderBy(asc(createdAt), asc(id))
    .limit(limit);
}

/** Closed messages after a position, the last one first. */
export async function listClosedMessages(db: Db, { after, limit }: From): Promise<ContactMessageRow[]> {
  const { id, closedAt } = contactMessages;
  const isAfter = after && sql`(${closedAt}, ${id}) < (${boundOf(after)}::timestamptz, ${after.id}::bigint)`;
  return db
    .select()
    .from(contactMessages)
    .where(and(isNotNull(closedAt), isAfter))
    .orderBy(desc(closedAt), desc(id))
    .limit(limit);
}

/** Counts the messages that wait and came since an instant, up to `countMax`. */
export async function countOpenMessages(
  db: Db,
  { since, countMax }: { since: Date; countMax: number },
): Promise<number> {
  const rows = await db
    .select({ id: contactMessages.id })
    .from(contactMessages)
    .where(and(isNull(contactMessages.closedAt), gte(contactMessages.createdAt, since)))
    .limit(countMax);
  return rows.length;
}

/** Locks a message until the transaction ends. */
export async function lockMessage(db: Db, id: string): Promise<ContactMessageRow | undefined> {
  const [row] = await db.select().from(contactMessages).where(eq(contactMessages.id, id)).for('update');
  return row;
}

export async function updateMessage(
  db: Db,
  id: string,
  change: Pick<typeof contactMessages.$inferInsert, 'closedAt' | 'answer' | 'answeredAt'>,
): Promise<void> {
  await db.update(contactMessages).set(change).where(eq(contactMessages.id, id));
}

/** Deletes the messages that were closed before an instant. */
export async function deleteClosedMessages(db: Db, before: Date): Promise<void> {
  await db.delete(contactMessages).where(lt(contactMessages.closedAt, before));
}
