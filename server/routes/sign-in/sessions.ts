import { Hono } from 'hono';
import { checkAuthenticateCall, endSessionCall, listSessionsCall, signOutCall } from '@/lib/contract/user';
import type { AppEnv } from '@/server/context';
import { ApiError } from '@/server/base/errors';
import { endpoint } from '@/server/http/endpoint';
import { findViewer, memberEndpoint } from '@/server/http/member-endpoint';
import { clearSessionCookie } from '@/server/http/session-cookie';
import { presentSession } from '@/server/presenters/user';
import { listOpenSessions, revokeSession, revokeSessions } from '@/server/queries/account/sessions';

export const sessionRoutes = new Hono<AppEnv>();

endpoint(sessionRoutes, checkAuthenticateCall, async (c) => ({
  authenticated: (await findViewer(c)) !== undefined,
}));

memberEndpoint(sessionRoutes, signOutCall, async (c, { viewer, body }) => {
  const { db, now } = c.var.deps;
  if (body.everywhere) await revokeSessions(db, { userId: viewer.userId, now: now() });
  else await revokeSession(db, { ...viewer, now: now() });
  clearSessionCookie(c);
  return { message: body.everywhere ? "You're signed out everywhere." : "You're signed out." };
});

memberEndpoint(sessionRoutes, listSessionsCall, async (c, { viewer }) => {
  const { db, now } = c.var.deps;
  const rows = await listOpenSessions(db, viewer.userId, now());
  return { sessions: rows.map((row) => presentSession(row, viewer.sessionId)) };
});

memberEndpoint(sessionRoutes, endSessionCall, async (c, { viewer, params }) => {
  const { db, now } = c.var.deps;
  const wasOpen = await revokeSession(db, { userId: viewer.userId, sessionId: params.id, now: now() });
  if (!wasOpen) throw new ApiError('not_found', "This session doesn't exist or has already ended.");
  if (params.id === viewer.sessionId) clearSessionCookie(c);
  return { message: 'The session has ended.' };
});
