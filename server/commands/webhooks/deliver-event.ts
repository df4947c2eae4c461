import { createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@/lib/contract/plain/durations';
import { productPathFor } from '@/lib/contract/plain/site';
import { NOTICE_KINDS } from '@/lib/contract/staff-notice';
import type { EventProduct, ProductEvent } from '@/lib/contract/webhook';
import { TaskFailure, type TaskKind } from '@/server/commands/tasks';
import type { Deps } from '@/server/deps';
import { sayNews } from '@/server/presenters/staff-notice';
import type { News } from '@/server/queries/staff-notices';
import { findWebhook, listWebhooks, type WebhookRow } from '@/server/queries/webhooks';
import { whyPaused } from './change-webhooks';
import { FETCH_LIMITS, FetchRefusal } from '@/server/web/fetch-limits';
import { t, withoutIsolates } from '@/lib/texts/texts';

/** The job to wake when an event was queued. */
export const DELIVER_EVENTS = 'deliver-events';

/** An event that waits for a webhook, and the product when it happened. */
export const eventPayload = z.object({
  // A later version may know more events.
  event: z.string(),
  product: z.object({
    id: z.optional(z.string()),
    name: z.string(),
    url: z.string(),
    tagline: z.string(),
    slug: z.optional(z.string()),
    isListed: z.boolean(),
  }),
  /** Of the site's work. The product is then the site. */
  news: z.optional(
    z.object({
      kind: z.enum(NOTICE_KINDS),
      newCount: z.number(),
      waitingCount: z.number(),
      names: z.array(z.string()),
    }),
  ),
  /** Of an event that a former version has queued. */
  messageId: z.optional(z.string()),
});

type DeliverDeps = Pick<Deps, 'db' | 'env' | 'fetchPage' | 'logger' | 'now'>;

/**
 * Sends events to webhooks that do not pause. After a failure the webhook rests, longer after each failure. When the
 * process dies while it sends, the event is sent again after the lease, with the same `webhook-id`.
 */
export const eventTasks: TaskKind<z.output<typeof eventPayload>, DeliverDeps> = {
  name: 'event',
  job: DELIVER_EVENTS,
  payload: eventPayload,
  // Slow receivers keep a process waiting.
  atOnce: 4,
  leaseMs: 2 * MINUTE_MS,
  // The last one follows the first by 3 to 10 hours, or by 10 to 32 hours behind nine failures of the webhook.
  attemptsMax: 11,
  waitsMsMax: 3 * DAY_MS,
  isRepeatable: true,
  restsGroup: true,
  isKept: true,
  // Asked for each event, because a webhook tells what only admins may know.
  async listPaused({ db, now }) {
    const paused = (await listWebhooks(db, now())).filter((webhook) => whyPaused(webhook) !== undefined);
    return paused.map(({ id }) => id);
  },
  begin:
    ({ db, env, fetchPage, now }) =>
    async ({ id, groupName, payload, createdAt }) => {
      const webhook = await findWebhook(db, groupName);
      if (!webhook) return 'skipped';
      const { event, product, news, messageId = `evt_t${id}` } = payload;
      const body = JSON.stringify(BODIES[webhook.format]({ event, product, news, createdAt }, env));
      const sent = messageOf(messageId, body, { secret: webhook.secret, now: now() });
      try {
        // Not stopped with the process: a request that is cut off may have arrived.
        const signal = AbortSignal.timeout(FETCH_LIMITS.ms);
        await fetchPage(new URL(webhook.url), { accept: '*/*', signal, sent });
      } catch (error) {
        if (!(error instanceof FetchRefusal)) throw error;
        throw new TaskFailure(error.text, { isFinal: error.reason === 'address' });
      }
      return 'done';
    },
};

/**
 * The request of an event, signed as https://www.standardwebhooks.com says: receivers compute
 * HMAC-SHA-256(secret, `id.timestamp.body`), and drop an id that they have seen.
 */
function messageOf(id: string, body: string, { secret, now }: { secret: string; now: Date }) {
  const timestamp = String(Math.floor(now.getTime() / SECOND_MS));
  const signature = createHmac('sha256', Buffer.from(secret, 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64');
  return {
    contentType: 'application/json',
    body,
    headers: { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` },
  };
}

type Happening = { event: string; product: EventProduct; news: News | undefined; createdAt: Date };
type Site = Pick<Deps['env'], 'siteURL' | 'siteNoun'>;

type Told = { product: string; tagline: string };

/** @param told is escaped for the receiver; the product is a link. */
const EVENT_TEXTS: Record<ProductEvent, (told: Told) => string> = {
  'product.submitted': (told) => t('event.submitted', '{product} was submitted: {tagline}', told),
  'product.approved': (told) => t('event.approved', '{product} was approved: {tagline}', told),
  'product.rejected': (told) => t('event.rejected', '{product} was rejected: {tagline}', told),
  'product.changed': (told) => t('event.changed', '{product} was changed: {tagline}', told),
  'product.discontinued': (told) => t('event.discontinued', '{product} was discontinued: {tagline}', told),
  'product.reported': (told) => t('event.reported', '{product} was reported: {tagline}', told),
  test: (told) => t('event.test', '{product} is a test: this webhook works: {tagline}', told),
};

function tell(event: string, told: Told): string {
  const say = new Map<string, (told: Told) => string>(Object.entries(EVENT_TEXTS)).get(event);
  return withoutIsolates(say?.(told) ?? `${told.product} ${event}: ${told.tagline}`);
}

/** The page of the product, or the queue for what is not listed. */
function pageOf({ slug, isListed }: EventProduct, { siteURL, siteNoun }: Site): string {
  if (slug === undefined) return siteURL;
  return siteURL + (isListed ? productPathFor(siteNoun, slug) : '/moderation');
}

const BODIES: Record<WebhookRow['format'], (happening: Happening, site: Site) => object> = {
  standard: ({ event, product, news, createdAt }, site) => ({
    type: event,
    timestamp: createdAt.toISOString(),
    data: news
      ? { notice: { ...news, page: product.url } }
      : { product: { ...product, page: pageOf(product, site) } },
  }),
  slack: ({ event, product, news }, site) => ({
    text: news
      ? `<${product.url}|${escapeSlack(product.name)}>: ${escapeSlack(withoutIsolates(sayNews(news)))}`
      : tell(event, {
          product: `<${pageOf(product, site)}|${escapeSlack(product.name)}>`,
          tagline: escapeSlack(product.tagline),
        }),
  }),
  discord: ({ event, product, news }, site) => ({
    content: news
      ? `[${escapeDiscord(product.name)}](<${product.url}>): ${escapeDiscord(withoutIsolates(sayNews(news)))}`
      : tell(event, {
          product: `[${escapeDiscord(product.name)}](<${pageOf(product, site)}>)`,
          tagline: escapeDiscord(product.tagline),
        }),
    allowed_mentions: { parse: [] },
  }),
};

/** https://docs.slack.dev/messaging/formatting-message-text: these three letters, and `|` which ends the URL of a link. */
const escapeSlack = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('|', '¦');

/** Every character that Markdown or a mention may begin with. */
const escapeDiscord = (text: string) => text.replaceAll(/[\\*_~`|>#[\]()<:@-]/g, String.raw`\$&`);
