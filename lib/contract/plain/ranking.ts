import { DAY_MS } from './durations';

/** The age that ten times the upvotes make up for, in days: what is liked stays for about a week. */
export const HOT_DAYS_PER_TENFOLD = 7;

/** The periods of the top list. `all` has no start. */
export const TOP_PERIOD_MS = { day: DAY_MS, week: 7 * DAY_MS, month: 30 * DAY_MS } as const;

/** Minimum age of an account for its upvotes to count in the ranking, in hours. */
export const RANKING_MIN_ACCOUNT_AGE_HOURS = 24;

/** Products up to this place in the hot order are told their place. Counting further would cost more than a page. */
export const HOT_PLACES_MAX = 1_000;

/** More than any age adds, so that products without upvotes come after all others. Without unit, as the score. */
const WITHOUT_UPVOTES = -10_000;

/**
 * The score of a product in the hot order: upvotes raise it, age lowers it.
 *
 * After approval only upvotes change the value, so the order does not change as time passes, and the database stores
 * it in one indexed column (`product_listings.hot`, same formula).
 *
 * @param rankingUpvoteCount upvotes that count in the ranking, an integer >= 0. The submitter's own does not count.
 * @param approvedAt the instant of approval.
 * @returns a finite number without unit; higher ranks first.
 */
export function hotScore(rankingUpvoteCount: number, approvedAt: Date): number {
  const age = approvedAt.getTime() / (HOT_DAYS_PER_TENFOLD * DAY_MS);
  return age + (rankingUpvoteCount > 0 ? Math.log10(rankingUpvoteCount) : WITHOUT_UPVOTES);
}

/** The rank of the first row after a cursor. A cursor begins with it; the rest is opaque. */
export const rankAfter = (cursor: string): number => Number(cursor.split('.', 1)[0]);
