// Without zod: the ranking page and the server share the formula, and the page loads no schema.

/**
 * The age that ten times the upvotes make up for, in seconds: 12.5 hours.
 * Reddit's value, with which a front page turns over about twice a day.
 */
export const HOT_SECONDS_PER_TENFOLD = 45_000;

/** Minimum age of an account for its upvotes to count in the ranking, in hours. */
export const RANKING_MIN_ACCOUNT_AGE_HOURS = 24;

/**
 * The score of a product in the hot order: upvotes raise it, age lowers it.
 *
 * After approval only upvotes change the value, so the order does not change as time passes, and the database stores
 * it in one indexed column (`products.hot`, same formula).
 *
 * @param rankingUpvoteCount upvotes that count in the ranking, an integer >= 0; 0 scores the same as 1.
 * @param approvedAt the instant of approval.
 * @returns a finite number without unit; higher ranks first.
 */
export function hotScore(rankingUpvoteCount: number, approvedAt: Date): number {
  return Math.log10(Math.max(rankingUpvoteCount, 1)) + approvedAt.getTime() / 1000 / HOT_SECONDS_PER_TENFOLD;
}

/** The rank of the first row after a cursor. A cursor begins with it; the rest is opaque. */
export const rankAfter = (cursor: string): number => Number(cursor.split('.', 1)[0]);
