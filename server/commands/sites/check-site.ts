import { LRUCache } from 'lru-cache';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@/lib/contract/plain/durations';
import type { Deps } from '@/server/deps';
import {
  type DueSiteCheck,
  leaseDueSiteCheck,
  updateHostRest,
  updateSiteCheck,
} from '@/server/queries/products/site-checks';
import { abortAfter, FETCH_LIMITS, FetchRefusal, agentName } from '@/server/web/fetch-limits';
import { text } from '@/lib/texts/texts';
import { judgeVisit, type Visit } from './judge-visit';

type CheckDeps = Pick<Deps, 'db' | 'env' | 'fetchPage' | 'logger' | 'now' | 'textWorkers'>;

/** Between two requests to one host for two products. Its robots.txt may ask for more, up to the second figure. */
const paceMs = 5 * SECOND_MS;
const paceMsMax = MINUTE_MS;
/** Longer than a check takes. */
const leaseMs = 5 * MINUTE_MS;

/** The robots.txt of each origin. The size is in UTF-16 units. */
const robotsFiles = new LRUCache<string, { text: string; readAt: Date }>({ maxSize: 8_000_000 });
const NOT_ALLOWED = text('siteCheck.robots', 'The robots.txt of the site does not allow a visit.');
/** RFC 9309, section 2.4: not longer than a day. */
const robotsFileMs = DAY_MS;

/**
 * Visits the site of one listed product that is due, and compares it with what it was like before. Asks robots.txt first,
 * and each host at most once in five seconds. Nothing is removed: moderators hear of what has changed, moved or gone, and
 * the link to a changed site is held behind a notice.
 *
 * @returns false when no check is due.
 */
export async function checkNextSite(deps: CheckDeps, stopping: AbortSignal): Promise<boolean> {
  const { db, now, logger } = deps;
  const startedAt = now();
  const leasedUntil = new Date(startedAt.getTime() + leaseMs);
  const due = await leaseDueSiteCheck(db, { now: startedAt, leasedUntil, paceMs });
  if (due === undefined || due === 'resting') return due === 'resting';
  try {
    const visit = await visitSite(deps, due, stopping);
    const { linkHeldAt, ...changes } = judgeVisit(due, visit, now());
    await updateSiteCheck(db, due, changes, linkHeldAt);
  } catch (error) {
    if (stopping.aborted) return false;
    logger.error({ err: error, product: due.productId }, 'The check of a site failed. It is repeated later.');
  }
  return true;
}

async function visitSite(deps: CheckDeps, due: DueSiteCheck, stopping: AbortSignal): Promise<Visit> {
  const { fetchPage, textWorkers } = deps;
  const signal = abortAfter(2 * FETCH_LIMITS.ms, stopping);
  try {
    const url = new URL(due.url);
    await requireAllowed(deps, url, signal, due.host);
    const page = await fetchPage(url, {
      accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.5',
      signal,
      // A page that differs from the last fine one has no version to compare with.
      ...(due.version !== null && due.finding === 'fine' && { knownVersion: due.version }),
      beforeRedirect: (next) => requireAllowed(deps, next, signal),
    });
    if (page.isUnchanged) return { kind: 'unchanged' };
    const { certificateSince } = page;
    const observed = await textWorkers.fingerprintPage(page);
    return { kind: 'page', page, observed: { ...observed, ...(certificateSince && { certificateSince }) } };
  } catch (error) {
    if (stopping.aborted || !(error instanceof FetchRefusal)) throw error;
    return { kind: 'failed', refusal: error };
  }
}

/**
 * RFC 9309, section 2.3.1: without a robots.txt everything is allowed, and nothing while it cannot be read.
 *
 * @param host rests for as long as its robots.txt asks.
 * @throws FetchRefusal when the site does not allow the visit.
 */
async function requireAllowed(
  { db, env, fetchPage, now, textWorkers }: CheckDeps,
  url: URL,
  signal: AbortSignal,
  host?: string,
): Promise<void> {
  const kept = robotsFiles.get(url.origin);
  const isKept = kept && now().getTime() - kept.readAt.getTime() < robotsFileMs;
  const text = isKept ? kept.text : await readRobotsFile(fetchPage, url, signal);
  if (!isKept) robotsFiles.set(url.origin, { text, readAt: now() }, { size: text.length + 1 });
  if (text === '') return;
  const { isAllowed, crawlDelaySeconds = 0 } = await textWorkers.readRobots(text, url, agentName(env));
  const delayMs = Math.min(crawlDelaySeconds * SECOND_MS, paceMsMax);
  if (host !== undefined && delayMs > paceMs) {
    await updateHostRest(db, host, new Date(now().getTime() + delayMs));
  }
  if (!isAllowed) throw new FetchRefusal('target', NOT_ALLOWED);
}

async function readRobotsFile(
  fetchPage: CheckDeps['fetchPage'],
  url: URL,
  signal: AbortSignal,
): Promise<string> {
  try {
    const file = await fetchPage(new URL('/robots.txt', url), { accept: 'text/plain', signal });
    return file.bytes.toString('utf8');
  } catch (error) {
    const status = error instanceof FetchRefusal ? error.answer?.status : undefined;
    // Not 429: the site asks for fewer requests.
    if (status !== undefined && status >= 400 && status < 500 && status !== 429) return '';
    throw error;
  }
}
