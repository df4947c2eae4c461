import { lte } from 'drizzle-orm';
import type { Db } from '@/server/db/client';
import { jobRuns } from '@/server/db/schema';

/** Takes a job's next run for this process. False when it is not due, or another process was first. */
export async function claimJobRun(
  db: Db,
  name: string,
  { now, nextRunAt }: { now: Date; nextRunAt: Date },
): Promise<boolean> {
  const rows = await db
    .insert(jobRuns)
    .values({ name, nextRunAt })
    .onConflictDoUpdate({ target: jobRuns.name, set: { nextRunAt }, setWhere: lte(jobRuns.nextRunAt, now) })
    .returning({ name: jobRuns.name });
  return rows.length > 0;
}
