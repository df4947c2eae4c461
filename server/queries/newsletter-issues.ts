import { and, asc, desc, eq, gt, isNull, lt, lte, sql } from 'drizzle-orm';
import type { Db } from '@/server/db/client';
import { newsletterSubscribers } from '@/server/db/schema';
import { newsletterIssues, tasks, type TaskState } from '@/server/db/schema/task-schema';
import { deleteTaskGroup, insertTaskGroup, insertTasks } from './tasks';

export type IssueSpan = { week: string; since: Date; until: Date };

/** Adds an issue, and the group of its tasks. False, and no change, when the week has an issue. */
export async function insertIssue(db: Db, issue: IssueSpan): Promise<boolean> {
  const rows = await db
    .insert(newsletterIssues)
    .values(issue)
    .onConflictDoNothing({ target: newsletterIssues.week })
    .returning({ id: newsletterIssues.id });
  for (const { id } of rows) await insertTaskGroup(db, 'issue', id);
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

/** Whether a subscriber gets all products, and otherwise the tags that subscribers have chosen. */
export async function findChosenTags(
  db: Db,
  limit: number,
): Promise<{ areAllChosen: boolean; tagIds: string[] }> {
  const [all] = await db
    .select({ id: newsletterSubscribers.id })
    .from(newsletterSubscribers)
    .where(and(isSubscribed, isNull(newsletterSubscribers.tagIds)))
    .limit(1);
  if (all) return { areAllChosen: true, tagIds: [] };
  const tagId = sql<string>`final_tag_id(unnest(${newsletterSubscribers.tagIds}))::text`;
  const rows = await db
    .selectDistinct({ tagId })
    .from(newsletterSubscribers)
    .where(isSubscribed)
    .limit(limit);
  return { areAllChosen: false, tagIds: rows.map((row) => row.tagId) };
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
    await insertTasks(
      tx,
      subscribers.map(({ id }) => ({ kind: 'issue', groupName: issue.id, subscriberId: id, createdAt: now })),
    );
    const last = subscribers.at(-1);
    await tx
      .update(newsletterIssues)
      .set(last ? { queuedThroughId: last.id } : { queuedAt: now })
      .where(eq(newsletterIssues.id, issue.id));
    return true;
  });
}

/** An issue and the subscriber who gets it. Undefined when one of them is gone. */
export async function findDelivery(
  db: Db,
  { issueId, subscriberId }: { issueId: string; subscriberId: string },
) {
  const [row] = await db
    .select({
      issue: {
        id: newsletterIssues.id,
        week: newsletterIssues.week,
        since: newsletterIssues.since,
        until: newsletterIssues.until,
      },
      subscriber: {
        id: newsletterSubscribers.id,
        email: newsletterSubscribers.email,
        isSubscribed: sql<boolean>`${newsletterSubscribers.status} = 'confirmed'`,
        tagIds: sql<string[] | null>`CASE WHEN ${newsletterSubscribers.tagIds} IS NOT NULL
          THEN ARRAY(SELECT DISTINCT final_tag_id(id)::text FROM unnest(${newsletterSubscribers.tagIds}) AS id) END`,
      },
    })
    .from(newsletterIssues)
    .innerJoin(newsletterSubscribers, eq(newsletterSubscribers.id, subscriberId))
    .where(eq(newsletterIssues.id, issueId));
  return row;
}

const isOfIssue = (issueId: string) => and(sql`kind = 'issue'`, eq(tasks.groupName, issueId));

/** What owners read. */
const STATUSES: Record<TaskState, string> = {
  waiting: 'queued',
  running: 'sending',
  done: 'sent',
  skipped: 'skipped',
  failed: 'failed',
  uncertain: 'uncertain',
};

export async function countDeliveries(db: Db, issueId: string) {
  const rows = await db
    .select({ state: tasks.state, count: sql<number>`count(*)::integer` })
    .from(tasks)
    .where(isOfIssue(issueId))
    .groupBy(tasks.state);
  return rows.map(({ state, count }) => ({ status: STATUSES[state], count }));
}

/** Deliveries that the mail server may or may not have taken, oldest first. */
export async function listUncertainDeliveries(
  db: Db,
  { afterId, limit }: { afterId: string; limit: number },
) {
  return db
    .select({ id: tasks.id, week: newsletterIssues.week, email: newsletterSubscribers.email })
    .from(tasks)
    .innerJoin(newsletterIssues, sql`${newsletterIssues.id} = ${tasks.groupName}::bigint`)
    .innerJoin(newsletterSubscribers, eq(newsletterSubscribers.id, tasks.subscriberId))
    .where(and(sql`kind = 'issue' AND state = 'uncertain'`, gt(tasks.id, afterId)))
    .orderBy(asc(tasks.id))
    .limit(limit);
}

/**
 * Deletes an issue that is older than an instant. An issue that has deliveries loses some of these instead.
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
  const some = db.select({ id: tasks.id }).from(tasks).where(isOfIssue(issue.id)).limit(limit);
  const rows = await db
    .delete(tasks)
    .where(sql`${tasks.id} = ANY(ARRAY(${some}))`)
    .returning({ id: tasks.id });
  if (rows.length === 0) {
    await deleteTaskGroup(db, 'issue', issue.id);
    await db.delete(newsletterIssues).where(eq(newsletterIssues.id, issue.id));
  }
  return true;
}
