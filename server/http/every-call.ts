import { createMiddleware } from 'hono/factory';
import { type Call, API_VERSION_HEADER, API_VERSIONS } from '@/lib/contract/call';
import { SECOND_MS } from '@/lib/contract/plain/durations';
import { type Quota, rateLimit, type RateLimitName } from '@/lib/contract/rate-limits';
import type { AppContext, AppEnv } from '@/server/context';
import { ApiError } from '@/server/base/errors';
import type { Viewer } from '@/server/policies/viewer';
import type { Count, UncountedCall } from '@/server/limits/rate-limits';
import { formatRow } from '@/lib/texts/lists';
import { text } from '@/lib/texts/texts';
import { clientAddressOf } from './client-address';
import { isForeignCall, keyForOtherSites } from './foreign-load';

const [currentVersion] = API_VERSIONS;
export const VARY = 'Origin, API-Version';
const headers = { 'content-type': 'application/json; charset=UTF-8' };
export const publicHeaders = {
  ...headers,
  'cache-control': 'public, max-age=0, s-maxage=1',
  [API_VERSION_HEADER]: currentVersion,
};
export const privateHeaders = { ...headers, 'cache-control': 'private, no-store' };

export const envelope = (answered: unknown) => JSON.stringify({ isError: false, ...Object(answered) });

/**
 * Says in the answer which version of the API it is, and whether the call is to go.
 *
 * @throws ApiError `bad_request` for an unknown version.
 */
export function chooseVersion(c: AppContext, { deprecation }: Call): void {
  const asked = c.req.header(API_VERSION_HEADER) ?? currentVersion;
  const version = API_VERSIONS.find((each) => each === asked);
  c.header(API_VERSION_HEADER, version ?? currentVersion);
  c.header('vary', VARY);
  if (deprecation) {
    c.header('deprecation', `@${deprecation.since.getTime() / SECOND_MS}`);
    c.header('sunset', deprecation.endsAt.toUTCString());
  }
  if (version === undefined) {
    throw new ApiError(
      'bad_request',
      text('api.unknownVersion', "This version of the API doesn't exist. Known: {versions}.", {
        versions: formatRow(API_VERSIONS),
      }),
    );
  }
}

type LimitedOptions = {
  viewer?: Viewer;
  /** The response may be stored in shared caches, where the quota of one client would mislead the others. */
  isPublic?: boolean;
};

/**
 * Does the work of a call after counting the call against limits. A call that fails through a fault of the server does
 * not count.
 *
 * @throws ApiError `rate_limited` when a limit is reached, and whatever the work throws.
 */
export async function limited<T>(
  c: AppContext,
  limits: readonly RateLimitName[],
  options: LimitedOptions,
  work: () => Promise<T>,
): Promise<T> {
  const call = await countCall(c, limits, options);
  try {
    return await work();
  } catch (error) {
    call.fail(error);
    throw error;
  }
}

/** Counts what a call has cost beyond one call. What no limit has room for is not counted: the next call is refused. */
export async function countMore(
  c: AppContext,
  limits: readonly RateLimitName[],
  times: number,
): Promise<void> {
  try {
    for (let count = 0; count < times; count += 1) await countCall(c, limits, {});
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

/** Counts every request to a route that is no call of the contract. */
export const limitRequests = createMiddleware<AppEnv>(async (c, next) => {
  const call = await countCall(c, ['requestByAddress'], { isPublic: true });
  // Settings of another process hold here, too.
  await c.var.deps.publicChanges.keepUp();
  await next();
  if (c.res.status >= 500) call.fail(c.error);
});

async function countCall(
  c: AppContext,
  limits: readonly RateLimitName[],
  { viewer, isPublic = false }: LimitedOptions,
) {
  const counted = await c.var.deps.rateLimits.count(countsOf(c, limits, viewer));
  if (!isPublic) setQuotaHeaders(c, counted.quotas);
  return counted;
}

export const uncountedCall = (
  c: AppContext,
  limits: readonly RateLimitName[],
  viewer: Viewer,
): UncountedCall => ({
  counts: countsOf(c, limits, viewer),
  noteQuotas: (quotas) => setQuotaHeaders(c, quotas),
});

const countsOf = (c: AppContext, limits: readonly RateLimitName[], viewer: Viewer | undefined): Count[] =>
  limits.flatMap((limit) => {
    const key = keyOf(c, limit, viewer);
    return key === undefined ? [] : [{ limit, key }];
  });

function keyOf(c: AppContext, limit: RateLimitName, viewer: Viewer | undefined): string | undefined {
  const { by, accountAgeMsMax = Infinity } = rateLimit(limit);
  if (by === 'address') {
    const address = clientAddressOf(c);
    return address !== undefined && isForeignCall(c) ? keyForOtherSites(address) : address;
  }
  if (!viewer) throw new Error(`${limit} counts the calls of a user, and this call is for anyone.`);
  const accountAgeMs = c.var.deps.now().getTime() - viewer.createdAt.getTime();
  return accountAgeMs < accountAgeMsMax ? viewer.userId : undefined;
}

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
  const states = quotas.map(
    ({ limit, remaining, resetSeconds }) => `"${limit}";r=${remaining};t=${resetSeconds}`,
  );
  c.header('ratelimit-policy', policies.join(', '));
  c.header('ratelimit', states.join(', '));
}
