import { and, asc, desc, eq, getTableColumns, isNotNull, isNull, lt, sql, gt } from 'drizzle-orm';
import type { EventProduct, WebhookEvent } from '@/lib/contract/webhook';
import { boundOf, type ListPosition } from './list-order';
import { timestamptz } from './sql-values';
import type { Db } from '@/server/db/client';
import { webhookDeliveries, webhooks } from '@/server/db/schema/webhook-schema';
import { users } from '@/server/db/schema';
import { standingAt, type StandingRow } from '@/server/queries/account/standings';

export type WebhookRow = typeof webhooks.$inferSelect;
/** Null once the account is deleted. */
type Creator = ({ handle: string } & StandingRow) | null;

export async function insertWebhook(db: Db, row: typeof webhooks.$inferInsert): Promise<WebhookRow> {
  const [webhook] = await db.insert(webhooks).values(row).returning();
  if (!webhook) throw new Error('No webhook was inserted');
  return webhook;
}

/** All webhooks, the oldest first, and who has created each. */
export const listWebhooks = (db: Db, now: Date): Promise<(WebhookRow & { creator: Creator })[]> =>
  db
    .select({ ...getTableColumns(webhooks), creator: { handle: users.handle, ...standingAt(now) } })
    .from(webhooks)
    .leftJoin(users, eq(users.id, webhooks.creatorId))
    .orderBy(asc(webhooks.id));

/** False when there is no such webhook. Its deliveries are deleted with it. */
export async function deleteWebhook(db: Db, id: string): Promise<boolean> {
  const rows = await db.delete(webhooks).where(eq(webhooks.id, id)).returning({ id: webhooks.id });
  return rows.length > 0;
}

/** Queues an event of a product for every webhook that wants it. Pass the transaction of the event. */
export async function insertDeliveries(
  db: Db,
  { event, productId, now, dueAt = now }: { event: WebhookEvent; productId: string; now: Date; dueAt?: Date },
): Promise<void> {
  await db.execute(sql`
    INSERT INTO webhook_deliveries (webhook_id, event, product_id, payload, created_at, next_attempt_at)
    SELECT webhooks.id, ${event}, products.id, jsonb_build_object(
      'id', products.id::text, 'name', coalesce(edits.name, products.name), 'url', coalesce(edits.url, products.url),
      'tagline', coalesce(edits.tagline, products.tagline), 'slug', slug, 'isListed', status = 'approved'
    ), ${timestamptz(now)}, ${timestamptz(dueAt)}
    FROM webhooks, products LEFT JOIN product_edits AS edits
      ON edits.product_id = products.id AND edit_status IS NOT NULL
    WHERE ${event} = ANY(events) AND products.id = ${productId}::bigint`);
}

/** Forgets the events of a decision that was undone before they were sent. */
export async function deleteHeldDeliveries(db: Db, productId: string, decidedAt: Date): Promise<void> {
  await db
    .delete(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.productId, productId),
        eq(webhookDeliveries.createdAt, decidedAt),
        eq(webhookDeliveries.attemptCount, 0),
      ),
    );
}

/** Queues a test. False when there is no such webhook. */
export async function insertTestDelivery(
  db: Db,
  webhookId: string,
  { payload, now }: { payload: EventProduct; now: Date },
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    INSERT INTO webhook_deliveries (webhook_id, event, payload, created_at, next_attempt_at)
    SELECT id, 'test', ${JSON.stringify(payload)}::jsonb, ${timestamptz(now)}, ${timestamptz(now)}
    FROM webhooks WHERE id = ${webhookId}::bigint RETURNING id`);
  return rows.length > 0;
}

/** Queues a delivery that was given up again. Undefined when there is no such delivery, false when it was not given up. */
export async function updateRetried(db: Db, id: string, now: Date): Promise<boolean | undefined> {
  const rows = await db
    .update(webhookDeliveries)
    .set({ givenUpAt: null, attemptCount: 0, nextAttemptAt: now })
    .where(and(eq(webhookDeliveries.id, id), isNotNull(webhookDeliveries.givenUpAt)))
    .returning({ webhookId: webhookDeliveries.webhookId });
  if (rows[0]) {
    await db.update(webhooks).set({ restsUntil: null }).where(eq(webhooks.id, rows[0].webhookId));
    return true;
  }
  return (await db.$count(webhookDeliveries, eq(webhookDeliveries.id, id))) > 0 ? false : undefined;
}

/** Deliveries after a position, newest first. */
export async function listDeliveries(
  db: Db,
  { after, limit, isGivenUp }: { after?: ListPosition; limit: number; isGivenUp: boolean },
) {
  const { createdAt, id } = webhookDeliveries;
  const isOlder = after && sql`(${createdAt}, ${id}) < (${boundOf(after)}::timestamptz, ${after.id}::bigint)`;
  const rows = await db
    .select({ delivery: webhookDeliveries, url: webhooks.url })
    .from(webhookDeliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
    .where(and(isOlder, isGivenUp ? isNotNull(webhookDeliveries.givenUpAt) : undefined))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit);
  return rows.map(({ delivery, url }) => ({ ...delivery, url }));
}
export type DeliveryRow = Awaited<ReturnType<typeof listDeliveries>>[number];

/** Gives up the events that have waited since before `before`, for a webhook that fails all the time. */
export async function giveUpOldDeliveries(
  db: Db,
  { before, now, failure }: { before: Date; now: Date; failure: string },
): Promise<void> {
  const { createdAt, deliveredAt, givenUpAt } = webhookDeliveries;
  await db
    .update(webhookDeliveries)
    .set({ givenUpAt: now, failure })
    .where(and(isNull(deliveredAt), isNull(givenUpAt), lt(createdAt, before)));
}

/** Deletes up to `limit` deliveries that ended before an instant. @returns how many. */
export async function deleteOldDeliveries(
  db: Db,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const old = db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(
      and(
        lt(webhookDeliveries.createdAt, before),
        sql`(${isNotNull(webhookDeliveries.deliveredAt)} OR ${isNotNull(webhookDeliveries.givenUpAt)})`,
      ),
    )
    .orderBy(asc(webhookDeliveries.createdAt), asc(webhookDeliveries.id))
    .limit(limit);
  const rows = await db
    .delete(webhookDeliveries)
    .where(sql`${webhookDeliveries.id} IN ${old}`)
    .returning({ id: webhookDeliveries.id });
  return rows.length;
}

export type ClaimedDelivery = Pick<
  typeof webhookDeliveries.$inferSelect,
  'id' | 'webhookId' | 'event' | 'payload' | 'createdAt' | 'attemptCount'
> &
  Pick<WebhookRow, 'url' | 'format' | 'secret' | 'failureCount'>;

/**
 * Claims the delivery that has been due for longest, of a webhook that neither pauses nor rests. No other process gets
 * the delivery before `claimedUntil`. One probe of the index per webhook.
 */
export async function claimDueDelivery(
  db: Db,
  { pausedIds, now, claimedUntil }: { pausedIds: readonly string[]; now: Date; claimedUntil: Date },
): Promise<ClaimedDelivery | undefined> {
  const { rows } = await db.execute<Record<'id', string>>(sql`
    UPDATE webhook_deliveries SET next_attempt_at = ${timestamptz(claimedUntil)}, claimed_at = ${timestamptz(now)},
      attempt_count = attempt_count + 1,
      interrupted_count = interrupted_count + (claimed_at IS NOT NULL)::integer
    WHERE id = (
      SELECT due.id FROM webhooks, LATERAL (
        SELECT id, next_attempt_at FROM webhook_deliveries
        WHERE webhook_id = webhooks.id AND delivered_at IS NULL AND given_up_at IS NULL
          AND next_attempt_at <= ${timestamptz(now)}
        ORDER BY next_attempt_at, id LIMIT 1 FOR UPDATE SKIP LOCKED
      ) AS due
      WHERE webhooks.id <> ALL(${sql.param(pausedIds)}::bigint[])
        AND (rests_until IS NULL OR rests_until <= ${timestamptz(now)})
      ORDER BY due.next_attempt_at, due.id LIMIT 1
    ) RETURNING id::text`);
  const [claimed] = rows;
  if (!claimed) return undefined;
  const [row] = await db
    .select({
      id: webhookDeliveries.id,
      webhookId: webhookDeliveries.webhookId,
      event: webhookDeliveries.event,
      payload: webhookDeliveries.payload,
      createdAt: webhookDeliveries.createdAt,
      attemptCount: webhookDeliveries.attemptCount,
      url: webhooks.url,
      format: webhooks.format,
      secret: webhooks.secret,
      failureCount: webhooks.failureCount,
    })
    .from(webhookDeliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
    .where(eq(webhookDeliveries.id, claimed.id));
  return row;
}

/** Notes that an event was delivered. The webhook rests no longer. */
export async function updateDelivered(db: Db, { id, webhookId }: ClaimedDelivery, now: Date): Promise<void> {
  await db
    .update(webhookDeliveries)
    .set({ deliveredAt: now, claimedAt: null, failure: null })
    .where(eq(webhookDeliveries.id, id));
  await db
    .update(webhooks)
    .set({ failureCount: 0, restsUntil: null })
    .where(and(eq(webhooks.id, webhookId), gt(webhooks.failureCount, 0)));
}

type FailedAttempt = { failure: string; restsUntil: Date; givenUpAt?: Date };

/**
 * Notes a failed attempt. The webhook rests, so that an unreachable receiver delays no other. Attempts that were made at
 * the same time lengthen the rest once.
 */
export async function updateFailed(
  db: Db,
  { id, webhookId, failureCount }: ClaimedDelivery,
  { failure, restsUntil, givenUpAt }: FailedAttempt,
): Promise<void> {
  await db
    .update(webhookDeliveries)
    .set({ failure, claimedAt: null, nextAttemptAt: restsUntil, ...(givenUpAt && { givenUpAt }) })
    .where(eq(webhookDeliveries.id, id));
  await db
    .update(webhooks)
    .set({ restsUntil, failureCount: failureCount + 1 })
    .where(and(eq(webhooks.id, webhookId), eq(webhooks.failureCount, failureCount)));
}
