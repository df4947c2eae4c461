import { MINUTE_MS, SECOND_MS } from '@/lib/contract/plain/durations';
import { recheckNextClaim } from '@/server/commands/sites/recheck-claim';
import type { Job } from './job-runner';

/** How long one run goes on looking for proofs. Each is due once in 30 days. */
const claimsMs = 45 * SECOND_MS;

/** Looks again for the proofs of verified owners, one site at a time. */
export const recheckClaims: Job = {
  name: 'recheck-claims',
  everyMs: MINUTE_MS,
  doneBy: 'one-process',
  async run(deps, signal) {
    const endAt = deps.now().getTime() + claimsMs;
    while (!signal.aborted && deps.now().getTime() < endAt && (await recheckNextClaim(deps, signal)));
  },
};
