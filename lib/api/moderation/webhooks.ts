// Apart from the other calls, so that no other page loads its schema.
import type * as z from 'zod/mini';
import {
  createWebhookCall,
  deleteWebhookCall,
  listWebhooksCall,
  testWebhookCall,
  type webhookInput,
} from '@/lib/contract/webhook';
import { listDeliveriesCall, retryDeliveryCall } from '@/lib/contract/delivery';
import { findJobsCall } from '@/lib/contract/job-overview';
import { call } from '@/lib/api/http';

/** The queues of the site and its scheduled jobs. */
export const findJobs = () => call(findJobsCall, {});

/** What was and will be sent to webhooks, newest first. */
export const listDeliveries = (query: { state?: 'given-up'; after?: string }) =>
  call(listDeliveriesCall, { query });

/** @throws ApiFailure `conflict` when the delivery was not given up. */
export const retryDelivery = (id: string) => call(retryDeliveryCall, { params: { id } });

export const listWebhooks = () => call(listWebhooksCall, {});

/** @throws ApiFailure `bad_request` with `fields`, and `conflict` when there are too many. */
export const createWebhook = (body: z.input<typeof webhookInput>) => call(createWebhookCall, { body });

export const deleteWebhook = (id: string) => call(deleteWebhookCall, { params: { id } });

/** Queues a test. */
export const testWebhook = (id: string) => call(testWebhookCall, { params: { id } });
