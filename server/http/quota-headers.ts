import { SECOND_MS } from '@/lib/contract/plain/durations';
import { type Quota, rateLimit } from '@/lib/contract/rate-limits';
import type { AppContext } from '@/server/context';

/**
 * Tells in the response which limits a request counts against: the number of calls per seconds, and what is left.
 *
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/10/
 */
export function setQuotaHeaders(c: AppContext, quotas: readonly Quota[]): void {
  if (quotas.length === 0) return;
  const policies = quotas.map(({ limit }) => {
    const { calls, spanMs } = rateLimit(limit);
    return `"${limit}";q=${calls};w=${spanMs / SECOND_MS}`;
  });
  const left = quotas.map(
    ({ limit, remaining, resetSeconds }) => `"${limit}";r=${remaining};t=${resetSeconds}`,
  );
  c.header('ratelimit-policy', policies.join(', '));
  c.header('ratelimit', left.join(', '));
}
