import { Hono } from 'hono';
import {
  ACCOUNT_LIMITS,
  deleteAccountCall,
  exportAccountCall,
  restoreAccountCall,
} from '@/lib/contract/account';
import {
  checkAuthenticateCall,
  endSessionCall,
  findUserCall,
  listSessionsCall,
  signOutCall,
  updateProfileCall,
} from '@/lib/contract/user';
import { requestAccountDeletion, restoreAccount } from '@/server/commands/account/delete-account';
import { updateProfile } from '@/server/commands/account/profile';
import type { AppEnv } from '@/server/context';
import { findViewer, memberEndpoint } from '@/server/http/member-endpoint';
import { presentSession, presentUser } from '@/server/presenters/people';
import { listPersonalData } from '@/server/queries/account/account-deletion';
import { findUser, type UserRow } from '@/server/queries/account/users';
import { ApiError } from '@/server/base/errors';
import { endpoint } from '@/server/http/endpoint';
import { clearSessionCookie } from '@/server/http/cookies';
import { listOpenSessions, revokeSession, revokeSessions } from '@/server/queries/account/sessions';
import { t, text } from '@/lib/texts/texts';

export const accountRoutes = new Hono<AppEnv>();

memberEndpoint(accountRoutes, findUserCall, async (c, { viewer }) => ({
  user: presentUser(requirePresent(await findUser(c.var.deps.db, viewer.userId))),
}));

memberEndpoint(accountRoutes, updateProfileCall, async (c, { viewer, body }) => {
  const row = await updateProfile(c.var.deps, viewer.userId, body);
  return { user: presentUser(requirePresent(row)) };
});

memberEndpoint(accountRoutes, exportAccountCall, async (c, { viewer }) => ({
  exportedAt: c.var.deps.now().toISOString(),
  account: await listPersonalData(c.var.deps.db, viewer.userId),
}));

memberEndpoint(accountRoutes, deleteAccountCall, async (c, { viewer }) => {
  const deletionDueAt = await requestAccountDeletion(c.var.deps, viewer);
  return {
    deletionDueAt: deletionDueAt.toISOString(),
    message: t(
      'account.deletionRequested',
      'Your account will be deleted in {days} days. You can cancel until then.',
      { days: ACCOUNT_LIMITS.deletionDays },
    ),
  };
});

memberEndpoint(accountRoutes, restoreAccountCall, async (c, { viewer }) => {
  await restoreAccount(c.var.deps, viewer);
  return { message: t('account.deletionCancelled', "Your account won't be deleted.") };
});

function requirePresent(row: UserRow | undefined): UserRow {
  if (!row) throw new Error('A user was deleted while signed in');
  return row;
}

endpoint(accountRoutes, checkAuthenticateCall, async (c) => ({
  authenticated: (await findViewer(c)) !== undefined,
}));

memberEndpoint(accountRoutes, signOutCall, async (c, { viewer, body }) => {
  const { db, now } = c.var.deps;
  if (body.everywhere) await revokeSessions(db, { userId: viewer.userId, now: now() });
  else await revokeSession(db, { ...viewer, now: now() });
  clearSessionCookie(c);
  return {
    message: body.everywhere
      ? t('account.signedOutEverywhere', "You're signed out everywhere.")
      : t('account.signedOut', "You're signed out."),
  };
});

memberEndpoint(accountRoutes, listSessionsCall, async (c, { viewer }) => {
  const { db, now } = c.var.deps;
  const rows = await listOpenSessions(db, viewer.userId, now());
  return { sessions: rows.map((row) => presentSession(row, viewer.sessionId)) };
});

memberEndpoint(accountRoutes, endSessionCall, async (c, { viewer, params }) => {
  const { db, now } = c.var.deps;
  const wasOpen = await revokeSession(db, { userId: viewer.userId, sessionId: params.id, now: now() });
  if (!wasOpen)
    throw new ApiError(
      'not_found',
      text('session.missing', "This session doesn't exist or has already ended."),
    );
  if (params.id === viewer.sessionId) clearSessionCookie(c);
  return { message: t('session.isEnded', 'The session has ended.') };
});
