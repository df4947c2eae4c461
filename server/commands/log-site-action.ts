import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/base/errors';
import type { Viewer } from '@/server/policies/viewer';
import { findUser } from '@/server/queries/account/users';
import { insertAuditEntry } from '@/server/queries/audit-entries';

type SiteAction = {
  action: Parameters<typeof insertAuditEntry>[1]['action'];
  createdAt: Date;
  details: Record<string, string>;
};

/**
 * Writes the audit entry of an action that is about no product. Call it in the transaction of the action.
 *
 * @throws ApiError `unauthenticated` when the viewer's account was deleted meanwhile.
 */
export async function logSiteAction(
  db: Deps['db'],
  viewer: Viewer,
  { action, createdAt, details }: SiteAction,
): Promise<void> {
  const actor = await findUser(db, viewer.userId);
  if (!actor) throw new ApiError('unauthenticated', 'Your account is gone.');
  await insertAuditEntry(db, {
    ...{ actorId: actor.id, actorHandle: actor.handle, action, createdAt, details },
    // Earlier versions of Listgrove cannot read an entry of another kind.
    subjectKind: 'user',
  });
}
