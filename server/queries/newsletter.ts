import { desc, and, eq, gt, lt, ne, or, sql } from 'drizzle-orm';
import type { Db } from '@/server/db/client';
import { newsletterSubscribers, tags } from '@/server/db/schema';
import { tagIsPublic } from '@/server/queries/visibility';
import { timestamptz } from '@/server/queries/sql-values';

type Request = { email: string; list: string; tokenHash: Buffer; tokenSentAt: Date };

/** Stores a request for a list with a new token. False, and no change, when the email is already confirmed. */
export async function upsertUnconfirmedSubscriber(db: Db, request: Request): Promise<boolean> {
  const rows = await db
    .insert(newsletterSubscribers)
    .values(request)
    .onConflictDoUpdate({
      target: [newsletterSubscribers.email, newsletterSubscribers.list],
      set: {
        status: 'unconfirmed',
        tokenHash: request.tokenHash,
        tokenSentAt: request.tokenSentAt,
        unsubscribedAt: null,
      },
      setWhere: ne(newsletterSubscribers.status, 'confirmed'),
    })
    .returning({ id: newsletterSubscribers.id });
  return rows.length > 0;
}

export async function findSubscriberByToken(db: Db, tokenHash: Buffer) {
  const [row] = await db
    .select()
    .from(newsletterSubscribers)
    .where(eq(newsletterSubscribers.tokenHash, tokenHash));
  return row;
}

/** Confirms a subscriber. Safe to repeat. */
export async function updateSubscriberConfirmed(db: Db, id: string, confirmedAt: Date): Promise<void> {
  await db
    .update(newsletterSubscribers)
    .set({ status: 'confirmed', confirmedAt, unsubscribedAt: null })
    .where(and(eq(newsletterSubscribers.id, id), ne(newsletterSubscribers.status, 'confirmed')));
}

export async function updateSubscriberUnsubscribed(db: Db, id: string, unsubscribedAt: Date): Promise<void> {
  await db
    .update(newsletterSubscribers)
    .set({
      status: 'unsubscribed',
      unsubscribedAt: sql`coalesce(${newsletterSubscribers.unsubscribedAt}, ${timestamptz(unsubscribedAt)})`,
    })
    .where(eq(newsletterSubscribers.id, id));
}

export async function findSubscriber(db: Db, id: string) {
  const [row] = await db.select().from(newsletterSubscribers).where(eq(newsletterSubscribers.id, id));
  return row;
}

/** @param tagIds null for all products. */
export async function updateSubscriberTags(db: Db, id: string, tagIds: string[] | null): Promise<void> {
  await db.update(newsletterSubscribers).set({ tagIds }).where(eq(newsletterSubscribers.id, id));
}

/** Deletes the requests that were not confirmed since an instant. */
export async function deleteUnconfirmedSubscribers(db: Db, before: Date): Promise<void> {
  const { status, tokenSentAt } = newsletterSubscribers;
  await db.delete(newsletterSubscribers).where(and(eq(status, 'unconfirmed'), lt(tokenSentAt, before)));
}

/** Deletes the subscriptions that ended before an instant. */
export async function deleteEndedSubscribers(db: Db, before: Date): Promise<void> {
  const { status, unsubscribedAt } = newsletterSubscribers;
  await db.delete(newsletterSubscribers).where(and(eq(status, 'unsubscribed'), lt(unsubscribedAt, before)));
}

/** The tags that a subscriber can choose: those that the subscriber has chosen, and the most used ones. */
export async function listSubscribedTags(db: Db, subscriberId: string, limit: number) {
  const chosen = sql`(
    SELECT ARRAY(SELECT final_tag_id(id) FROM unnest(tag_ids) AS id)
    FROM newsletter_subscribers WHERE newsletter_subscribers.id = ${subscriberId}
  )`;
  const isChosen = sql<boolean>`${tags.id} = ANY(${chosen}::bigint[])`;
  return db
    .select({ slug: tags.slug, name: tags.name, isChosen })
    .from(tags)
    .where(and(tagIsPublic(), or(gt(tags.productCount, 0), isChosen)))
    .orderBy(desc(isChosen), desc(tags.productCount), tags.slug)
    .limit(limit);
}
