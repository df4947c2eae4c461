import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { type EventProduct, WEBHOOK_FORMATS, type WebhookEvent } from '@/lib/contract/webhook';
import { identity, instant, key } from './columns';

/** Tells another system what happens to products. */
export const webhooks = pgTable('webhooks', {
  id: identity(),
  url: text('url').notNull(),
  format: text('format', { enum: WEBHOOK_FORMATS }).notNull(),
  events: text('events').array().$type<WebhookEvent[]>().notNull(),
  secret: text('secret').notNull(),
  creatorId: key('creator_id'),
  createdAt: instant('created_at').notNull(),
  failureCount: integer('failure_count').notNull().default(0),
  restsUntil: instant('rests_until'),
});

export const webhookDeliveries = pgTable('webhook_deliveries', {
  id: identity(),
  webhookId: key('webhook_id').notNull(),
  event: text('event').$type<WebhookEvent>().notNull(),
  productId: key('product_id'),
  payload: jsonb('payload').$type<EventProduct>().notNull(),
  createdAt: instant('created_at').notNull(),
  nextAttemptAt: instant('next_attempt_at').notNull(),
  claimedAt: instant('claimed_at'),
  attemptCount: integer('attempt_count').notNull().default(0),
  interruptedCount: integer('interrupted_count').notNull().default(0),
  failure: text('failure'),
  deliveredAt: instant('delivered_at'),
  givenUpAt: instant('given_up_at'),
});
