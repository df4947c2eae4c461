import { and, asc, desc, eq, gt, inArray, lt, or, sql } from 'drizzle-orm';
import type { StoredText } from '@/server/base/stored-text';
import type { Db } from '@/server/db/client';
import { type TaskKindName, type TaskState, taskGroups, tasks } from '@/server/db/schema/task-schema';
import { boundOf, type ListPosition } from './list-order';
import { jsonOf, timestamptz } from './sql-values';

type NewTask = {
  kind: TaskKindName;
  /** What the task depends on: a group that exists, or else the one of all tasks of the kind. */
  groupName?: string;
  productId?: string;
  subscriberId?: string;
  subjectId?: string;
  email?: string;
  payload?: object;
  createdAt: Date;
  /** At once by default. */
  dueAt?: Date;
};

/** Adds tasks of one kind. Pass the transaction of what they follow from, so that either all is stored or nothing. */
export async function insertTasks(db: Db, added: readonly NewTask[]): Promise<string[]> {
  const [first] = added;
  if (!first) return [];
  if (first.groupName === undefined) await insertTaskGroup(db, first.kind, '');
  const rows = await db
    .insert(tasks)
    .values(
      added.map(({ payload, dueAt, ...task }) => ({
        ...task,
        dueAt: dueAt ?? task.createdAt,
        ...(payload && { payload: jsonOf(payload) }),
      })),
    )
    .returning({ id: tasks.id });
  return rows.map(({ id }) => id);
}

export async function insertTaskGroup(db: Db, kind: TaskKindName, name: string): Promise<void> {
  await db.insert(taskGroups).values({ kind, name }).onConflictDoNothing();
}

/** Deletes a group with its tasks. Processes that run them can no longer say what became of them. */
export async function deleteTaskGroup(db: Db, kind: TaskKindName, name: string): Promise<void> {
  await db.delete(taskGroups).where(isGroup(kind, name));
}

const isGroup = (kind: TaskKindName, name: string) =>
  and(eq(taskGroups.kind, kind), eq(taskGroups.name, name));

export type TaskRow = typeof tasks.$inferSelect;

/** A task that this process runs, and the failures of its group when the lease began. */
export type LeasedTask = TaskRow & {
  groupFailureCount: number;
  /** Whether the process that had leased the task has died. */
  wasInterrupted: boolean;
};

type Lease = {
  /** Whether a task runs again whose process has died while it ran. */
  isRepeatable: boolean;
  pausedGroups: readonly string[];
} & Record<'now' | 'leasedUntil', Date>;

/**
 * Leases the task that has been due for longest, of a group that neither pauses nor rests. No other process gets the task
 * before `leasedUntil`. One probe of the index per group.
 */
export async function leaseTask(
  db: Db,
  kind: TaskKindName,
  { isRepeatable, pausedGroups, now, leasedUntil }: Lease,
): Promise<LeasedTask | undefined> {
  const { rows } = await db.execute<{ id: string; groupFailureCount: number; wasInterrupted: boolean }>(sql`
    WITH due AS MATERIALIZED (
      SELECT first.id, failure_count, first.state FROM task_groups AS groups, LATERAL (
        SELECT id, due_at, state FROM tasks
        WHERE kind = ${kind} AND group_name = groups.name AND state IN ('waiting', 'running') AND (${isRepeatable} OR state = 'waiting')
          AND due_at <= ${timestamptz(now)}
        ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED
      ) AS first
      WHERE groups.kind = ${kind} AND (rests_until IS NULL OR rests_until <= ${timestamptz(now)})
        AND name <> ALL(${sql.param(pausedGroups)}::text[])
      ORDER BY first.due_at, first.id LIMIT 1
    )
    UPDATE tasks SET state = 'running', due_at = ${timestamptz(leasedUntil)}, lease_count = lease_count + 1,
      interrupted_count = interrupted_count + (due.state = 'running')::integer
    FROM due WHERE tasks.id = due.id
    RETURNING tasks.id::text, due.failure_count AS "groupFailureCount", due.state = 'running' AS "wasInterrupted"`);
  const [leased] = rows;
  if (!leased) return undefined;
  const [task] = await db.select().from(tasks).where(eq(tasks.id, leased.id));
  return task && { ...task, ...leased };
}

type LeaseKey = Pick<LeasedTask, 'id' | 'leaseCount'>;

const isLeased = ({ id, leaseCount }: LeaseKey) =>
  and(eq(tasks.id, id), eq(tasks.leaseCount, leaseCount), eq(tasks.state, 'running'));

/** Notes that a task makes progress. False when the lease has ended. */
export async function extendLease(db: Db, lease: LeaseKey, leasedUntil: Date): Promise<boolean> {
  const rows = await db
    .update(tasks)
    .set({ dueAt: leasedUntil, interruptedCount: 0 })
    .where(isLeased(lease))
    .returning({ id: tasks.id });
  return rows.length > 0;
}

type Ending = { state: Exclude<TaskState, 'waiting' | 'running'>; endedAt: Date; failure?: StoredText };

/** Notes what has become of a task. Nothing personal is kept of an email. */
export async function endTask(db: Db, task: LeasedTask, { state, endedAt, failure }: Ending): Promise<void> {
  await db
    .update(tasks)
    .set({
      ...{ state, endedAt, failure: failure ?? null },
      ...(state !== 'skipped' && { attemptCount: sql`${tasks.attemptCount} + 1` }),
      ...(task.kind === 'email' && { email: null, payload: null }),
    })
    .where(isLeased(task));
}

export async function deleteTask(db: Db, lease: LeaseKey): Promise<void> {
  await db.delete(tasks).where(isLeased(lease));
}

type Postponement = { dueAt: Date; failure: StoredText; isFault: boolean };

/** Puts a task back until `dueAt`, after an attempt or a fault of the site. */
export async function postponeTask(
  db: Db,
  lease: LeaseKey,
  { dueAt, failure, isFault }: Postponement,
): Promise<void> {
  const counted = isFault
    ? { faultCount: sql`${tasks.faultCount} + 1` }
    : { attemptCount: sql`${tasks.attemptCount} + 1`, failure };
  await db
    .update(tasks)
    .set({ state: 'waiting', dueAt, ...counted })
    .where(isLeased(lease));
}

/** Has a task that waits be due. */
export async function hastenTask(db: Db, id: string, now: Date): Promise<void> {
  await db
    .update(tasks)
    .set({ dueAt: now })
    .where(and(eq(tasks.id, id), eq(tasks.state, 'waiting')));
}

/** Lets another process go on with a task at once. */
export async function releaseTask(db: Db, lease: LeaseKey, now: Date): Promise<void> {
  await db.update(tasks).set({ state: 'waiting', dueAt: now }).where(isLeased(lease));
}

/** Lets a group rest after a failure. Failures of tasks that began before the group rested lengthen the rest once. */
export async function restGroup(db: Db, task: LeasedTask, restsUntil: Date): Promise<void> {
  await db
    .update(taskGroups)
    .set({ restsUntil, failureCount: task.groupFailureCount + 1 })
    .where(and(isGroup(task.kind, task.groupName), eq(taskGroups.failureCount, task.groupFailureCount)));
}

/** Ends the rest of a group, after a success or when somebody asks for its tasks. */
export async function wakeGroup(db: Db, kind: TaskKindName, name: string): Promise<void> {
  await db
    .update(taskGroups)
    .set({ failureCount: 0, restsUntil: null })
    .where(and(isGroup(kind, name), or(gt(taskGroups.failureCount, 0), sql`rests_until IS NOT NULL`)));
}

/** Ends the tasks whose process has died while it ran them. @returns how many there were. */
export async function endInterruptedTasks(db: Db, kind: TaskKindName, now: Date): Promise<number> {
  const rows = await db
    .update(tasks)
    .set({ state: 'uncertain', endedAt: now })
    .where(and(eq(tasks.kind, kind), sql`state = 'running'`, lt(tasks.dueAt, now)))
    .returning({ id: tasks.id });
  return rows.length;
}

/** Gives up the tasks that have waited since before an instant, for example for a receiver that fails all the time. */
export async function giveUpOldTasks(
  db: Db,
  kind: TaskKindName,
  { before, now, failure }: { before: Date; now: Date; failure: StoredText },
): Promise<void> {
  await db
    .update(tasks)
    .set({ state: 'failed', endedAt: now, failure })
    .where(
      sql`kind = ${kind} AND state = 'waiting' AND created_at < ${timestamptz(before)} AND (retried_at < ${timestamptz(before)}) IS NOT FALSE`,
    );
}

/** Deletes up to `limit` tasks that ended before an instant. @returns how many. */
export async function deleteEndedTasks(
  db: Db,
  kind: TaskKindName,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const old = db
    .select({ id: tasks.id })
    .from(tasks)
    .where(and(eq(tasks.kind, kind), lt(tasks.endedAt, before)))
    .orderBy(asc(tasks.endedAt))
    .limit(limit);
  const rows = await db.delete(tasks).where(inArray(tasks.id, old)).returning({ id: tasks.id });
  return rows.length;
}

/** Has a task that was given up run again. Undefined when there is no such task, false when it was not given up. */
export async function retryTask(
  db: Db,
  kind: TaskKindName,
  { id, now }: { id: string; now: Date },
): Promise<boolean | undefined> {
  const isTask = and(eq(tasks.id, id), eq(tasks.kind, kind));
  const [row] = await db
    .update(tasks)
    .set({ state: 'waiting', endedAt: null, attemptCount: 0, dueAt: now, retriedAt: now })
    .where(and(isTask, eq(tasks.state, 'failed')))
    .returning({ groupName: tasks.groupName });
  if (!row) return (await db.$count(tasks, isTask)) > 0 ? false : undefined;
  await wakeGroup(db, kind, row.groupName);
  return true;
}

/** Tasks of a kind after a position, newest first. */
export async function listTasks(
  db: Db,
  kind: TaskKindName,
  { after, limit, isGivenUp }: { after?: ListPosition; limit: number; isGivenUp: boolean },
): Promise<TaskRow[]> {
  const isOlder =
    after && sql`(${tasks.createdAt}, ${tasks.id}) < (${boundOf(after)}::timestamptz, ${after.id}::bigint)`;
  return db
    .select()
    .from(tasks)
    .where(and(sql`kind = ${sql.raw(`'${kind}'`)}`, isOlder, isGivenUp ? sql`state = 'failed'` : undefined))
    .orderBy(desc(tasks.createdAt), desc(tasks.id))
    .limit(limit);
}
