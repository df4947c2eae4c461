import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '@/server/db/client';
import { ApiError } from './errors';

/** How many a sender, or a member, may do within a span. Seconds. */
const LIMITS = {
  newsletter: { points: 5, duration: 30 * 60 },
  contact: { points: 5, duration: 30 * 60 },
  signInMember: { points: 10, duration: 5 * 60 },
  signInSender: { points: 25, duration: 5 * 60 },
  submitMember: { points: 10, duration: 24 * 60 * 60 },
  submitOnFirstDay: { points: 3, duration: 24 * 60 * 60 },
  submitSender: { points: 20, duration: 60 * 60 },
  previewMember: { points: 10, duration: 10 * 60 },
  previewSender: { points: 30, duration: 60 * 60 },
  /** What a form asks while it is filled in. */
  draftMember: { points: 120, duration: 60 },
  upvoteMember: { points: 30, duration: 60 },
  upvoteMemberOfDay: { points: 200, duration: 24 * 60 * 60 },
  upvoteSender: { points: 300, duration: 60 * 60 },
  bookmarkMember: { points: 60, duration: 60 },
  uploadMember: { points: 10, duration: 60 * 60 },
  uploadSender: { points: 30, duration: 60 * 60 },
} as const;

export type LimitedAction = keyof typeof LIMITS;

export interface RateLimits {
  /**
   * Counts one more by `who`: an address, or a member.
   *
   * @throws ApiError `rate_limited` once the span's allowance is used up.
   */
  consume(action: LimitedAction, who: string): Promise<void>;
}

/** Counts in the database, so that all processes count together. */
export function createRateLimits(pool: Database['pool']): RateLimits {
  const limiter = (action: LimitedAction) =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: action,
      ...LIMITS[action],
    });
  const limiters = new Map<LimitedAction, RateLimiterPostgres>();
  return {
    async consume(action, who) {
      const counting = limiters.get(action) ?? limiter(action);
      limiters.set(action, counting);
      try {
        await counting.consume(who);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        const retryAfterSeconds = Math.ceil(refusal.msBeforeNext / 1000);
        throw new ApiError('rate_limited', `That was too often. Try again in ${spanOf(retryAfterSeconds)}.`, {
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
