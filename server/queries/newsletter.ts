import { and, eq, ne, sql } from 'drizzle-orm';
import type { Db } from '@/server/db/client';
import { newsletterSubscribers } from '@/server/db/schema';

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
      unsubscribedAt: sql`coalesce(${newsletterSubscribers.unsubscribedAt}, ${unsubscribedAt.toISOString()}::timestamptz)`,
    })
    .where(eq(newsletterSubscribers.id, id));
}
