import { pgTable, text } from 'drizzle-orm/pg-core';
import { WEBHOOK_FORMATS, type WebhookEvent } from '@/lib/contract/webhook';
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
});
