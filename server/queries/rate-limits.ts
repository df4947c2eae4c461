import { sql } from 'drizzle-orm';
import type { Db } from '@/server/db/client';

/** Forgets the counters whose span is over, and with them whom they counted. */
export async function deleteExpiredRateLimits(db: Db, now: Date): Promise<void> {
  await db.execute(sql`DELETE FROM rate_limits WHERE expire < ${now.getTime()}`);
}
