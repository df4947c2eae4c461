import * as z from 'zod/mini';
import { defineCall, byId, after, nextCursor } from './call';
import { LOST_STANDINGS } from './plain/moderation';
import { webURL } from './submission-fields';
import { t, text } from '@/lib/texts/texts';

export const WEBHOOK_LIMITS = {
  webhooksMax: 20,
  pageSize: 30,
  /** Longer queues are not counted to their end. */
  countedMax: 10_000,
  /** How long deliveries stay that have ended. */
  keptDays: 30,
} as const;

export const PRODUCT_EVENTS = [
  'product.submitted',
  'product.approved',
  'product.rejected',
  'product.changed',
  'product.discontinued',
  'product.reported',
] as const;
/** Work of the site besides, with counts alone. Submissions and reports are events of products. */
export const STAFF_EVENTS = [
  'staff.appeals',
  'staff.suggestions',
  'staff.sites',
  'staff.messages',
  'staff.jobs',
  'staff.backups',
  'staff.disk',
  'staff.release',
] as const;
export const WEBHOOK_EVENTS = [...PRODUCT_EVENTS, ...STAFF_EVENTS] as const;
/** `test` is sent on demand, to every webhook. */
export type ProductEvent = (typeof PRODUCT_EVENTS)[number] | 'test';
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number] | 'test';

/** `standard`: a JSON body by https://www.standardwebhooks.com. The others: a message that these services show. */
export const WEBHOOK_FORMATS = ['standard', 'slack', 'discord'] as const;

/** A product as it was when the event happened. */
export type EventProduct = {
  id?: string;
  name: string;
  tagline: string;
  url: string;
  slug?: string;
  isListed: boolean;
};

export const webhook = z.object({
  id: z.string(),
  /** Without the path, which often grants access. */
  host: z.string(),
  format: z.enum(WEBHOOK_FORMATS),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  createdAt: z.iso.datetime(),
  /** After a failure: nothing is sent before. */
  restsUntil: z.nullable(z.iso.datetime()),
  /** The admin for whom it acts. Null once the account is deleted. */
  creatorHandle: z.nullable(z.string()),
  /** Why nothing is sent: what its creator has lost. Sending goes on when the creator is an admin in good standing again. */
  pausedBecause: z.nullable(z.enum(LOST_STANDINGS)),
});
export type Webhook = z.infer<typeof webhook>;

export const webhookInput = z.object({
  url: webURL.check(
    z.startsWith('https://', {
      error: () => t('webhook.needsHTTPS', 'Use a link that starts with https://.'),
    }),
  ),
  format: z.enum(WEBHOOK_FORMATS),
  events: z
    .array(z.enum(WEBHOOK_EVENTS))
    .check(
      z.minLength(1, { error: () => t('webhook.needsEvent', 'Choose at least one event.') }),
      z.maxLength(WEBHOOK_EVENTS.length),
    ),
});

export const listWebhooksCall = defineCall({
  method: 'get',
  path: '/moderation/webhooks',
  summary: text('calls.listWebhooks', 'The webhooks of the site, oldest first.'),
  access: 'admin',
  answer: z.object({ webhooks: z.array(webhook) }),
  errors: [],
});

export const createWebhookCall = defineCall({
  method: 'post',
  path: '/moderation/webhooks',
  summary: text(
    'calls.createWebhook',
    'Creates a webhook. `secret` is the key of its signatures, which cannot be read again. `conflict` when there are too many.',
  ),
  access: 'admin',
  body: webhookInput,
  answer: z.object({ webhook, secret: z.string() }),
  status: 201,
  errors: ['conflict'],
});

export const deleteWebhookCall = defineCall({
  method: 'delete',
  path: '/moderation/webhooks/:id',
  summary: text('calls.deleteWebhook', 'Deletes a webhook with its deliveries. Safe to repeat.'),
  access: 'admin',
  params: byId,
  answer: z.object({}),
  errors: [],
});

export const testWebhookCall = defineCall({
  method: 'post',
  path: '/moderation/webhooks/:id/test',
  summary: text('calls.testWebhook', 'Queues a test for a webhook. `conflict` while it is paused.'),
  access: 'admin',
  params: byId,
  answer: z.object({}),
  errors: ['not_found', 'conflict'],
});

export const DELIVERY_STATES = ['waiting', 'delivered', 'given-up'] as const;

export const delivery = z.object({
  id: z.string(),
  event: z.string(),
  host: z.string(),
  /** The name of the product. Null for a test. */
  productName: z.nullable(z.string()),
  state: z.enum(DELIVERY_STATES),
  createdAt: z.iso.datetime(),
  /** When it was delivered or given up, or else the next attempt. */
  at: z.iso.datetime(),
  attemptCount: z.int(),
  /** Attempts that ended with their process: the receiver may have got the event each time. */
  interruptedCount: z.int(),
  /** Why the last attempt failed. */
  failure: z.nullable(z.string()),
});
export type Delivery = z.infer<typeof delivery>;

export const listDeliveriesCall = defineCall({
  method: 'get',
  path: '/moderation/deliveries',
  summary: text(
    'calls.listDeliveries',
    'What was and will be sent to webhooks, newest first. Deliveries are kept for {keptDays} days.',
    { keptDays: WEBHOOK_LIMITS.keptDays },
  ),
  access: 'moderator',
  query: z.object({
    /** Absent for all. */
    state: z.optional(z.literal('given-up')),
    after,
  }),
  answer: z.object({
    deliveries: z.array(delivery),
    nextCursor,
  }),
  errors: [],
});

export const retryDeliveryCall = defineCall({
  method: 'post',
  path: '/moderation/deliveries/:id/retry',
  summary: text(
    'calls.retryDelivery',
    'Queues a delivery that was given up again. `conflict` when it was not given up.',
  ),
  access: 'admin',
  params: byId,
  errors: ['not_found', 'conflict'],
  answer: z.object({}),
});

const queue = z.object({
  name: z.enum(['submissions', 'images', 'mail', 'search', 'webhooks', 'newsletter', 'messages', 'imports']),
  /** Counted up to `countedMax`. */
  waitingCount: z.int(),
  /** What is no longer tried, counted as far. */
  givenUpCount: z.int(),
});

const scheduledJob = z.object({
  name: z.string(),
  nextRunAt: z.iso.datetime(),
  /** Null until the first run has ended. */
  lastRun: z.nullable(z.object({ endedAt: z.iso.datetime(), hasFailed: z.boolean() })),
});

export const jobOverview = z.object({ queues: z.array(queue), scheduledJobs: z.array(scheduledJob) });
export type JobOverview = z.infer<typeof jobOverview>;

export const findJobsCall = defineCall({
  method: 'get',
  path: '/moderation/jobs',
  summary: text('calls.findJobs', 'What waits in the queues of this site, and when its scheduled jobs run.'),
  access: 'moderator',
  answer: jobOverview,
  errors: [],
});
