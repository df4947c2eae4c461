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

/** Codes of errors that pass: https://www.postgresql.org/docs/current/errcodes-appendix.html and those of Node.js. */
const UNAVAILABLE_CODES: ReadonlySet<string> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
  // too_many_connections; admin_shutdown, crash_shutdown, cannot_connect_now.
  ...['53300', '57P01', '57P02', '57P03'],
]);

/** Messages of pg and pg-pool, whose errors have no code: no connection in time, or one that broke. */
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
