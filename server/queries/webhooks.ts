import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { EventProduct, ProductEvent, WebhookEvent } from '@/lib/contract/webhook';
import type { Db } from '@/server/db/client';
import { taskGroups, tasks, webhooks } from '@/server/db/schema/task-schema';
import { users } from '@/server/db/schema';
import { standingAt, type StandingRow } from '@/server/queries/account/standings';
import { jsonOf, timestamptz } from './sql-values';
import { deleteTaskGroup, insertTaskGroup, insertTasks } from './tasks';

export type WebhookRow = typeof webhooks.$inferSelect;
/** Null once the account is deleted. */
type Creator = ({ handle: string } & StandingRow) | null;

/** Adds a webhook, and the group of its tasks. */
export async function insertWebhook(db: Db, row: typeof webhooks.$inferInsert): Promise<WebhookRow> {
  const [webhook] = await db.insert(webhooks).values(row).returning();
  if (!webhook) throw new Error('No webhook was inserted');
  await insertTaskGroup(db, 'event', webhook.id);
  return webhook;
}

export const hasWebhooks = async (db: Db): Promise<boolean> =>
  (await db.select({ id: webhooks.id }).from(webhooks).limit(1)).length > 0;

/** All webhooks, the oldest first, who has created each, and until when it rests after failures. */
export const listWebhooks = (
  db: Db,
  now: Date,
): Promise<(WebhookRow & { creator: Creator; restsUntil: Date | null })[]> =>
  db
    .select({
      ...getTableColumns(webhooks),
      restsUntil: taskGroups.restsUntil,
      creator: { handle: users.handle, ...standingAt(now) },
    })
    .from(webhooks)
    .leftJoin(users, eq(users.id, webhooks.creatorId))
    .leftJoin(taskGroups, and(eq(taskGroups.kind, 'event'), sql`${taskGroups.name} = ${webhooks.id}::text`))
    .orderBy(asc(webhooks.id));

export async function findWebhook(db: Db, id: string): Promise<WebhookRow | undefined> {
  const [webhook] = await db.select().from(webhooks).where(eq(webhooks.id, id));
  return webhook;
}

/** False when there is no such webhook. Its deliveries are deleted with it. */
export async function deleteWebhook(db: Db, id: string): Promise<boolean> {
  const rows = await db.delete(webhooks).where(eq(webhooks.id, id)).returning({ id: webhooks.id });
  await deleteTaskGroup(db, 'event', id);
  return rows.length > 0;
}

/** Queues an event of a product for every webhook that wants it. Pass the transaction of the event. */
export async function insertDeliveries(
  db: Db,
  { event, productId, now, dueAt = now }: { event: ProductEvent; productId: string; now: Date; dueAt?: Date },
): Promise<void> {
  await db.execute(sql`
    INSERT INTO tasks (kind, group_name, product_id, payload, created_at, due_at)
    SELECT 'event', webhooks.id::text, products.id, jsonb_build_object(
      'event', ${event}::text, 'product', jsonb_build_object(
        'id', products.id::text, 'name', coalesce(edits.name, products.name), 'url', coalesce(edits.url, products.url),
        'tagline', coalesce(edits.tagline, products.tagline), 'slug', slug, 'isListed', status = 'approved'
      )
    ), ${timestamptz(now)}, ${timestamptz(dueAt)}
    FROM webhooks JOIN task_groups ON kind = 'event' AND task_groups.name = webhooks.id::text, products
    LEFT JOIN product_edits AS edits ON edits.product_id = products.id AND edit_status IS NOT NULL
    WHERE ${event} = ANY(events) AND products.id = ${productId}::bigint`);
}

/** Queues an event of the site's work for every webhook that wants it. */
export async function insertStaffDeliveries(
  db: Db,
  { event, payload, now }: { event: WebhookEvent; payload: object; now: Date },
): Promise<void> {
  await db.execute(sql`
    INSERT INTO tasks (kind, group_name, payload, created_at, due_at)
    SELECT 'event', webhooks.id::text, ${jsonOf(payload)}, ${timestamptz(now)}, ${timestamptz(now)}
    FROM webhooks JOIN task_groups ON kind = 'event' AND task_groups.name = webhooks.id::text
    WHERE ${event} = ANY(events)`);
}

/** Queues a test. */
export async function insertTestDelivery(
  db: Db,
  webhookId: string,
  { product, now }: { product: EventProduct; now: Date },
): Promise<void> {
  const payload = { event: 'test', product };
  await insertTasks(db, [{ kind: 'event', groupName: webhookId, payload, createdAt: now }]);
}

/** Forgets the events of a decision that was undone before they were sent. */
export async function deleteHeldEvents(db: Db, productId: string, decidedAt: Date): Promise<void> {
  const isHeld = and(eq(tasks.kind, 'event'), eq(tasks.productId, productId), eq(tasks.leaseCount, 0));
  await db.delete(tasks).where(and(isHeld, eq(tasks.createdAt, decidedAt)));
}
