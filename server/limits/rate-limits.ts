import { randomInt } from 'node:crypto';
import type { Logger } from 'pino';
import { SECOND_MS } from '@/lib/contract/plain/durations';
import { type Quota, rateLimit, type RateLimitName } from '@/lib/contract/rate-limits';
import type { Db } from '@/server/db/client';
import { type Counter, countCalls, uncountCalls } from '@/server/queries/rate-limits';
import { ApiError } from '@/server/base/errors';
import { widerNetworks } from '@/server/base/ip-address';
import { RecentCalls } from './recent-calls';
import { text, type Text } from '@/lib/texts/texts';

/** A call counts against a limit, together with the other calls of the key: a user, a client address or an identity. */
export type Count = { limit: RateLimitName; key: string };

/** A count, or that of a network around the client address, which may make more calls. */
type WideCount = Count & { callsMax: number };

export type CountedCall = {
  quotas: readonly Quota[];
  /**
   * Says that the call failed. After a fault of the server, the call is taken back from every limit; after a refusal,
   * from the limits that do not count refusals. Does not wait, because the database may be the reason of the failure.
   */
  fail: (error: unknown) => void;
};

/** A call that its work counts, in the transaction of the change. So the count costs no commit of its own. */
export type UncountedCall = {
  counts: readonly Count[];
  /** Tells the client what is left of each limit. To be called once the change is committed. */
  noteQuotas: (quotas: readonly Quota[]) => void;
};

export interface RateLimits {
  /**
   * Counts a call against every limit, or, if one of them is reached, against none.
   *
   * @throws ApiError `rate_limited` when a limit is reached.
   */
  count(counts: readonly Count[]): Promise<CountedCall>;

  /**
   * Counts calls, one after the other, in the transaction of the changes that they make. All their limits must be
   * counted in the database.
   *
   * @returns for each call what is left of each limit, or the error `rate_limited` if a limit is reached.
   */
  countInTransaction(db: Db, calls: readonly (readonly Count[])[]): Promise<(readonly Quota[] | ApiError)[]>;
}

/** More than a process can answer, with the networks of each call, so that no call is forgotten before it expires. */
const callsPerMsMax = 51;

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
    const found = counts.flatMap(withNetworks).map(({ limit, key, callsMax }) => {
      const { spanMs } = rateLimit(limit);
      const recent = recentCallsOf(spanMs);
      const fingerprint = fingerprintOf(`${limit} ${key}`);
      const remaining = callsMax - recent.count(fingerprint, nowMs) - 1;
      return { quota: { limit, remaining, resetSeconds: spanMs / SECOND_MS }, recent, fingerprint };
    });
    const refusal = refusalOf(found.map(({ quota }) => quota));
    if (refusal) throw refusal;
    return found.map((each) => ({ ...each, position: each.recent.add(each.fingerprint, nowMs) }));
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
        const [inDatabase = []] = await countInDatabase(
          db,
          [counts.filter((count) => !isInProcess(count))],
          nowMs,
        );
        if (inDatabase instanceof ApiError) throw inDatabase;
        return {
          quotas: leastOf([...inProcess, ...inDatabase].map(({ quota }) => quota)),
          fail(error) {
            const isReturned = isFault(error) ? () => true : countsOnlySuccesses;
            removeInProcess(isReturned);
            const counters = inDatabase
              .filter(({ quota }) => isReturned(quota))
              .map(({ counter }) => ({ ...counter, calls: 1 }));
            if (counters.length === 0) return;
            uncountCalls(db, counters).catch((err: unknown) => {
              logger.warn({ err }, 'A failed call could not be taken back from its rate limits.');
            });
          },
        };
      } catch (error) {
        removeInProcess(() => true);
        throw error;
      }
    },

    async countInTransaction(transaction, calls) {
      const counted = await countInDatabase(transaction, calls, now().getTime());
      return counted.map((call) =>
        call instanceof ApiError ? call : leastOf(call.map(({ quota }) => quota)),
      );
    },
  };
}

/** The limits of a call for its client address, and those for the networks around it. */
function withNetworks({ limit, key }: Count): WideCount[] {
  const { by, calls } = rateLimit(limit);
  // What other sites make a browser ask counts apart, in the networks, too.
  const [address = '', ...kind] = key.split(' ');
  const networks = by === 'address' ? widerNetworks(address) : [];
  return [
    { limit, key, callsMax: calls },
    ...networks.map(({ network, times }) => ({
      limit,
      key: [network, ...kind].join(' '),
      callsMax: calls * times,
    })),
  ];
}

/** What is left of each limit, wherever the least is left: for the address, or for a network around it. */
const leastOf = (quotas: readonly Quota[]): Quota[] => {
  const least = new Map<RateLimitName, Quota>();
  for (const quota of quotas) {
    const other = least.get(quota.limit);
    if (!other || quota.remaining < other.remaining) least.set(quota.limit, quota);
  }
  return [...least.values()];
};

/** Counts calls, one after the other: each against every limit, or, if one of them is reached, against none. */
async function countInDatabase(db: Db, ofAddresses: readonly (readonly Count[])[], nowMs: number) {
  const calls = ofAddresses.map((counts) => counts.flatMap(withNetworks));
  const keyOf = ({ limit, key }: Count) => `${limit}:${key}`;
  const totals = new Map<string, { key: string; calls: number; expiresAtMs: number }>();
  for (const count of calls.flat()) {
    const key = keyOf(count);
    const expiresAtMs = nowMs + rateLimit(count.limit).spanMs;
    totals.set(key, { key, calls: (totals.get(key)?.calls ?? 0) + 1, expiresAtMs });
  }
  if (totals.size === 0) return calls.map(() => []);

  const counters = new Map<string, Counter & { refused: number }>();
  for (const counter of await countCalls(db, [...totals.values()], nowMs)) {
    // From here on, the points are those of the calls that come before the one that is looked at.
    const points = counter.points - (totals.get(counter.key)?.calls ?? 0);
    counters.set(counter.key, { ...counter, points, refused: 0 });
  }
  const answers = calls.map((counts) => {
    const found = counts.flatMap((count) => {
      const counter = counters.get(keyOf(count));
      if (!counter) return [];
      const remaining = count.callsMax - counter.points - 1;
      const resetSeconds = Math.max(1, Math.ceil((counter.expiresAtMs - nowMs) / SECOND_MS));
      return [{ quota: { limit: count.limit, remaining, resetSeconds }, counter }];
    });
    const refusal = refusalOf(found.map(({ quota }) => quota));
    for (const { counter } of found) {
      if (refusal) counter.refused += 1;
      else counter.points += 1;
    }
    return refusal ?? found;
  });
  const refused = [...counters.values()].filter(({ refused: total }) => total > 0);
  if (refused.length > 0) {
    await uncountCalls(
      db,
      refused.map((counter) => ({ ...counter, calls: counter.refused })),
    );
  }
  return answers;
}

/** Whether the server failed, rather than refused the call. */
const isFault = (error: unknown) => !(error instanceof ApiError) || error.status >= 500;

const countsOnlySuccesses = ({ limit }: Quota) => rateLimit(limit).countsRefusals === false;

/** The error `rate_limited` with the longest wait, if a call exceeds a limit. */
function refusalOf(quotas: readonly Quota[]): ApiError | undefined {
  const exceeded = quotas.filter(({ remaining }) => remaining < 0);
  if (exceeded.length === 0) return undefined;
  const retryAfterSeconds = Math.max(...exceeded.map(({ resetSeconds }) => resetSeconds));
  return new ApiError('rate_limited', describeWait(retryAfterSeconds), {
    retryAfterSeconds,
    quotas: leastOf(exceeded).map((quota) => ({ ...quota, remaining: 0 })),
  });
}

function describeWait(seconds: number): Text {
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 120)
    return text(
      'limit.tryInMinutes',
      'Too many attempts. Try again in {minutes, plural, one {# minute} other {# minutes}}.',
      { minutes },
    );
  return text(
    'limit.tryInHours',
    'Too many attempts. Try again in {hours, plural, one {# hour} other {# hours}}.',
    { hours: Math.ceil(minutes / 60) },
  );
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
