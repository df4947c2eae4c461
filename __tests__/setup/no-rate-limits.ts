import type { RateLimits } from '@/server/limits/rate-limits';

/** For tests in which every request is to reach the statements behind the limits. */
export const noRateLimits: RateLimits = {
  count: () => Promise.resolve({ quotas: [], fail: () => undefined }),
  countInTransaction: (_, calls) =>
    Promise.resolve(
      calls.map((counts) => counts.map(({ limit }) => ({ limit, remaining: 1_000, resetSeconds: 1 }))),
    ),
};
