import type { Hono } from 'hono';
import type * as z from 'zod/mini';
import { type Call, isBarredBySuspension, limitsOf, type Schema } from '@/lib/contract/call';
import { MINUTE_MS } from '@/lib/contract/plain/durations';
import { SESSION_LIMITS } from '@/lib/contract/plain/site';
import { rateLimit, type RateLimitName } from '@/lib/contract/rate-limits';
import type { AppContext, AppEnv } from '@/server/context';
import { ApiError } from '@/server/base/errors';
import { describeLostStanding, type Viewer } from '@/server/policies/viewer';
import { hasWayToSignIn } from '@/server/queries/account/identities';
import { findSessionViewer, updateSessionSeen } from '@/server/queries/account/sessions';
import type { UncountedCall } from '@/server/limits/rate-limits';
import { hashToken } from '@/server/base/token';
import { chooseVersion, envelope, limited, privateHeaders, uncountedCall } from './every-call';
import { type Input, parseInput } from './parse-input';
import { t, text } from '@/lib/texts/texts';

/** The precision of `last_seen_at`: calls within this span write nothing. */
const seenEveryMs = 5 * MINUTE_MS;

/** A call whose response has no fields may leave it to the command, which returns nothing. */
type NoContent<Response> = Record<string, never> extends Response ? Promise<void> : never;

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
  ) => Promise<z.output<Answer>> | NoContent<z.output<Answer>>,
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
      // Settings of another process hold here, too.
      await c.var.deps.publicChanges.keepUp();
      const viewer = await requireViewer(c, { access, isBarredBySuspension: isBarredBySuspension(call) });
      if (call.needsFreshSignIn) await requireFreshSignIn(c, viewer, call.needsFreshSignIn);
      return handle(c, viewer, [...limitsOfViewer, ...(await brakesOn(c, call))]);
    });
    // The member sees the effect on every page at once.
    if (call.method !== 'get') await c.var.deps.publicChanges.catchUp();
    return c.body(envelope(answered), call.status, privateHeaders);
  });
}

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

const needsNoSession = (limit: RateLimitName) =>
  rateLimit(limit).by === 'address' && rateLimit(limit).countedIn === 'process';

type Act = Parameters<typeof describeLostStanding>[1];

/** @throws ApiError `unauthenticated` without a valid session, `forbidden` when the account may not make the call. */
async function requireViewer(c: AppContext, act: Act): Promise<Viewer> {
  const viewer = await findViewer(c);
  if (!viewer) throw new ApiError('unauthenticated', text('signIn.needed', 'Sign in to do this.'));
  requireStanding(viewer, act);
  return viewer;
}

/** The viewer of a call that also visitors may make; undefined for a visitor. @throws ApiError `forbidden` as `requireViewer`. */
export async function findMember(c: AppContext): Promise<Viewer | undefined> {
  const viewer = await findViewer(c);
  if (viewer) requireStanding(viewer, { access: 'member', isBarredBySuspension: true });
  return viewer;
}

function requireStanding(viewer: Viewer, act: Act): void {
  const lost = describeLostStanding(viewer, act);
  if (lost !== undefined) throw new ApiError('forbidden', lost);
}

/** @throws ApiError `unauthenticated`, with `fields.accessToken`, when the session is older than five minutes. */
export async function requireFreshSignIn(
  c: AppContext,
  { signedInAt, userId }: Viewer,
  need: Call['needsFreshSignIn'],
): Promise<void> {
  const ageMs = c.var.deps.now().getTime() - signedInAt.getTime();
  if (ageMs <= SESSION_LIMITS.freshMinutes * MINUTE_MS) return;
  if (need === 'but-for-first-way' && !(await hasWayToSignIn(c.var.deps.db, userId))) return;
  throw new ApiError(
    'unauthenticated',
    text('signIn.againNeeded', "Sign in again to do this, so that we know it's you."),
    {
      fields: {
        accessToken: t('signIn.tooOld', 'The sign-in is older than {minutes} minutes.', {
          minutes: SESSION_LIMITS.freshMinutes,
        }),
      },
    },
  );
}

/**
 * The user who makes the call; undefined without a valid session. Reads the session on every call, so that a session
 * that was revoked on one process ends on all of them. Ignores cookies.
 */
export async function findViewer(c: AppContext): Promise<Viewer | undefined> {
  const token = readAccessToken(c);
  return token === undefined ? undefined : findViewerOf(c, token);
}

/** As `findViewer`, for the token of a session that a navigation has sent. */
export async function findViewerOf(c: AppContext, token: string): Promise<Viewer | undefined> {
  const { db, now, sessionTokens } = c.var.deps;
  const opened = await sessionTokens.open(token);
  if (!opened) return undefined;
  const session = await findSessionViewer(db, {
    sessionId: opened.sessionId,
    secretHash: hashToken(opened.secret),
    now: now(),
  });
  if (!session) return undefined;
  const { lastSeenAt, ...viewer } = session;
  if (now().getTime() - lastSeenAt.getTime() > seenEveryMs) {
    await updateSessionSeen(db, viewer.sessionId, now());
  }
  return viewer;
}

/** The bearer token of the `accessToken` header; undefined for anything else. */
export function readAccessToken(c: AppContext): string | undefined {
  return /^Bearer ([\x21-\x7e]{1,4096})$/i.exec(c.req.header('accessToken') ?? '')?.[1];
}
