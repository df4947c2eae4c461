import { and, asc, desc, eq, gte, isNotNull, isNull, lt } from 'drizzle-orm';
import type { Db } from '@/server/db/client';
import { contactMessages } from '@/server/db/schema/report-schema';
import { listOrder, oldestFirst, type PageFrom } from './list-order';

export type ContactMessageRow = typeof contactMessages.$inferSelect;

export async function insertContactMessage(
  db: Db,
  message: typeof contactMessages.$inferInsert,
): Promise<void> {
  await db.insert(contactMessages).values(message);
}

export const openMessageOrder = oldestFirst('openMessages');

export async function listOpenMessages(db: Db, { after, limit }: PageFrom): Promise<ContactMessageRow[]> {
  const { createdAt, id, closedAt } = contactMessages;
  return db
    .select()
    .from(contactMessages)
    .where(and(isNull(closedAt), openMessageOrder.isAfter(after, createdAt, id)))
    .orderBy(asc(createdAt), asc(id))
    .limit(limit);
}

export const closedMessageOrder = listOrder<ContactMessageRow>('closedMessages', {
  ...{ type: 'timestamptz', direction: 'descending' },
  positionOf: ({ closedAt, createdAt, id }) => ({ value: closedAt ?? createdAt, id }),
});

export async function listClosedMessages(db: Db, { after, limit }: PageFrom): Promise<ContactMessageRow[]> {
  const { id, closedAt } = contactMessages;
  return db
    .select()
    .from(contactMessages)
    .where(and(isNotNull(closedAt), closedMessageOrder.isAfter(after, closedAt, id)))
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

export async function deleteClosedMessages(db: Db, before: Date): Promise<void> {
  await db.delete(contactMessages).where(lt(contactMessages.closedAt, before));
}
