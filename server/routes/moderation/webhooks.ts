import { Hono } from 'hono';
import {
  createWebhookCall,
  deleteWebhookCall,
  listWebhooksCall,
  testWebhookCall,
  type Webhook,
  WEBHOOK_EVENTS,
  WEBHOOK_LIMITS,
  type Delivery,
  listDeliveriesCall,
  retryDeliveryCall,
  findJobsCall,
  jobOverview,
} from '@/lib/contract/webhook';
import { sayStored } from '@/server/base/stored-text';
import {
  createWebhook,
  deleteWebhook,
  retryDelivery,
  testWebhook,
  whyPaused,
} from '@/server/commands/webhooks/change-webhooks';
import type { AppEnv } from '@/server/context';
import { memberEndpoint } from '@/server/http/member-endpoint';
import { readPage } from '@/server/http/page';
import { newestFirst } from '@/server/queries/list-order';
import { DELIVER_EVENTS, eventPayload } from '@/server/commands/webhooks/deliver-event';
import { listTasks, type TaskRow } from '@/server/queries/tasks';
import { listWebhooks } from '@/server/queries/webhooks';
import { countQueues, listJobRuns } from '@/server/queries/job-overview';
import { shownHost } from '@/server/text/shown-host';

/** Webhooks, their deliveries, and what else this site does in the background. */
export const webhookRoutes = new Hono<AppEnv>();

const deliveryOrder = newestFirst('deliveries');
const givenUpDeliveryOrder = newestFirst('givenUpDeliveries');

memberEndpoint(webhookRoutes, findJobsCall, async (c) => {
  const { db } = c.var.deps;
  const [queues, runs] = await Promise.all([countQueues(db, WEBHOOK_LIMITS.countedMax), listJobRuns(db)]);
  const scheduledJobs = runs.map(({ name, nextRunAt, endedAt, hasFailed }) => ({
    name,
    nextRunAt: nextRunAt.toISOString(),
    lastRun: endedAt && { endedAt: endedAt.toISOString(), hasFailed: hasFailed === true },
  }));
  return jobOverview.parse({ queues, scheduledJobs });
});

memberEndpoint(webhookRoutes, listDeliveriesCall, async (c, { query: { state, after } }) => {
  const isGivenUp = state === 'given-up';
  const { db, now } = c.var.deps;
  const hosts = new Map(
    (await listWebhooks(db, now())).map(({ id, url }) => [id, shownHost(new URL(url).host)]),
  );
  const order = isGivenUp ? givenUpDeliveryOrder : deliveryOrder;
  const page = { after, limit: WEBHOOK_LIMITS.pageSize };
  const { rows, nextCursor } = await readPage(c, order, page, (from) =>
    listTasks(db, 'event', { ...from, isGivenUp }),
  );
  return { deliveries: rows.map((row) => presentDelivery(row, hosts.get(row.groupName) ?? '')), nextCursor };
});

memberEndpoint(webhookRoutes, retryDeliveryCall, async (c, { viewer, params: { id } }) => {
  await retryDelivery(c.var.deps, viewer, id);
  c.var.deps.jobWaker.wake(DELIVER_EVENTS);
  return {};
});

memberEndpoint(webhookRoutes, listWebhooksCall, async (c) => ({
  webhooks: (await listWebhooks(c.var.deps.db, c.var.deps.now())).map(presentWebhook),
}));

memberEndpoint(webhookRoutes, createWebhookCall, async (c, { viewer, body }) => {
  const row = await createWebhook(c.var.deps, viewer, body);
  return { webhook: presentWebhook(row), secret: `whsec_${row.secret}` };
});

memberEndpoint(webhookRoutes, deleteWebhookCall, (c, { viewer, params: { id } }) =>
  deleteWebhook(c.var.deps, viewer, id),
);

memberEndpoint(webhookRoutes, testWebhookCall, async (c, { params: { id } }) => {
  await testWebhook(c.var.deps, id);
  c.var.deps.jobWaker.wake(DELIVER_EVENTS);
  return {};
});

type ListedWebhook = Awaited<ReturnType<typeof listWebhooks>>[number];

function presentWebhook(row: ListedWebhook): Webhook {
  const { id, url, format, events, createdAt, restsUntil, creator } = row;
  return {
    ...{ id, format, host: shownHost(new URL(url).host) },
    // A later version of Listgrove may know more.
    events: WEBHOOK_EVENTS.filter((event) => events.includes(event)),
    createdAt: createdAt.toISOString(),
    restsUntil: restsUntil?.toISOString() ?? null,
    creatorHandle: creator?.handle ?? null,
    pausedBecause: whyPaused(row) ?? null,
  };
}

function presentDelivery(row: TaskRow, host: string): Delivery {
  const { id, state, createdAt, dueAt, endedAt, attemptCount, interruptedCount, failure } = row;
  const { event, product, news } = eventPayload.parse(row.payload);
  return {
    ...{ id, event, host, interruptedCount },
    failure: failure && sayStored(failure),
    attemptCount: attemptCount + interruptedCount,
    productName: event === 'test' || news ? null : product.name,
    state: state === 'failed' ? 'given-up' : endedAt ? 'delivered' : 'waiting',
    createdAt: createdAt.toISOString(),
    at: (endedAt ?? dueAt).toISOString(),
  };
}
