import { MINUTE_MS } from '@/lib/contract/plain/durations';
import { SESSION_LIMITS } from '@/lib/contract/plain/session-cookie';
import type { Access } from '@/lib/contract/call';
import type { AppContext } from '@/server/context';
import { ApiError } from '@/server/errors';
import { canCall, isActive, type Viewer } from '@/server/policies/viewer';
import { findSessionViewer } from '@/server/queries/account/session-lookups';
import { updateSessionSeen } from '@/server/queries/account/sessions';
import { formatDay } from '@/lib/contract/plain/format-day';
import { hashToken } from '@/server/token';

/** The precision of `last_seen_at`: calls within this span write nothing. */
const seenEveryMs = 5 * MINUTE_MS;

/**
 * The viewer of a call whose access is not `anyone`.
 *
 * @throws ApiError `unauthenticated` without a valid session, `forbidden` when the account may not make the call.
 */
export async function requireViewer(c: AppContext, access: Exclude<Access, 'anyone'>): Promise<Viewer> {
  const viewer = await findViewer(c);
  if (!viewer) throw new ApiError('unauthenticated', 'Sign in to do this.');
  requireAccess(viewer, access);
  return viewer;
}

/** The viewer of a call that also visitors may make; undefined for a visitor. @throws ApiError `forbidden` as `requireViewer`. */
export async function findMember(c: AppContext): Promise<Viewer | undefined> {
  const viewer = await findViewer(c);
  if (!viewer) return undefined;
  requireAccess(viewer, 'member');
  requireUnsuspended(c, viewer);
  return viewer;
}

/** @throws ApiError `forbidden` while the viewer is suspended. */
export function requireUnsuspended(c: AppContext, { suspendedUntil }: Viewer): void {
  if (!suspendedUntil || suspendedUntil <= c.var.deps.now()) return;
  throw new ApiError(
    'forbidden',
    `Your account is suspended until ${formatDay(suspendedUntil)}. Until then you can read, and change nothing.`,
  );
}

function requireAccess(viewer: Viewer, access: Exclude<Access, 'anyone'>): void {
  if (canCall(viewer, access)) return;
  if (viewer.isBanned) throw new ApiError('forbidden', 'Your account is banned. Your dashboard says why.');
  if (!isActive(viewer)) {
    throw new ApiError('forbidden', 'Your account is about to be deleted. Cancel the deletion to continue.');
  }
  throw new ApiError('forbidden', `This is for ${access}s.`);
}

/**
 * Checks a call that must follow a sign-in closely.
 *
 * @throws ApiError `unauthenticated`, with `fields.accessToken`, when the session is older than five minutes.
 */
export function requireFreshSignIn(c: AppContext, { signedInAt }: Viewer): void {
  const ageMs = c.var.deps.now().getTime() - signedInAt.getTime();
  if (ageMs <= SESSION_LIMITS.freshMinutes * MINUTE_MS) return;
  throw new ApiError('unauthenticated', "Sign in again to do this, so that we know it's you.", {
    fields: { accessToken: `The sign-in is older than ${SESSION_LIMITS.freshMinutes} minutes.` },
  });
}

/**
 * The user who makes the call; undefined without a valid session. Reads the session on every call, so that a session
 * that was revoked on one process ends on all of them. Ignores cookies.
 */
export async function findViewer(c: AppContext): Promise<Viewer | undefined> {
  const token = readAccessToken(c);
  if (token === undefined) return undefined;
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
