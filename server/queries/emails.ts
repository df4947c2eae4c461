import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Db } from '@/server/db/client';
import { tasks } from '@/server/db/schema/task-schema';
import { jsonOf } from './sql-values';
import { insertTasks } from './tasks';

type NewEmail = {
  email: string;
  subject: string;
  body: string;
  createdAt: Date;
  /** When it is sent; at once by default. */
  dueAt?: Date;
  /** The entry of the log that it is about. */
  entryId?: string;
  /** The subscriber of the newsletter whom it asks for a confirmation. */
  subscriberId?: string;
  html?: string;
  /** A person has written it, and gets no answer of a program. */
  isByPerson?: boolean;
  /** What tells a moderator or an admin of the site's work. */
  notice?: { userId: string; kinds: readonly string[]; unsubscribeURL: string };
};

/** Queues emails. Pass the transaction of what they announce, so that either all is stored or nothing. */
export async function insertEmails(db: Db, emails: readonly NewEmail[]): Promise<void> {
  await insertTasks(
    db,
    emails.map(
      ({ email, subject, body, html, isByPerson, notice, createdAt, dueAt, entryId, subscriberId }) => ({
        ...{ kind: 'email', email, createdAt },
        payload: {
          ...{ subject, body },
          ...(html !== undefined && { html }),
          ...(isByPerson && { isByPerson }),
          ...(notice && { notice }),
        },
        ...(dueAt && { dueAt }),
        ...(entryId !== undefined && { subjectId: entryId }),
        ...(subscriberId !== undefined && { subscriberId }),
      }),
    ),
  );
}

export const insertEmail = (db: Db, email: NewEmail): Promise<void> => insertEmails(db, [email]);

type Waiting = { email: string; subject: string; now: Date };

/** Locks an email that is to be sent later than now, until the transaction ends. */
export async function lockWaitingEmail(
  db: Db,
  { email, subject, now }: Waiting,
): Promise<{ id: string; createdAt: Date } | undefined> {
  const [row] = await db
    .select({ id: tasks.id, createdAt: tasks.createdAt })
    .from(tasks)
    .where(
      and(
        ...[eq(tasks.kind, 'email'), eq(tasks.state, 'waiting'), gt(tasks.dueAt, now)],
        // As in the index.
        eq(sql`lower(${tasks.email})`, sql`lower(${email})`),
        sql`payload ->> 'subject' = ${subject}`,
      ),
    )
    .for('update');
  return row;
}

export async function rewriteEmail(
  db: Db,
  id: string,
  email: { subject: string; body: string },
): Promise<void> {
  await db
    .update(tasks)
    .set({ payload: jsonOf(email) })
    .where(eq(tasks.id, id));
}

/** What waits to be sent, and what was given up. */
export async function countEmails(db: Db) {
  const isWaiting = sql`state IN ('waiting', 'running')`;
  const [row] = await db
    .select({
      waitingCount: sql<number>`count(*) FILTER (WHERE ${isWaiting})::integer`,
      retriedCount: sql<number>`count(*) FILTER (WHERE ${isWaiting} AND attempt_count + fault_count > 0)::integer`,
      givenUpCount: sql<number>`count(*) FILTER (WHERE state = 'failed')::integer`,
      oldestAt: sql<Date | null>`min(${tasks.createdAt}) FILTER (WHERE ${isWaiting})`.mapWith(
        tasks.createdAt,
      ),
    })
    .from(tasks)
    .where(eq(tasks.kind, 'email'));
  return row ?? { waitingCount: 0, retriedCount: 0, givenUpCount: 0, oldestAt: null };
}

/** Deletes the emails about an entry of the log that were not sent yet. */
export async function deleteEmailsAbout(db: Db, entryId: string): Promise<void> {
  await db
    .delete(tasks)
    .where(and(eq(tasks.kind, 'email'), eq(tasks.subjectId, entryId), isNull(tasks.endedAt)));
}
