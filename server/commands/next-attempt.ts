import { SECOND_MS } from '@/lib/contract/plain/durations';

const pauseMsMin = 30 * SECOND_MS;

/**
 * How often an email or an event is sent at most. The last attempt is made after the first by 4 to 13 hours for an email,
 * 3 to 10 hours for an event of a webhook that has nothing else to fail with, and 10 to 32 hours behind nine failures.
 */
export const ATTEMPTS_MAX = 11;

/** Doubles the pause with each attempt. Random, so that what failed together does not come back together. */
export function nextAttemptAt(attempt: number, now: Date): Date {
  const pauseMs = pauseMsMin * 2 ** (attempt - 1);
  return new Date(now.getTime() + pauseMs * (0.5 + Math.random()));
}
