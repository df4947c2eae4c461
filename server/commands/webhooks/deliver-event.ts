import { createHmac } from 'node:crypto';
import { MINUTE_MS, SECOND_MS } from '@/lib/contract/plain/durations';
import { productPathFor } from '@/lib/contract/plain/site';
import type { EventProduct, WebhookEvent } from '@/lib/contract/webhook';
import { ATTEMPTS_MAX, nextAttemptAt } from '@/server/commands/next-attempt';
import type { Deps } from '@/server/deps';
import {
  claimDueDelivery,
  type ClaimedDelivery,
  updateDelivered,
  updateFailed,
  listWebhooks,
} from '@/server/queries/webhooks';
import { whyPaused } from './change-webhooks';
import { FETCH_LIMITS, FetchRefusal } from '@/server/web/fetch-limits';

/** The job to wake when an event was queued. */
export const DELIVER_EVENTS = 'deliver-events';

/** Longer than one attempt takes, so that no other process sends the same event at the same time. */
const leaseMs = 2 * MINUTE_MS;
/** From this many failures on, the pause stays at about two hours. */
const growingPauses = 9;

type DeliverDeps = Pick<Deps, 'db' | 'env' | 'fetchPage' | 'logger' | 'now'>;

/**
 * Sends the event that has been due for longest, of the webhooks that do not pause. After a failure the webhook rests, longer after each failure; the event
 * is given up after 11 attempts. When the process dies while it sends, the event is sent again after the lease, with the
 * same `webhook-id`, and the delivery counts the interruption.
 *
 * @returns whether an event was due.
 */
export async function deliverNextEvent(deps: DeliverDeps, signal: AbortSignal): Promise<boolean> {
  const { db, fetchPage, logger, now } = deps;
  const startedAt = now();
  // Asked for each delivery, because a webhook tells what only admins may know.
  const paused = (await listWebhooks(db, startedAt)).filter((webhook) => whyPaused(webhook) !== undefined);
  const delivery = await claimDueDelivery(db, {
    pausedIds: paused.map(({ id }) => id),
    now: startedAt,
    claimedUntil: new Date(startedAt.getTime() + leaseMs),
  });
  if (!delivery) return false;
  const { id, url, attemptCount: attempt, failureCount } = delivery;
  const message = messageOf(delivery, deps.env, startedAt);
  try {
    // Not stopped with the process: a request that is cut off may have arrived.
    const limited = AbortSignal.timeout(FETCH_LIMITS.ms);
    await fetchPage(new URL(url), { accept: '*/*', signal: limited, sent: message });
  } catch (error) {
    if (!(error instanceof FetchRefusal)) throw error;
    const isFinal = attempt >= ATTEMPTS_MAX || error.reason === 'address';
    await updateFailed(db, delivery, {
      failure: error.message,
      restsUntil: nextAttemptAt(Math.min(failureCount + 1, growingPauses), now()),
      ...(isFinal && { givenUpAt: now() }),
    });
    const details = { delivery: id, attempt, reason: error.message };
    if (isFinal) logger.error(details, 'An event could not be sent to a webhook, and was given up.');
    else logger.warn(details, 'An event could not be sent to a webhook. It is sent again later.');
    return !signal.aborted;
  }
  await updateDelivered(db, delivery, now());
  return true;
}

/**
 * The request of a delivery, signed as https://www.standardwebhooks.com says: receivers compute
 * HMAC-SHA-256(secret, `id.timestamp.body`), and drop an id that they have seen.
 */
function messageOf(
  { id, event, payload, createdAt, format, secret }: ClaimedDelivery,
  env: DeliverDeps['env'],
  now: Date,
) {
  const body = JSON.stringify(BODIES[format]({ event, product: payload, createdAt }, env));
  const timestamp = String(Math.floor(now.getTime() / SECOND_MS));
  const signature = createHmac('sha256', Buffer.from(secret, 'base64'))
    .update(`evt_${id}.${timestamp}.${body}`)
    .digest('base64');
  return {
    contentType: 'application/json',
    body,
    headers: {
      'webhook-id': `evt_${id}`,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    },
  };
}

type Happening = { event: WebhookEvent; product: EventProduct; createdAt: Date };
type Site = Pick<DeliverDeps['env'], 'siteURL' | 'siteNoun'>;

const VERBS: Record<WebhookEvent, string> = {
  'product.submitted': 'was submitted',
  'product.approved': 'was approved',
  'product.rejected': 'was rejected',
  'product.changed': 'was changed',
  'product.discontinued': 'was discontinued',
  'product.reported': 'was reported',
  test: 'is a test: this webhook works',
};

/** The page of the product, or the queue for what is not listed. */
function pageOf({ slug, isListed }: EventProduct, { siteURL, siteNoun }: Site): string {
  if (slug === undefined) return siteURL;
  return siteURL + (isListed ? productPathFor(siteNoun, slug) : '/moderation');
}

const BODIES: Record<ClaimedDelivery['format'], (happening: Happening, site: Site) => object> = {
  standard: ({ event, product, createdAt }, site) => ({
    type: event,
    timestamp: createdAt.toISOString(),
    data: { product: { ...product, page: pageOf(product, site) } },
  }),
  slack: ({ event, product }, site) => ({
    text: `<${pageOf(product, site)}|${escapeSlack(product.name)}> ${VERBS[event]}: ${escapeSlack(product.tagline)}`,
  }),
  discord: ({ event, product }, site) => ({
    content: `[${escapeDiscord(product.name)}](<${pageOf(product, site)}>) ${VERBS[event]}: ${escapeDiscord(product.tagline)}`,
    allowed_mentions: { parse: [] },
  }),
};

/** https://docs.slack.dev/messaging/formatting-message-text: these three letters, and `|` which ends the URL of a link. */
const escapeSlack = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('|', '¦');

/** Every character that Markdown or a mention may begin with. */
const escapeDiscord = (text: string) => text.replaceAll(/[\\*_~`|>#[\]()<:@-]/g, String.raw`\$&`);
