import { asc, eq } from 'drizzle-orm';
import { emailTasks } from '@/server/commands/send-mail';
import { runNextTask, type TaskKind } from '@/server/commands/tasks';
import type { Db } from '@/server/db/client';
import { type TaskKindName, tasks } from '@/server/db/schema/task-schema';
import type { Deps } from '@/server/deps';

const unaborted = new AbortController().signal;

/** Runs the next task of a kind. @returns false when none is due. */
export const runNext = <Payload, Needed extends Pick<Deps, 'db' | 'logger' | 'now'>>(
  kind: TaskKind<Payload, Needed>,
  deps: Needed,
  signal = unaborted,
): Promise<boolean> => runNextTask(kind, deps, kind.begin(deps, signal));

/** The tasks of a kind, the oldest first. */
export const tasksOf = (db: Db, kind: TaskKindName) =>
  db.select().from(tasks).where(eq(tasks.kind, kind)).orderBy(asc(tasks.id));

/** The emails that wait or were given up, the oldest first, with their texts. */
export async function emailsOf(db: Db) {
  const rows = await tasksOf(db, 'email');
  return rows.map((row) => {
    const { data } = emailTasks.payload.safeParse(row.payload);
    return { ...row, subject: data?.subject ?? null, body: data?.body ?? null };
  });
}
