import { randomInt } from 'node:crypto';
import type { Logger } from 'pino';
import { SECOND_MS } from '@/lib/contract/plain/durations';
import { type Quota, rateLimit, type RateLimitName } from '@/lib/contract/rate-limits';
import type { Db } from '@/server/db/client';
import { countCall, uncountCall } from '@/server/queries/rate-limits';
import { ApiError } from './errors';
import { RecentCalls } from './recent-calls';

/** A call counts against a limit, together with the other calls of the key: a user, a client address or an identity. */
export type Count = { limit: RateLimitName; key: string };

export type CountedCall = {
  /** What is left of each limit. */
  quotas: readonly Quota[];
  /**
   * Says that the call failed. After a fault of the server, the call is taken back from every limit; after a refusal,
   * from the limits that do not count refusals. Does not wait, because the database may be the reason of the failure.
   */
  fail: (error: unknown) => void;
};

export interface RateLimits {
  /**
   * Counts a call against every limit, or, if one of them is reached, against none.
   *
   * @throws ApiError `rate_limited` when a limit is reached.
   */
  count(counts: readonly Count[]): Promise<CountedCall>;
}

/** More than a process can answer, so that no call is forgotten before it expires. */
const callsPerMsMax = 17;

type RateLimitsOptions = { db: Db; logger: Logger; now: () => Date };

/** Counts in the database and in the memory of this process, as each limit says. */
export function createRateLimits({ db, logger, now }: RateLimitsOptions): RateLimits {
  const recentCalls = new Map<number, RecentCalls>();
  const recentCallsOf = (spanMs: number) => {
    const recent = recentCalls.get(spanMs) ?? new RecentCalls({ spanMs, callsMax: spanMs * callsPerMsMax });
    recentCalls.set(spanMs, recent);
    return recent;
  };

  /** @throws ApiError */
  function countInProcess(counts: readonly Count[], nowMs: number) {
    const found = counts.map(({ limit, key }) => {
      const { calls, spanMs } = rateLimit(limit);
      const recent = recentCallsOf(spanMs);
      const fingerprint = fingerprintOf(`${limit} ${key}`);
      const remaining = calls - recent.count(fingerprint, nowMs) - 1;
      return { quota: { limit, remaining, resetSeconds: spanMs / SECOND_MS }, recent, fingerprint };
    });
    refuseExceeded(found.map(({ quota }) => quota));
    return found.map((each) => ({ ...each, position: each.recent.add(each.fingerprint, nowMs) }));
  }

  /** @throws ApiError */
  async function countInDatabase(counts: readonly Count[], nowMs: number) {
    if (counts.length === 0) return [];
    const counters = await countCall(
      db,
      counts.map(({ limit, key }) => ({
        key: `${limit}:${key}`,
        expiresAtMs: nowMs + rateLimit(limit).spanMs,
      })),
      nowMs,
    );
    const counted = counts.flatMap(({ limit, key }) => {
      const counter = counters.find((each) => each.key === `${limit}:${key}`);
      if (!counter) return [];
      const remaining = rateLimit(limit).calls - counter.points;
      const resetSeconds = Math.max(1, Math.ceil((counter.expire - nowMs) / SECOND_MS));
      return [{ quota: { limit, remaining, resetSeconds }, counter }];
    });
    try {
      refuseExceeded(counted.map(({ quota }) => quota));
    } catch (error) {
      await uncountCall(db, counters);
      throw error;
    }
    return counted;
  }

  return {
    async count(counts) {
      const nowMs = now().getTime();
      const isInProcess = ({ limit }: Count) => rateLimit(limit).countedIn === 'process';
      const inProcess = countInProcess(counts.filter(isInProcess), nowMs);
      const removeInProcess = (isReturned: (quota: Quota) => boolean) => {
        for (const { quota, recent, position } of inProcess) {
          if (isReturned(quota)) recent.remove(position);
        }
      };
      try {
        const inDatabase = await countInDatabase(
          counts.filter((count) => !isInProcess(count)),
          nowMs,
        );
        return {
          quotas: [...inProcess, ...inDatabase].map(({ quota }) => quota),
          fail(error) {
            const isReturned = isFault(error) ? () => true : countsOnlySuccesses;
            removeInProcess(isReturned);
            const counters = inDatabase
              .filter(({ quota }) => isReturned(quota))
              .map(({ counter }) => counter);
            if (counters.length === 0) return;
            uncountCall(db, counters).catch((err: unknown) => {
              logger.warn({ err }, 'A failed call could not be taken back from its rate limits.');
            });
          },
        };
      } catch (error) {
        removeInProcess(() => true);
        throw error;
      }
    },
  };
}

/** Whether the server failed, rather than refused the call. */
const isFault = (error: unknown) => !(error instanceof ApiError) || error.status >= 500;

const countsOnlySuccesses = ({ limit }: Quota) => rateLimit(limit).countsRefusals === false;

/** @throws ApiError `rate_limited` with the longest wait, if the call exceeds a limit. */
function refuseExceeded(quotas: readonly Quota[]): void {
  const exceeded = quotas.filter(({ remaining }) => remaining < 0);
  if (exceeded.length === 0) return;
  const retryAfterSeconds = Math.max(...exceeded.map(({ resetSeconds }) => resetSeconds));
  throw new ApiError('rate_limited', `Too many attempts. Try again in ${spanOf(retryAfterSeconds)}.`, {
    retryAfterSeconds,
    quotas: exceeded.map((quota) => ({ ...quota, remaining: 0 })),
  });
}

function spanOf(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  const [amount, unit] = minutes < 120 ? [minutes, 'minute'] : [Math.ceil(minutes / 60), 'hour'];
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`;
}

const seeds = [randomInt(2 ** 32), randomInt(2 ** 32)] as const;

/** 53 bits that stand for a text in this process: a number needs a third of the memory. */
function fingerprintOf(text: string): number {
  let [high, low] = seeds;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, 0x9e3779b1);
    low = Math.imul(low ^ unit, 0x5f356495);
  }
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
  return (high & 0x1fffff) * 2 ** 32 + (low >>> 0);
}
