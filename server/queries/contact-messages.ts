import type { Db } from '@/server/db/client';
import { contactMessages } from '@/server/db/schema';

export async function insertContactMessage(
  db: Db,
  message: typeof contactMessages.$inferInsert,
): Promise<void> {
  await db.insert(contactMessages).values(message);
}
