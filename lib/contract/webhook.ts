import * as z from 'zod/mini';
import { defineCall } from './call';
import { LOST_STANDINGS } from './plain/lost-standing';
import { byId } from './submission';
import { webURL } from './submission-fields';

export const WEBHOOK_LIMITS = {
  webhooksMax: 20,
  pageSize: 30,
  /** Longer queues are not counted to their end. */
  countedMax: 10_000,
} as const;

export const WEBHOOK_EVENTS = [
  'product.submitted',
  'product.approved',
  'product.rejected',
  'product.changed',
  'product.discontinued',
  'product.reported',
] as const;
/** `test` is sent on demand, to every webhook. */
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
  url: webURL.check(z.startsWith('https://', 'Use a link that starts with https://.')),
  format: z.enum(WEBHOOK_FORMATS),
  events: z
    .array(z.enum(WEBHOOK_EVENTS))
    .check(z.minLength(1, 'Choose at least one event.'), z.maxLength(WEBHOOK_EVENTS.length)),
});

export const listWebhooksCall = defineCall({
  method: 'get',
  path: '/moderation/webhooks',
  summary: 'The webhooks of the site, oldest first.',
  access: 'admin',
  answer: z.object({ webhooks: z.array(webhook) }),
  errors: [],
});

export const createWebhookCall = defineCall({
  method: 'post',
  path: '/moderation/webhooks',
  summary:
    'Creates a webhook. `secret` is the key of its signatures, which cannot be read again. `conflict` when there are too many.',
  access: 'admin',
  body: webhookInput,
  answer: z.object({ webhook, secret: z.string() }),
  status: 201,
  errors: ['conflict'],
});

export const deleteWebhookCall = defineCall({
  method: 'delete',
  path: '/moderation/webhooks/:id',
  summary: 'Deletes a webhook with its deliveries. Safe to repeat.',
  access: 'admin',
  params: byId,
  answer: z.object({}),
  errors: [],
});

export const testWebhookCall = defineCall({
  method: 'post',
  path: '/moderation/webhooks/:id/test',
  summary: 'Queues a test for a webhook. `conflict` while it is paused.',
  access: 'admin',
  params: byId,
  answer: z.object({}),
  errors: ['not_found', 'conflict'],
});
