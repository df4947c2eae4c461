import { and, eq, gt, sql } from 'drizzle-orm';
import { timestamptz } from './timestamptz';
import type { Db } from '@/server/db/client';
import { webhookDeliveries, webhooks } from '@/server/db/schema/webhook-schema';
import type { WebhookRow } from './webhooks';

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
