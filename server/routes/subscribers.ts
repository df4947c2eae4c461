import { Hono } from 'hono';
import {
  exportSubscribersCall,
  importSubscribersCall,
  listSubscribersCall,
  removeSubscriberCall,
  SUBSCRIBER_LIMITS,
} from '@/lib/contract/subscriber';
import { logAction } from '@/server/commands/log-action';
import { importSubscribers, removeSubscriber } from '@/server/commands/newsletter/change-subscribers';
import { SEND_MAIL } from '@/server/commands/send-mail';
import type { AppEnv } from '@/server/context';
import { memberEndpoint } from '@/server/http/member-endpoint';
import { readPage } from '@/server/http/page';
import {
  formatSubscriber,
  formatSubscribersHeading,
  presentSubscriber,
} from '@/server/presenters/subscriber';
import {
  countSubscribersByState,
  exportOrder,
  listSubscribers,
  listSubscribersToExport,
  subscriberOrder,
} from '@/server/queries/subscribers';

export const subscriberRoutes = new Hono<AppEnv>();

memberEndpoint(subscriberRoutes, listSubscribersCall, async (c, { query: { after, state, startsWith } }) => {
  const { db, env } = c.var.deps;
  const { rows, nextCursor } = await readPage(
    c,
    subscriberOrder,
    { after, limit: SUBSCRIBER_LIMITS.pageSize },
    (from) => listSubscribers(db, { ...from, ...(state && { state }), ...(startsWith && { startsWith }) }),
  );
  return {
    ...{ subscribers: rows.map(presentSubscriber), nextCursor },
    counts: await countSubscribersByState(db),
    sendsNewsletter: env.newsletter.isOffered,
  };
});

memberEndpoint(subscriberRoutes, exportSubscribersCall, async (c, { viewer, body: { after } }) => {
  const { db, now } = c.var.deps;
  if (after === undefined) await logAction(db, viewer, { action: 'subscribers.export', createdAt: now() });
  const { rows, nextCursor } = await readPage(
    c,
    exportOrder,
    { after, limit: SUBSCRIBER_LIMITS.exportPageSize },
    (from) => listSubscribersToExport(db, from),
  );
  const heading = after === undefined ? formatSubscribersHeading() : '';
  return { text: heading + rows.map(formatSubscriber).join(''), nextCursor };
});

memberEndpoint(subscriberRoutes, importSubscribersCall, async (c, { viewer, body: { text } }) => {
  const { lastSentAt, ...outcome } = await importSubscribers(c.var.deps, viewer, text);
  c.var.deps.jobWaker.wake(SEND_MAIL);
  return { ...outcome, lastSentAt: lastSentAt?.toISOString() ?? null };
});

memberEndpoint(subscriberRoutes, removeSubscriberCall, (c, { viewer, params: { id } }) =>
  removeSubscriber(c.var.deps, viewer, id),
);
