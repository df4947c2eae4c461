import { and, asc, desc, eq, getTableColumns, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { EventProduct, WebhookEvent } from '@/lib/contract/webhook';
import { timestamptz } from './timestamptz';
import type { Db } from '@/server/db/client';
import { webhookDeliveries, webhooks } from '@/server/db/schema/webhook-schema';
import { users } from '@/server/db/schema';
import { standingAt, type StandingRow } from './account/standings';
import { boundOf, type ProductPosition } from './products/products';

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
  { after, limit, isGivenUp }: { after?: ProductPosition; limit: number; isGivenUp: boolean },
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
