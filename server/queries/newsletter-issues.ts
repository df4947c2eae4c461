import { and, desc, eq, gt, inArray, lt, lte, sql } from 'drizzle-orm';
import type { Db } from '@/server/db/client';
import {
  type DeliveryStatus,
  newsletterDeliveries,
  newsletterIssues,
} from '@/server/db/schema/newsletter-schema';
import { newsletterSubscribers } from '@/server/db/schema';

export type IssueSpan = { week: string; since: Date; until: Date };

/** False, and no change, when the week has an issue. */
export async function insertIssue(db: Db, issue: IssueSpan): Promise<boolean> {
  const rows = await db
    .insert(newsletterIssues)
    .values(issue)
    .onConflictDoNothing({ target: newsletterIssues.week })
    .returning({ id: newsletterIssues.id });
  return rows.length > 0;
}

/** The issue of the latest week. */
export async function findLatestIssue(db: Db) {
  const [row] = await db.select().from(newsletterIssues).orderBy(desc(newsletterIssues.week)).limit(1);
  return row;
}

/** Who gets an issue: the subscribers who confirmed their email, of the list of the site's own form. */
const isSubscribed = and(eq(newsletterSubscribers.status, 'confirmed'), eq(newsletterSubscribers.list, ''));

export async function countSubscribers(db: Db): Promise<number> {
  return db.$count(newsletterSubscribers, isSubscribed);
}

/**
 * Adds the next deliveries of an issue whose deliveries do not all exist yet, in one transaction. Skips an issue that
 * another process is working on.
 *
 * @returns false when there is none.
 */
export async function queueDeliveries(
  db: Db,
  { now, limit }: { now: Date; limit: number },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [issue] = await tx
      .select()
      .from(newsletterIssues)
      .where(sql`${newsletterIssues.queuedAt} IS NULL`)
      .orderBy(newsletterIssues.id)
      .limit(1)
      .for('update', { skipLocked: true });
    if (!issue) return false;
    const subscribers = await tx
      .select({ id: newsletterSubscribers.id })
      .from(newsletterSubscribers)
      .where(
        and(
          isSubscribed,
          gt(newsletterSubscribers.id, issue.queuedThroughId),
          lte(newsletterSubscribers.confirmedAt, issue.until),
        ),
      )
      .orderBy(newsletterSubscribers.id)
      .limit(limit);
    if (subscribers.length > 0) {
      await tx
        .insert(newsletterDeliveries)
        .values(subscribers.map(({ id }) => ({ issueId: issue.id, subscriberId: id, nextAttemptAt: now })));
    }
    const last = subscribers.at(-1)?.id ?? issue.queuedThroughId;
    await tx
      .update(newsletterIssues)
      .set({ queuedThroughId: last, ...(subscribers.length < limit && { queuedAt: now }) })
      .where(eq(newsletterIssues.id, issue.id));
    return true;
  });
}

/** A delivery that this process sends. */
export type ClaimedDelivery = {
  id: string;
  attemptCount: number;
  issue: { id: string; week: string; since: Date; until: Date };
  subscriber: { id: string; email: string; isSubscribed: boolean; tagIds: string[] | null };
};

/**
 * Claims the deliveries that have been due for longest: from now on they are being sent. Must be committed before the
 * dialogue with the mail server begins.
 */
export async function claimDeliveries(
  db: Db,
  { now, claimedUntil, limit }: { now: Date; claimedUntil: Date; limit: number },
): Promise<ClaimedDelivery[]> {
  const due = sql`(
    SELECT id FROM newsletter_deliveries WHERE status = 'queued' AND next_attempt_at <= ${now.toISOString()}::timestamptz
    ORDER BY next_attempt_at, id LIMIT ${limit} FOR UPDATE SKIP LOCKED
  )`;
  const claimed = await db
    .update(newsletterDeliveries)
    .set({
      status: 'sending',
      nextAttemptAt: claimedUntil,
      attemptCount: sql`${newsletterDeliveries.attemptCount} + 1`,
    })
    .where(sql`${newsletterDeliveries.id} = ANY(ARRAY${due})`)
    .returning({ id: newsletterDeliveries.id });
  if (claimed.length === 0) return [];
  const rows = await db
    .select({
      id: newsletterDeliveries.id,
      attemptCount: newsletterDeliveries.attemptCount,
      issue: {
        id: newsletterIssues.id,
        week: newsletterIssues.week,
        since: newsletterIssues.since,
        until: newsletterIssues.until,
      },
      subscriber: {
        id: newsletterSubscribers.id,
        email: newsletterSubscribers.email,
        status: newsletterSubscribers.status,
        tagIds: sql<string[] | null>`CASE WHEN ${newsletterSubscribers.tagIds} IS NOT NULL
          THEN ARRAY(SELECT DISTINCT final_tag_id(id)::text FROM unnest(${newsletterSubscribers.tagIds}) AS id) END`,
      },
    })
    .from(newsletterDeliveries)
    .innerJoin(newsletterIssues, eq(newsletterIssues.id, newsletterDeliveries.issueId))
    .innerJoin(newsletterSubscribers, eq(newsletterSubscribers.id, newsletterDeliveries.subscriberId))
    .where(
      inArray(
        newsletterDeliveries.id,
        claimed.map(({ id }) => id),
      ),
    )
    .orderBy(newsletterDeliveries.id);
  return rows.map(({ subscriber: { status, ...subscriber }, ...row }) => ({
    ...row,
    subscriber: { ...subscriber, isSubscribed: status === 'confirmed' },
  }));
}

type Settled = Exclude<DeliveryStatus, 'queued' | 'sending'>;

/** Only while it is being sent: an uncertain delivery stays uncertain. */
const isSending = (id: string) =>
  and(eq(newsletterDeliveries.id, id), eq(newsletterDeliveries.status, 'sending'));

export async function settleDelivery(db: Db, id: string, status: Settled, settledAt: Date): Promise<void> {
  await db.update(newsletterDeliveries).set({ status, settledAt }).where(isSending(id));
}

/** Puts a delivery back that the mail server has not taken. */
export async function requeueDelivery(
  db: Db,
  id: string,
  { nextAttemptAt, attemptCount }: { nextAttemptAt: Date; attemptCount: number },
): Promise<void> {
  await db
    .update(newsletterDeliveries)
    .set({ status: 'queued', nextAttemptAt, attemptCount })
    .where(isSending(id));
}

/**
 * Settles the deliveries whose process has ended while it sent them.
 *
 * @returns how many there were.
 */
export async function settleAbandonedDeliveries(db: Db, now: Date): Promise<number> {
  const rows = await db
    .update(newsletterDeliveries)
    .set({ status: 'uncertain', settledAt: now })
    .where(and(eq(newsletterDeliveries.status, 'sending'), lt(newsletterDeliveries.nextAttemptAt, now)))
    .returning({ id: newsletterDeliveries.id });
  return rows.length;
}

export async function countDeliveries(db: Db, issueId: string) {
  return db
    .select({ status: newsletterDeliveries.status, count: sql<number>`count(*)::integer` })
    .from(newsletterDeliveries)
    .where(eq(newsletterDeliveries.issueId, issueId))
    .groupBy(newsletterDeliveries.status);
}

/** Deliveries that the mail server may or may not have taken, oldest first. */
export async function listUncertainDeliveries(
  db: Db,
  { afterId, limit }: { afterId: string; limit: number },
) {
  return db
    .select({
      id: newsletterDeliveries.id,
      week: newsletterIssues.week,
      email: newsletterSubscribers.email,
    })
    .from(newsletterDeliveries)
    .innerJoin(newsletterIssues, eq(newsletterIssues.id, newsletterDeliveries.issueId))
    .innerJoin(newsletterSubscribers, eq(newsletterSubscribers.id, newsletterDeliveries.subscriberId))
    .where(and(eq(newsletterDeliveries.status, 'uncertain'), gt(newsletterDeliveries.id, afterId)))
    .orderBy(newsletterDeliveries.id)
    .limit(limit);
}

/**
 * Deletes an issue from before an instant, or some of its deliveries if there are more.
 *
 * @returns false when there is none.
 */
export async function deleteOldIssue(
  db: Db,
  { before, limit }: { before: Date; limit: number },
): Promise<boolean> {
  const [issue] = await db
    .select({ id: newsletterIssues.id })
    .from(newsletterIssues)
    .where(lt(newsletterIssues.until, before))
    .orderBy(newsletterIssues.id)
    .limit(1);
  if (!issue) return false;
  const { rows } = await db.execute(sql`
    DELETE FROM newsletter_deliveries WHERE id = ANY(ARRAY(
      SELECT id FROM newsletter_deliveries WHERE issue_id = ${issue.id} ORDER BY subscriber_id LIMIT ${limit}
    )) RETURNING id`);
  if (rows.length < limit) await db.delete(newsletterIssues).where(eq(newsletterIssues.id, issue.id));
  return true;
}
