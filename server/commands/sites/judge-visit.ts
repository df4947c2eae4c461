import { DAY_MS, HOUR_MS, SECOND_MS } from '@/lib/contract/plain/durations';
import { isSameText, type StoredText } from '@/server/base/stored-text';
import type { DueSiteCheck, SiteCheckChanges } from '@/server/queries/products/site-checks';
import { canonicalURL } from '@/server/web/canonical-url';
import { compareSites } from '@/server/web/compare-sites';
import type { FetchRefusal } from '@/server/web/fetch-limits';
import type { FetchedPage } from '@/server/web/guarded-fetch';
import { NO_SUCH_SITE } from '@/server/web/public-address';
import type { Text } from '@/lib/texts/texts';

/** A site that is fine is asked once a week. */
const everyMs = 7 * DAY_MS;
/** What seems to have changed is looked at again before anybody is told. */
const confirmMs = HOUR_MS;
const changedEveryMs = DAY_MS;
/** Doubles with every check that finds no answer, up to `everyMs`. */
const retryMsMin = 6 * HOUR_MS;
/** For how long a page must have been gone before moderators hear of it. */
const goneMs = 14 * DAY_MS;
export type Visit =
  | { kind: 'page'; page: FetchedPage; observed: NonNullable<DueSiteCheck['observed']> }
  | { kind: 'unchanged' }
  | { kind: 'failed'; refusal: FetchRefusal };

type Judgement = SiteCheckChanges & { linkHeldAt: Date | null };

/** What the row of a check says after a visit, and since when the link of the product is held. */
export function judgeVisit(due: DueSiteCheck, visit: Visit, now: Date): Judgement {
  if (visit.kind === 'failed') return judgeFailure(due, visit.refusal, now);
  if (visit.kind === 'unchanged') return fine(due, now, {});
  const { page, observed } = visit;
  const seen = compareSites({
    product: due,
    baseline: due.baseline ?? undefined,
    page: observed,
    hasMoved: page.hasMoved ?? false,
  });
  if (seen.finding !== 'fine') {
    const act = seen.finding === 'unsure' ? unsure : changed;
    return act(due, now, { problem: seen.problem, observed });
  }
  const { movedTo } = seen;
  return fine(due, now, {
    baseline: observed,
    version: page.version ?? null,
    movedTo: movedTo ?? null,
    // Moderators decide once about each place.
    ...(movedTo !== undefined &&
      (due.concern === 'moved' || movedTo !== due.movedTo) &&
      canonicalURL(movedTo) !== null && {
        concern: 'moved',
        concernSince: due.concern === 'moved' ? due.concernSince : now,
      }),
  });
}

function fine(due: DueSiteCheck, now: Date, changes: SiteCheckChanges): Judgement {
  return {
    finding: 'fine',
    ...{
      problem: null,
      observed: null,
      failingSince: null,
      failureCount: 0,
      concern: null,
      concernSince: null,
    },
    ...(due.concern === 'moved' && { concern: due.concern, concernSince: due.concernSince }),
    ...changes,
    checkedAt: now,
    checkAt: later(now, everyMs),
    linkHeldAt: null,
  };
}

/** A site that has changed stays so until it is seen as it was, or a moderator has looked. */
function unsure(
  due: DueSiteCheck,
  now: Date,
  {
    problem,
    observed,
    waitMs = 0,
  }: { problem: StoredText; observed?: DueSiteCheck['observed']; waitMs?: number },
): Judgement {
  const isHeld = due.concern === 'changed';
  const failureCount = due.failureCount + 1;
  return {
    finding: isHeld ? 'changed' : 'unsure',
    problem: isHeld ? due.problem : problem,
    ...(!isHeld && { observed: observed ?? null }),
    failureCount,
    checkedAt: now,
    checkAt: later(
      now,
      Math.max(waitMs, Math.min(everyMs, retryMsMin * 2 ** Math.min(failureCount - 1, 10))),
    ),
    linkHeldAt: isHeld ? (due.concernSince ?? now) : null,
  };
}

function judgeFailure(due: DueSiteCheck, { text: problem, answer }: FetchRefusal, now: Date): Judgement {
  const isGone = isSameText(problem, NO_SUCH_SITE) || answer?.status === 404 || answer?.status === 410;
  const failingSince = isGone ? (due.failingSince ?? now) : null;
  const isReported = failingSince !== null && now.getTime() - failingSince.getTime() >= goneMs;
  return {
    ...unsure(due, now, { problem, waitMs: waitOf(answer?.retryAfter, now) }),
    failingSince,
    ...(isReported && due.concern === null && { concern: 'gone', concernSince: now }),
    ...(!isGone && due.concern === 'gone' && { concern: null, concernSince: null }),
  };
}

function changed(
  due: DueSiteCheck,
  now: Date,
  { problem, observed }: { problem: Text; observed: DueSiteCheck['observed'] },
): Judgement {
  // The first of two looks: an error page of an hour is no change.
  if (
    due.observed === null ||
    due.checkedAt === null ||
    (due.finding === 'unsure' && !isSameText(due.problem, problem))
  ) {
    return { ...unsure(due, now, { problem, observed }), checkAt: later(now, confirmMs) };
  }
  const concernSince = due.concern === 'changed' ? (due.concernSince ?? now) : now;
  return {
    finding: 'changed',
    ...{ problem, observed, failingSince: null, failureCount: 0 },
    concern: 'changed',
    concernSince,
    checkedAt: now,
    checkAt: later(now, changedEveryMs),
    linkHeldAt: concernSince,
  };
}

/** Spreads the next visits by ±10%, so that sites checked together drift apart. */
const later = (now: Date, ms: number): Date => new Date(now.getTime() + ms * (0.9 + 0.2 * Math.random()));

/** Seconds, or a date. At most a week. */
function waitOf(retryAfter: string | undefined, now: Date): number {
  if (retryAfter === undefined) return 0;
  const ms = /^\d{1,9}$/.test(retryAfter)
    ? Number(retryAfter) * SECOND_MS
    : new Date(retryAfter).getTime() - now.getTime();
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(0, ms), everyMs);
}
