import { lte, sql } from 'drizzle-orm';
import type { Db } from '@/server/db/client';
import { jobRuns } from '@/server/db/schema';

/** Claims a job's next run for this process. False when the job is not due or another process has claimed it. */
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

export async function isDatabaseReachable(db: Db): Promise<boolean> {
  try {
    await db.execute(sql`SELECT 1`);
    return true;
  } catch {
    return false;
  }
}

/** Codes of errors that pass: https://www.postgresql.org/docs/current/errcodes-appendix.html and those of Node.js. */
const UNAVAILABLE_CODES: ReadonlySet<string> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
  // too_many_connections; admin_shutdown, crash_shutdown, cannot_connect_now.
  ...['53300', '57P01', '57P02', '57P03'],
]);

/** Messages of errors without a code in pg and pg-pool: no connection in time, or a broken connection. */
const UNAVAILABLE_MESSAGE = /^(?:timeout exceeded when trying to connect|Connection terminated\b)/;

/** Is the database overloaded or unreachable, so that the same request may succeed later? */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (UNAVAILABLE_MESSAGE.test(cause.message)) return true;
    if (cause instanceof AggregateError && cause.errors.some(isDatabaseUnavailable)) return true;
    if ('code' in cause && typeof cause.code === 'string' && UNAVAILABLE_CODES.has(cause.code)) return true;
  }
  return false;
}
