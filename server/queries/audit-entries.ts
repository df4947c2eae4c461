import type { Db } from '@/server/db/client';
import { auditEntries } from '@/server/db/schema';

/** Adds one row, which is never changed or deleted. Call it in the transaction of what it tells. */
export async function insertAuditEntry(db: Db, entry: typeof auditEntries.$inferInsert): Promise<void> {
  await db.insert(auditEntries).values(entry);
}
