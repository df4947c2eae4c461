import { sql } from 'drizzle-orm';
import type { Db } from '@/server/db/client';

export async function isDatabaseReachable(db: Db): Promise<boolean> {
  try {
    await db.execute(sql`SELECT 1`);
    return true;
  } catch {
    return false;
  }
}
