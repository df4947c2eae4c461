import { Hono } from 'hono';
import {
  ACCOUNT_LIMITS,
  deleteAccountCall,
  exportAccountCall,
  linkIdentityCall,
  listIdentitiesCall,
  restoreAccountCall,
} from '@/lib/contract/account';
import { PROVIDER_NAMES } from '@/lib/contract/login';
import { findUserCall, updateProfileCall } from '@/lib/contract/user';
import { requestAccountDeletion, restoreAccount } from '@/server/commands/delete-account';
import { linkIdentity } from '@/server/commands/link-identity';
import { updateProfile } from '@/server/commands/update-profile';
import type { AppContext, AppEnv } from '@/server/context';
import { answerViewer } from '@/server/middleware/answer';
import { requireReachableIdentity } from '@/server/middleware/local-request';
import { senderOf } from '@/server/middleware/sender';
import { presentIdentity } from '@/server/presenters/identity';
import { presentUser } from '@/server/presenters/user';
import { listIdentities } from '@/server/queries/identities';
import { listPersonalData } from '@/server/queries/personal-data';
import { findUser, type UserRow } from '@/server/queries/users';

export const accountRoutes = new Hono<AppEnv>();

answerViewer(accountRoutes, findUserCall, async (c, { viewer }) => ({
  user: presentUser(requirePresent(await findUser(c.var.deps.db, viewer.userId))),
}));

answerViewer(accountRoutes, updateProfileCall, async (c, { viewer, body }) => {
  const row = await updateProfile(c.var.deps, viewer.userId, body);
  // The submitter's name and picture are part of public answers.
  c.var.deps.answers.clear();
  return { user: presentUser(requirePresent(row)) };
});

answerViewer(accountRoutes, listIdentitiesCall, async (c, { viewer }) => presentIdentities(c, viewer.userId));

answerViewer(accountRoutes, linkIdentityCall, async (c, { viewer, body }) => {
  requireReachableIdentity(c);
  const { identity, rateLimits } = c.var.deps;
  await rateLimits.consume('signInSender', senderOf(c));
  await linkIdentity(c.var.deps, viewer.userId, await identity.provePopup(body));
  const message = `You can sign in with ${PROVIDER_NAMES[body.provider]} from now on.`;
  return { ...(await presentIdentities(c, viewer.userId)), message };
});

answerViewer(accountRoutes, exportAccountCall, async (c, { viewer }) => ({
  exportedAt: c.var.deps.now().toISOString(),
  account: await listPersonalData(c.var.deps.db, viewer.userId),
}));

answerViewer(accountRoutes, deleteAccountCall, async (c, { viewer }) => {
  const deletionDueAt = await requestAccountDeletion(c.var.deps, viewer);
  // The member is not shown in public from now on.
  c.var.deps.answers.clear();
  return {
    deletionDueAt: deletionDueAt.toISOString(),
    message: `Your account will be deleted in ${ACCOUNT_LIMITS.deletionDays} days. Until then you can take it back.`,
  };
});

answerViewer(accountRoutes, restoreAccountCall, async (c, { viewer }) => {
  await restoreAccount(c.var.deps, viewer);
  c.var.deps.answers.clear();
  return { message: 'Your account stays.' };
});

async function presentIdentities(c: AppContext, userId: string) {
  return { identities: (await listIdentities(c.var.deps.db, userId)).map(presentIdentity) };
}

function requirePresent(row: UserRow | undefined): UserRow {
  if (!row) throw new Error('A member is gone while signed in');
  return row;
}
