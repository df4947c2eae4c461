import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { SubscriberState } from '@/lib/contract/subscriber';
import type { Db } from '@/server/db/client';
import { ADVISORY_LOCKS } from '@/server/db/advisory-locks';
import { newsletterSubscribers } from '@/server/db/schema';
import { listOrder, type PageFrom } from './list-order';

/** What the database calls the states. */
const STATUSES = { confirmed: 'confirmed', waiting: 'unconfirmed', left: 'unsubscribed' } as const;

const instant = z.pipe(
  z.union([z.string(), z.date()]),
  z.transform((at) => new Date(at)),
);
const row = z.object({
  id: z.string(),
  email: z.string(),
  status: z.enum(['unconfirmed', 'confirmed', 'unsubscribed']),
  createdAt: instant,
  confirmedAt: z.nullable(instant),
  unsubscribedAt: z.nullable(instant),
  tags: z.array(z.string()),
});
export type SubscriberRow = z.infer<typeof row>;

const byId = (direction: 'ascending' | 'descending') => ({
  ...{ type: 'none' as const, direction },
  positionOf: ({ id }: { id: string }) => ({ value: 0, id }),
});
export const subscriberOrder = listOrder<SubscriberRow>('subscribers', byId('descending'));
export const exportOrder = listOrder<SubscriberRow>('subscriber export', byId('ascending'));

const columns = sql`subscribers.id::text AS id, email, status, subscribers.created_at AS "createdAt",
  confirmed_at AS "confirmedAt", unsubscribed_at AS "unsubscribedAt", ARRAY(
    SELECT DISTINCT tags.name FROM unnest(tag_ids) AS chosen JOIN tags ON tags.id = final_tag_id(chosen) ORDER BY tags.name
  ) AS tags FROM newsletter_subscribers subscribers`;

/** Of the list of the site's own form, which gets the newsletter. */
const isOfOwnList = sql`list = ''`;

type Asked = PageFrom & { state?: SubscriberState; startsWith?: string };

/** The newest first. */
export async function listSubscribers(
  db: Db,
  { after, limit, state, startsWith = '' }: Asked,
): Promise<SubscriberRow[]> {
  const pattern = `${startsWith.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  const { rows } = await db.execute(sql`
    SELECT ${columns} WHERE ${isOfOwnList}
      ${state ? sql`AND status = ${STATUSES[state]}` : sql``}
      ${startsWith === '' ? sql`` : sql`AND email LIKE ${pattern}`}
      ${after ? sql`AND subscribers.id < ${after.id}::bigint` : sql``}
    ORDER BY subscribers.id DESC LIMIT ${limit}`);
  return z.array(row).parse(rows);
}

/** The oldest first, so that who subscribes during an export is in its last part. */
export async function listSubscribersToExport(db: Db, { after, limit }: PageFrom): Promise<SubscriberRow[]> {
  const { rows } = await db.execute(sql`
    SELECT ${columns} WHERE ${isOfOwnList} AND subscribers.id > ${after?.id ?? '0'}::bigint
    ORDER BY subscribers.id LIMIT ${limit}`);
  return z.array(row).parse(rows);
}

export async function countSubscribersByState(db: Db): Promise<Record<SubscriberState, number>> {
  const count = (status: string) => sql`count(*) FILTER (WHERE status = ${status})::int`;
  const { rows } = await db.execute(sql`
    SELECT ${count(STATUSES.confirmed)} AS confirmed, ${count(STATUSES.waiting)} AS waiting, ${count(STATUSES.left)} AS left
    FROM newsletter_subscribers WHERE ${isOfOwnList}`);
  const counts = z.object({ confirmed: z.int(), waiting: z.int(), left: z.int() });
  return z.array(counts).parse(rows)[0] ?? { confirmed: 0, waiting: 0, left: 0 };
}

/** One import adds subscribers at a time, so that all of them together keep the pace. */
export async function lockSubscriberImports(tx: Db): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.subscriberImports})`);
}

/** When the last of the confirmation emails of imports is sent that wait. */
export async function findLastConfirmationDueAt(db: Db): Promise<Date | undefined> {
  const { rows } = await db.execute(sql`
    SELECT due_at AS "dueAt" FROM tasks
    WHERE kind = 'email' AND group_name = '' AND state IN ('waiting', 'running') AND subscriber_id IS NOT NULL
    ORDER BY due_at DESC LIMIT 1`);
  return z.array(z.object({ dueAt: instant })).parse(rows)[0]?.dueAt;
}

/** The addresses of the newsletter's list that are known, in whatever state. */
export async function listKnownAddresses(db: Db, emails: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.execute(sql`
    SELECT email FROM newsletter_subscribers WHERE ${isOfOwnList}
      AND email IN (SELECT jsonb_array_elements_text(${JSON.stringify(emails)}::jsonb))`);
  return new Set(
    z
      .array(z.object({ email: z.string() }))
      .parse(rows)
      .map(({ email }) => email),
  );
}

type NewSubscriber = { email: string; tokenHash: Buffer; tokenSentAt: Date };

/** Adds subscribers who have yet to confirm. @returns those that were not known. */
export async function insertUnconfirmedSubscribers(
  db: Db,
  added: readonly NewSubscriber[],
): Promise<{ id: string; email: string }[]> {
  if (added.length === 0) return [];
  return db
    .insert(newsletterSubscribers)
    .values(added.map((subscriber) => ({ ...subscriber, list: '' })))
    .onConflictDoNothing()
    .returning({ id: newsletterSubscribers.id, email: newsletterSubscribers.email });
}

/** Deletes the confirmation emails to a subscriber that were not sent yet. */
export async function deleteEmailsToSubscriber(db: Db, subscriberId: string): Promise<void> {
  await db.execute(sql`
    DELETE FROM tasks WHERE kind = 'email' AND subscriber_id = ${subscriberId}::bigint AND state = 'waiting'`);
}
