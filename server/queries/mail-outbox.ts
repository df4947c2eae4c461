import { and, count, eq, gt, lt, min, sql } from 'drizzle-orm';
import type { Db } from '@/server/db/client';
import { mailOutbox } from '@/server/db/schema/mail-schema';

type NewEmail = {
  email: string;
  subject: string;
  body: string;
  createdAt: Date;
  /** When it is sent; at once by default. */
  dueAt?: Date;
  /** The entry of the log that it is about. */
  entryId?: string;
};

/** An email that this process is sending. */
export type ClaimedEmail = Omit<NewEmail, 'dueAt' | 'entryId'> & { id: string; attemptCount: number };

/** Adds an email to the outbox. Pass the transaction of what it announces, so that either both are stored or none. */
export async function insertEmail(db: Db, { dueAt, ...email }: NewEmail): Promise<void> {
  await db.insert(mailOutbox).values({ ...email, nextAttemptAt: dueAt ?? email.createdAt });
}

/** As `insertEmail`, for emails that are sent at once. */
export async function insertEmails(
  db: Db,
  emails: readonly Omit<NewEmail, 'dueAt' | 'entryId'>[],
): Promise<void> {
  if (emails.length === 0) return;
  await db.insert(mailOutbox).values(emails.map((email) => ({ ...email, nextAttemptAt: email.createdAt })));
}

type Waiting = { email: string; subject: string; now: Date };

/** Locks an email that is to be sent later than now, until the transaction ends. */
export async function lockWaitingEmail(
  db: Db,
  { email, subject, now }: Waiting,
): Promise<{ id: string; createdAt: Date } | undefined> {
  const [row] = await db
    .select({ id: mailOutbox.id, createdAt: mailOutbox.createdAt })
    .from(mailOutbox)
    .where(
      and(
        // As in the index.
        eq(sql`lower(${mailOutbox.email})`, sql`lower(${email})`),
        eq(mailOutbox.subject, subject),
        eq(mailOutbox.attemptCount, 0),
        gt(mailOutbox.nextAttemptAt, now),
      ),
    )
    .for('update');
  return row;
}

export async function rewriteEmail(db: Db, id: string, body: string): Promise<void> {
  await db.update(mailOutbox).set({ body }).where(eq(mailOutbox.id, id));
}

/** Claims the email that has been due for longest. No other process gets it before `claimedUntil`. */
export async function claimDueEmail(
  db: Db,
  { now, claimedUntil }: { now: Date; claimedUntil: Date },
): Promise<ClaimedEmail | undefined> {
  const next = sql`(
    SELECT id FROM mail_outbox WHERE given_up_at IS NULL AND next_attempt_at <= ${now.toISOString()}::timestamptz
    ORDER BY next_attempt_at, id LIMIT 1 FOR UPDATE SKIP LOCKED
  )`;
  const [row] = await db
    .update(mailOutbox)
    .set({ nextAttemptAt: claimedUntil, attemptCount: sql`${mailOutbox.attemptCount} + 1` })
    .where(sql`${mailOutbox.id} = ${next}`)
    .returning();
  if (!row) return undefined;
  const { email, subject, body } = row;
  if (email === null || subject === null || body === null) throw new Error(`Email ${row.id} was given up`);
  return { ...row, email, subject, body };
}

/** Deletes the emails that wait and are about an entry of the log. */
export async function deleteEmailsAbout(db: Db, entryId: string): Promise<void> {
  await db.delete(mailOutbox).where(eq(mailOutbox.entryId, entryId));
}

export async function deleteEmail(db: Db, id: string): Promise<void> {
  await db.delete(mailOutbox).where(eq(mailOutbox.id, id));
}

export async function postponeEmail(db: Db, id: string, nextAttemptAt: Date): Promise<void> {
  await db.update(mailOutbox).set({ nextAttemptAt }).where(eq(mailOutbox.id, id));
}

/** Keeps only that there was an email. */
export async function giveUpEmail(db: Db, id: string, givenUpAt: Date): Promise<void> {
  await db
    .update(mailOutbox)
    .set({ givenUpAt, email: null, subject: null, body: null })
    .where(eq(mailOutbox.id, id));
}

export async function deleteGivenUpEmails(db: Db, before: Date): Promise<void> {
  await db.delete(mailOutbox).where(lt(mailOutbox.givenUpAt, before));
}

/** What waits in the outbox, and what was given up. */
export async function countEmails(db: Db) {
  const isWaiting = sql`${mailOutbox.givenUpAt} IS NULL`;
  const [row] = await db
    .select({
      waitingCount: sql<number>`count(*) FILTER (WHERE ${isWaiting})::integer`,
      retriedCount: sql<number>`count(*) FILTER (WHERE ${isWaiting} AND ${mailOutbox.attemptCount} > 1)::integer`,
      givenUpCount: count(mailOutbox.givenUpAt),
      oldestAt: min(sql<Date | null>`CASE WHEN ${isWaiting} THEN ${mailOutbox.createdAt} END`).mapWith(
        mailOutbox.createdAt,
      ),
    })
    .from(mailOutbox);
  return row ?? { waitingCount: 0, retriedCount: 0, givenUpCount: 0, oldestAt: null };
}
