/**
 * How many seconds of age ten times the votes are worth: 45,000 s (12.5 hours).
 * Reddit's figure; it lets a front page turn over about twice a day.
 */
export const HOT_SECONDS_PER_TENFOLD = 45_000;

/** A vote weighs in every order from the moment its member's account is this old. Hours. */
export const RANKING_MIN_ACCOUNT_AGE_HOURS = 24;

/**
 * Where a product stands in the hot order: votes lift, age sinks.
 *
 * The value is fixed at approval but for votes, so the order never changes merely because time passes,
 * and the database keeps it as one indexed column (`products.hot`, same formula).
 *
 * @param weighingVoteCount votes that weigh, an integer >= 0; none and one count the same.
 * @param approvedAt the instant of approval.
 * @returns a finite number without unit; higher ranks first.
 */
export function hotScore(weighingVoteCount: number, approvedAt: Date): number {
  return Math.log10(Math.max(weighingVoteCount, 1)) + approvedAt.getTime() / 1000 / HOT_SECONDS_PER_TENFOLD;
}
