import type { Hono } from 'hono';
import type * as z from 'zod/mini';
import type { Call, Schema } from '@/lib/contract/call';
import { API_VERSION_HEADER, API_VERSIONS } from '@/lib/contract/api-versions';
import { SECOND_MS } from '@/lib/contract/plain/durations';
import { CALL_LIMITS } from '@/lib/contract/call-limits';
import { rateLimit, type RateLimitName } from '@/lib/contract/rate-limits';
import type { AppContext, AppEnv } from '@/server/context';
import { ApiError } from '@/server/errors';
import type { Viewer } from '@/server/policies/viewer';
import type { UncountedCall } from '@/server/rate-limits';
import { requireFreshSignIn, requireUnsuspended, requireViewer } from './authenticate';
import { limited, uncountedCall } from './limited';
import { type Input, parseInput } from './parse-input';
import { routeOf } from './request-log';

type EndpointOptions = {
  /** The response is the same for everyone, so the response cache and shared caches may keep it for a second. */
  isPublic?: boolean | ((c: AppContext) => boolean);
  /** The path that a browser without JavaScript is redirected to after it posted a form. Absent: it gets the JSON. */
  formPage?: (refusal: ApiError | undefined, c: AppContext) => `/${string}` | Promise<`/${string}`>;
};

const headers = { 'content-type': 'application/json; charset=UTF-8' };
const [currentVersion] = API_VERSIONS;
/** What an answer depends on beside its URL. */
export const VARY = 'Origin, API-Version';
/** Of the responses that are the same for everyone. */
export const publicHeaders = {
  ...headers,
  'cache-control': 'public, max-age=0, s-maxage=1',
  [API_VERSION_HEADER]: currentVersion,
};
const privateHeaders = { ...headers, 'cache-control': 'private, no-store' };

/** Registers a call that anyone may make: parses the input, calls `handle` and wraps its result in the envelope. */
export function endpoint<
  Params extends Schema,
  Query extends Schema,
  Body extends Schema,
  Answer extends Schema,
>(
  routes: Hono<AppEnv>,
  call: Call<Params, Query, Body, Answer>,
  handle: (c: AppContext, input: Input<Params, Query, Body>) => Promise<z.output<Answer>>,
  { isPublic = false, formPage }: EndpointOptions = {},
): void {
  if (call.access !== 'anyone')
    throw new Error(`${call.path} is not for anyone: register it with memberEndpoint().`);
  const limits = limitsOf(call);
  const makeBody = async (c: AppContext, input: Input<Params, Query, Body>) =>
    envelope(await handle(c, input));

  routes.on(call.method.toUpperCase(), call.path, async (c) => {
    chooseVersion(c, call);
    if (typeof isPublic === 'function' ? isPublic(c) : isPublic) {
      const input = await parseInput(c, call);
      const { publicChanges, responseCache } = c.var.deps;
      await publicChanges.keepUp();
      // Only parsed parameters, so that unknown query parameters do not fill the cache.
      const key = `${call.path} ${JSON.stringify(input)}`;
      // What is found by its target is sent without further headers.
      if (!call.deprecation) responseCache.noteTarget(targetOf(c), () => ({ key, route: routeOf(c) }));
      const body =
        responseCache.peek(key) ??
        (await limited(c, limits, { isPublic: true }, () =>
          responseCache.get(key, () => makeBody(c, input)),
        ));
      return c.body(body, call.status, publicHeaders);
    }

    const page = formPage && c.req.header('accept')?.includes('text/html') ? formPage : undefined;
    try {
      const body = await limited(c, limits, {}, async () => makeBody(c, await parseInput(c, call)));
      return page
        ? c.redirect(siteLocation(c, await page(undefined, c)), 303)
        : c.body(body, call.status, privateHeaders);
    } catch (error) {
      if (page && error instanceof ApiError) return c.redirect(siteLocation(c, await page(error, c)), 303);
      throw error;
    }
  });
}

/**
 * Registers a call that needs a session. Checks the limits that cost no query, the viewer, the other limits and the
 * input, in this order.
 *
 * @see requireViewer for the failures.
 */
export function memberEndpoint<
  Params extends Schema,
  Query extends Schema,
  Body extends Schema,
  Answer extends Schema,
>(
  routes: Hono<AppEnv>,
  call: Call<Params, Query, Body, Answer>,
  handle: (
    c: AppContext,
    input: Input<Params, Query, Body> & { viewer: Viewer },
  ) => Promise<z.output<Answer>>,
): void {
  registerForMembers(routes, call, (c, viewer, limits) =>
    limited(c, limits, { viewer }, async () => handle(c, { ...(await parseInput(c, call)), viewer })),
  );
}

/** As `memberEndpoint`, for a call that `handle` counts itself, in the transaction of the change. */
export function selfCountingEndpoint<
  Params extends Schema,
  Query extends Schema,
  Body extends Schema,
  Answer extends Schema,
>(
  routes: Hono<AppEnv>,
  call: Call<Params, Query, Body, Answer>,
  handle: (
    c: AppContext,
    input: Input<Params, Query, Body> & { viewer: Viewer; uncounted: UncountedCall },
  ) => Promise<z.output<Answer>>,
): void {
  registerForMembers(routes, call, async (c, viewer, limits) => {
    const parsing = parseInput(c, call);
    // An invalid call counts, too.
    const input = await parsing.catch(() => limited(c, limits, { viewer }, () => parsing));
    return handle(c, { ...input, viewer, uncounted: uncountedCall(c, limits, viewer) });
  });
}

function registerForMembers(
  routes: Hono<AppEnv>,
  call: Call,
  handle: (c: AppContext, viewer: Viewer, limitsOfViewer: readonly RateLimitName[]) => Promise<unknown>,
): void {
  const { access } = call;
  if (access === 'anyone') throw new Error(`${call.path} is for anyone: register it with endpoint().`);
  const limits = limitsOf(call);
  const limitsBeforeSession = limits.filter(needsNoSession);
  const limitsOfViewer = limits.filter((limit) => !needsNoSession(limit));
  routes.on(call.method.toUpperCase(), call.path, async (c) => {
    chooseVersion(c, call);
    const answered = await limited(c, limitsBeforeSession, {}, async () => {
      const viewer = await requireViewer(c, access);
      if (isBarredBySuspension(call)) requireUnsuspended(c, viewer);
      if (call.needsFreshSignIn) requireFreshSignIn(c, viewer);
      return handle(c, viewer, [...limitsOfViewer, ...(await brakesOn(c, call))]);
    });
    // The member sees the effect on every page at once.
    if (call.method !== 'get') await c.var.deps.publicChanges.catchUp();
    return c.body(envelope(answered), call.status, privateHeaders);
  });
}

/** A suspended member can read, take back what they gave, and manage their own account. Moderating is barred whole. */
const isBarredBySuspension = ({ access, method }: Call) =>
  access === 'member' ? method !== 'get' && method !== 'delete' : access !== 'account';

/**
 * The further limits of a call in slow mode.
 *
 * @throws ApiError `unavailable` for a change by a member while the site is read-only. Moderation goes on.
 */
async function brakesOn(c: AppContext, { access, method }: Call): Promise<RateLimitName[]> {
  if (access !== 'member' || method === 'get') return [];
  const { brakes } = c.var.deps;
  await brakes.requireReleased('read-only');
  return (await brakes.isOn('slow-mode')) ? ['slowChangeByUser'] : [];
}

/**
 * Says in the answer which version of the API it is, and whether the call is to go.
 *
 * @throws ApiError `bad_request` for an unknown version.
 */
function chooseVersion(c: AppContext, { deprecation }: Call): void {
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
      `This version of the API doesn't exist. Known: ${API_VERSIONS.join(', ')}.`,
    );
  }
}

/** @throws Error for a call without limits: every call has some. */
function limitsOf(call: Call): readonly RateLimitName[] {
  const limits = CALL_LIMITS.get(call);
  if (!limits) throw new Error(`${call.path} has no rate limit: add it to lib/contract/call-limits.ts.`);
  return limits;
}

const needsNoSession = (limit: RateLimitName) =>
  rateLimit(limit).by === 'address' && rateLimit(limit).countedIn === 'process';

/** The path and query of a request. */
const targetOf = ({ req: { url } }: AppContext) => url.slice(url.indexOf('/', 'https://'.length));

const envelope = (answered: unknown) => JSON.stringify({ isError: false, ...Object(answered) });

/** A path when the server shares the site's origin, so that every host name works; otherwise an absolute URL. */
export function siteLocation(c: AppContext, path: string): string {
  const { serverURL, siteURL } = c.var.deps.env;
  return serverURL.startsWith('/') ? path : siteURL + path;
}
