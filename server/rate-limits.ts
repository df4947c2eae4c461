import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@/lib/contract/plain/durations';
import type { Database } from '@/server/db/client';
import { ApiError } from './errors';

/** How often a client address, a user or an identity may act within a span of time. */
const LIMITS = {
  newsletter: { points: 5, spanMs: 30 * MINUTE_MS },
  contact: { points: 5, spanMs: 30 * MINUTE_MS },
  signInByIdentity: { points: 10, spanMs: 5 * MINUTE_MS },
  signInByAddress: { points: 25, spanMs: 5 * MINUTE_MS },
  submitByUser: { points: 10, spanMs: DAY_MS },
  /** On the first day of an account. */
  submitByNewUser: { points: 3, spanMs: DAY_MS },
  submitByAddress: { points: 20, spanMs: HOUR_MS },
  previewByUser: { points: 10, spanMs: 10 * MINUTE_MS },
  previewByAddress: { points: 30, spanMs: HOUR_MS },
  /** The checks that the submission form makes while it is filled in. */
  draftByUser: { points: 120, spanMs: MINUTE_MS },
  upvoteByUser: { points: 30, spanMs: MINUTE_MS },
  upvoteByUserPerDay: { points: 200, spanMs: DAY_MS },
  upvoteByAddress: { points: 300, spanMs: HOUR_MS },
  bookmarkByUser: { points: 60, spanMs: MINUTE_MS },
  uploadByUser: { points: 10, spanMs: HOUR_MS },
  uploadByAddress: { points: 30, spanMs: HOUR_MS },
} as const;

export type LimitedAction = keyof typeof LIMITS;

export interface RateLimits {
  /**
   * Counts one action of a client address, a user or an identity.
   *
   * @throws ApiError `rate_limited` once the limit of the span is reached.
   */
  consume(action: LimitedAction, key: string): Promise<void>;
}

/** Counts in the database, so that all processes share the limits. */
export function createRateLimits(pool: Database['pool']): RateLimits {
  const createLimiter = (action: LimitedAction) =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: action,
      points: LIMITS[action].points,
      duration: LIMITS[action].spanMs / SECOND_MS,
    });
  const limiters = new Map<LimitedAction, RateLimiterPostgres>();
  return {
    async consume(action, key) {
      const limiter = limiters.get(action) ?? createLimiter(action);
      limiters.set(action, limiter);
      try {
        await limiter.consume(key);
      } catch (exceeded) {
        if (!(exceeded instanceof RateLimiterRes)) throw exceeded;
        const retryAfterSeconds = Math.ceil(exceeded.msBeforeNext / SECOND_MS);
        throw new ApiError('rate_limited', `Too many attempts. Try again in ${spanOf(retryAfterSeconds)}.`, {
          retryAfterSeconds,
        });
      }
    },
  };
}

function spanOf(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  const [amount, unit] = minutes < 120 ? [minutes, 'minute'] : [Math.ceil(minutes / 60), 'hour'];
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`;
}
