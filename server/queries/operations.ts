import { isNativeError } from 'node:util/types';
import { eq, lte, type SQL, sql } from 'drizzle-orm';
import { withDeadline } from '@/server/base/async-context';
import type { Db } from '@/server/db/client';
import { DatabaseUnavailableError } from '@/server/db/limited-pool';
import { jobRuns } from '@/server/db/schema/task-schema';
import { timestamptz } from '@/server/queries/sql-values';

/** Leases a job's next run to this process. False when the job is not due or another process has leased it. */
export async function leaseJobRun(
  db: Db,
  { name, everyMs }: { name: string; everyMs: number },
  now: Date,
): Promise<boolean> {
  const nextRunAt = new Date(now.getTime() + everyMs);
  const rows = await db
    .insert(jobRuns)
    .values({ name, nextRunAt })
    .onConflictDoUpdate({ target: jobRuns.name, set: { nextRunAt }, setWhere: lte(jobRuns.nextRunAt, now) })
    .returning({ name: jobRuns.name });
  return rows.length > 0;
}

export async function updateJobRun(
  db: Db,
  name: string,
  run: { endedAt: Date; hasFailed: boolean },
): Promise<void> {
  // A process of an earlier version leaves `failing_since` as it is.
  const failingSince = sql`CASE WHEN has_failed THEN coalesce(failing_since, ${timestamptz(run.endedAt)}) ELSE ${timestamptz(run.endedAt)} END`;
  await db
    .update(jobRuns)
    .set({ ...run, failingSince: run.hasFailed ? failingSince : null })
    .where(eq(jobRuns.name, name));
}

/** Leaves time for the rest of the answer: load balancers often wait for 2 seconds. */
const REACHABLE_LIMIT_MS = 1_500;

/** Whether the database answers a query within 1.5 seconds. */
export async function isDatabaseReachable(db: Db): Promise<boolean> {
  try {
    await withDeadline(REACHABLE_LIMIT_MS, async () => {
      await db.execute(sql`SELECT 1`);
    });
    return true;
  } catch {
    return false;
  }
}

/** Longer queues are counted up to this length, so that their length does not matter. */
const QUEUE_ENTRIES_MAX = 10_000;

/** One row of a queue: how many rows wait, and for how long the first one has. `search` has no such time. */
const queueFigures = (entries: SQL, waiting: SQL) => sql`
  SELECT (SELECT count(*)::integer FROM (SELECT FROM ${entries} LIMIT ${QUEUE_ENTRIES_MAX}) AS entries) AS count,
    coalesce((${waiting}), 0)::double precision AS "oldestSeconds"`;

/** How much work waits, and for how long. Reads each queue in the order of its index. */
export async function readQueues(db: Db, now: Date) {
  const instant = timestamptz(now);
  const oldest = (column: string, entries: SQL) =>
    sql`SELECT extract(epoch FROM ${instant} - ${sql.raw(column)}) FROM ${entries} ORDER BY ${sql.raw(column)}, id LIMIT 1`;
  const submissions = sql`products WHERE review_status = 'pending'`;
  const images = sql`tasks WHERE kind = 'image' AND state IN ('waiting', 'running')`;
  const mail = sql`tasks WHERE kind = 'email' AND group_name = '' AND state IN ('waiting', 'running')`;
  const messages = sql`contact_messages WHERE closed_at IS NULL`;
  const { rows } = await db.execute<{ queue: QueueName; count: number; oldestSeconds: number }>(sql`
    SELECT 'submissions' AS queue, * FROM (${queueFigures(submissions, oldest('created_at', submissions))}) AS one
    UNION ALL SELECT 'images', * FROM (${queueFigures(images, oldest('created_at', images))}) AS one
    UNION ALL SELECT 'mail', * FROM (${queueFigures(mail, oldest('due_at', mail))}) AS one
    UNION ALL SELECT 'messages', * FROM (${queueFigures(messages, oldest('created_at', messages))}) AS one
    UNION ALL SELECT 'search', * FROM (${queueFigures(sql`search_outbox`, sql`SELECT NULL::double precision`)}) AS one`);
  const figures = new Map(rows.map(({ queue, count, oldestSeconds }) => [queue, { count, oldestSeconds }]));
  const of = (queue: QueueName) => figures.get(queue) ?? { count: 0, oldestSeconds: 0 };
  return {
    submissions: of('submissions'),
    images: of('images'),
    mail: of('mail'),
    search: { count: of('search').count },
    messages: of('messages'),
  };
}

type QueueName = 'submissions' | 'images' | 'mail' | 'messages' | 'search';

/** Codes of errors that pass: https://www.postgresql.org/docs/current/errcodes-appendix.html and those of Node.js. */
const UNAVAILABLE_CODES: ReadonlySet<string> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'ENOSPC', 'EDQUOT'],
  // disk_full, out_of_memory, too_many_connections.
  ...['53100', '53200', '53300'],
  // query_canceled (statement_timeout), admin_shutdown, crash_shutdown, cannot_connect_now.
  ...['57014', '57P01', '57P02', '57P03'],
]);

/** Writes what has changed to the files of the database. A copy of its folder starts from there. */
export async function writeCheckpoint(db: Db): Promise<void> {
  await db.execute(sql`CHECKPOINT`);
}

/** Messages of errors without a code in pg and pg-pool: no connection in time, or a broken connection. */
const UNAVAILABLE_MESSAGE =
  /^(?:timeout exceeded when trying to connect|Connection terminated\b|Client .* not queryable$)/;

/** Is the database overloaded or unreachable, so that the same request may succeed later? */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let cause = error; isNativeError(cause); cause = cause.cause) {
    if (cause instanceof DatabaseUnavailableError || UNAVAILABLE_MESSAGE.test(cause.message)) return true;
    // The socket file of a server that is stopped does not exist.
    if ('syscall' in cause && cause.syscall === 'connect') return true;
    if (cause instanceof AggregateError && cause.errors.some(isDatabaseUnavailable)) return true;
    if ('code' in cause && typeof cause.code === 'string' && UNAVAILABLE_CODES.has(cause.code)) return true;
  }
  return false;
}
