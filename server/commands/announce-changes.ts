import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@/lib/contract/plain/durations';
import { hasNoProfile, FEED_FILES, feedPath, productPathFor } from '@/lib/contract/plain/site';
import { sayInEnglish } from '@/server/base/stored-text';
import type { Deps } from '@/server/deps';
import {
  type AnnouncedService,
  type ChangedProduct,
  keepAnnouncing,
  listAnnouncements,
  postponeAnnouncements,
  settleAnnouncements,
} from '@/server/queries/announcements';
import { abortAfter, FETCH_LIMITS, FetchRefusal } from '@/server/web/fetch-limits';

type AnnounceDeps = Pick<Deps, 'db' | 'env' | 'fetchPage' | 'logger' | 'now'>;

/** No run begins another batch after this time. */
const runMs = 30 * SECOND_MS;
/** With the pauses below, the last attempt is made 3 hours and 3 minutes after the first. */
const attemptsMax = 9;
const pauseMsMin = MINUTE_MS;
const pauseMsMax = HOUR_MS;

type Service = {
  name: AnnouncedService;
  /** Products that are told at once. */
  batchSize: number;
  /** @throws FetchRefusal */
  send: (products: readonly ChangedProduct[], post: Post) => Promise<void>;
};
type Post = (url: string, contentType: string, body: string) => Promise<void>;

/** Tells the services that are configured which pages and feeds have changed since they were last told. */
export async function announceChanges(deps: AnnounceDeps, signal: AbortSignal): Promise<void> {
  for (const service of servicesOf(deps.env)) await announceTo(deps, service, signal);
}

function servicesOf(env: AnnounceDeps['env']): Service[] {
  const { indexNow, hubURL } = env.announcements;
  const services: Service[] = [];
  if (indexNow) {
    const send: Service['send'] = (products, post) => tellEngines(env, indexNow, products, post);
    services.push({ name: 'indexnow', batchSize: 2_000, send });
  }
  if (hubURL !== undefined) {
    const send: Service['send'] = (products, post) => tellHub(env, hubURL, products, post);
    services.push({ name: 'websub', batchSize: 20, send });
  }
  return services;
}

async function announceTo(deps: AnnounceDeps, service: Service, signal: AbortSignal): Promise<void> {
  const { db, fetchPage, logger, now } = deps;
  const { name, batchSize, send } = service;
  const startedAt = now().getTime();
  const { attemptCount, isDue } = await keepAnnouncing(db, name, now());
  if (!isDue) return;
  const post: Post = async (url, contentType, body) => {
    const limited = abortAfter(FETCH_LIMITS.ms, signal);
    await fetchPage(new URL(url), { accept: '*/*', signal: limited, sent: { contentType, body } });
  };
  let attempt = attemptCount + 1;
  const isStopped = () => signal.aborted;
  while (!isStopped() && now().getTime() - startedAt < runMs) {
    const { ids, products } = await listAnnouncements(db, name, batchSize);
    if (ids.length === 0) return;
    try {
      if (products.length > 0) await send(products, post);
    } catch (error) {
      if (!(error instanceof FetchRefusal)) throw error;
      if (isStopped()) return;
      const details = { service: name, count: products.length, attempt, reason: sayInEnglish(error.text) };
      if (attempt < attemptsMax) {
        logger.warn(details, 'Changed pages could not be announced. They are announced again later.');
        await postponeAnnouncements(db, name, nextAttemptAt(attempt, now()));
        return;
      }
      logger.error(details, 'Changed pages could not be announced, and were given up.');
    }
    await settleAnnouncements(db, name, ids);
    attempt = 1;
  }
}

const nextAttemptAt = (attempt: number, now: Date) =>
  new Date(now.getTime() + Math.min(pauseMsMin * 2 ** (attempt - 1), pauseMsMax));

type Site = Pick<Deps['env'], 'siteURL' | 'siteNoun'>;

/** https://www.indexnow.org/documentation allows 10,000 URLs at once. */
const urlsMax = 10_000;

/** Tells search engines which pages have changed: those of the products and their tags, and the newest. */
async function tellEngines(
  { siteURL, siteNoun }: Site,
  { key, endpoint }: { key: string; endpoint: string },
  products: readonly ChangedProduct[],
  post: Post,
): Promise<void> {
  const paths = new Set(['/', '/new']);
  for (const { slug, tags } of products) {
    paths.add(productPathFor(siteNoun, slug));
    for (const tag of tags) paths.add(tagPath(tag));
  }
  const urls = [...paths].map((path) => siteURL + path);
  const { host } = new URL(siteURL);
  for (let from = 0; from < urls.length; from += urlsMax) {
    const urlList = urls.slice(from, from + urlsMax);
    const body = JSON.stringify({ host, key, keyLocation: `${siteURL}/${key}.txt`, urlList });
    await post(endpoint, 'application/json; charset=utf-8', body);
  }
}

/** Tells the hub which feeds have changed: of all products, and of the products' tags and submitters. */
async function tellHub(
  { siteURL }: Site,
  hubURL: string,
  products: readonly ChangedProduct[],
  post: Post,
): Promise<void> {
  const lists = new Set(['/']);
  for (const { tags, submitter } of products) {
    for (const tag of tags) lists.add(tagPath(tag));
    if (submitter !== null && !hasNoProfile(submitter)) lists.add(`/u/${encodeURIComponent(submitter)}`);
  }
  for (const list of lists) {
    // A hub takes one feed at a time.
    await Promise.all(
      FEED_FILES.map((file) => {
        const topic = siteURL + feedPath(list, file);
        const body = new URLSearchParams({ 'hub.mode': 'publish', 'hub.url': topic, 'hub.topic': topic });
        return post(hubURL, 'application/x-www-form-urlencoded', body.toString());
      }),
    );
  }
}

const tagPath = (slug: string) => `/tag/${encodeURIComponent(slug)}`;
