import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/base/errors';
import type { Viewer } from '@/server/policies/viewer';
import { findUser } from '@/server/queries/account/users';
import { insertAuditEntry } from '@/server/queries/audit-entries';
import { t, text } from '@/lib/texts/texts';

type Logged = {
  action: Parameters<typeof insertAuditEntry>[1]['action'];
  /** What the action is about, if it is a product or a member. */
  subject?: { productId: string } | { memberId: string };
  details?: Record<string, string | null>;
  createdAt: Date;
};

/**
 * Writes the audit entry of an action. Call it in the transaction of the action.
 *
 * @param by who acts: a viewer, or a name for the log.
 * @returns the id of the entry.
 * @throws ApiError `unauthenticated` when the viewer's account has been deleted since the request began.
 */
export async function logAction(
  db: Deps['db'],
  by: Pick<Viewer, 'userId'> | string,
  { action, subject, details = {}, createdAt }: Logged,
): Promise<string> {
  const actor = typeof by === 'string' ? { id: null, handle: by } : await findUser(db, by.userId);
  if (!actor) throw new ApiError('unauthenticated', text('account.yoursGone', 'Your account is gone.'));
  return insertAuditEntry(db, {
    ...{ actorId: actor.id, actorHandle: actor.handle, action, details, createdAt },
    ...(subject && 'productId' in subject
      ? { subjectKind: 'product', subjectId: subject.productId }
      : // Also about no subject: earlier versions of Listgrove cannot read an entry of another kind.
        { subjectKind: 'user', subjectId: subject?.memberId }),
  });
}

/** Who acts at the terminal, in the log. */
export const commandLine = () =>
  t('actor.commandLine', 'command line' /* who did it, in the moderation log */);
