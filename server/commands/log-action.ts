import type { FORMER_MEMBER } from '@/lib/contract/plain/site';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/base/errors';
import type { Viewer } from '@/server/policies/viewer';
import { findUser } from '@/server/queries/account/users';
import { insertAuditEntry } from '@/server/queries/audit-entries';
import { say, type Text, text } from '@/lib/texts/texts';

/** Who else acts than members. The log names them in English, whatever the language; no handle has a space. */
export const ACTORS = {
  commandLine: text('actor.commandLine', 'command line' /* who did it, in the moderation log */),
  site: text('actor.site', 'the site' /* who did it, in the moderation log */),
  trustedMembers: text('actor.trustedMembers', 'Trusted members' /* who did it, in the moderation log */),
};

/** @param actorName of the member. Null for those who have left, and for others. */
export function sayActor({ actorName, actorHandle }: { actorName: string | null; actorHandle: string }) {
  const other = Object.values(ACTORS).find(({ english }) => english === actorHandle);
  return actorName ?? (other ? say(other) : actorHandle);
}

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
 * @param by who acts.
 * @returns the id of the entry.
 * @throws ApiError `unauthenticated` when the viewer's account has been deleted since the request began.
 */
export async function logAction(
  db: Deps['db'],
  by: Pick<Viewer, 'userId'> | Text | 'ADMIN_EMAILS' | typeof FORMER_MEMBER.handle,
  { action, subject, details = {}, createdAt }: Logged,
): Promise<string> {
  const actor =
    typeof by === 'string'
      ? { id: null, handle: by }
      : 'userId' in by
        ? await findUser(db, by.userId)
        : { id: null, handle: by.english };
  if (!actor) throw new ApiError('unauthenticated', text('account.yoursGone', 'Your account is gone.'));
  return insertAuditEntry(db, {
    ...{ actorId: actor.id, actorHandle: actor.handle, action, details, createdAt },
    ...(subject && 'productId' in subject
      ? { subjectKind: 'product', subjectId: subject.productId }
      : // Also about no subject: earlier versions of Listgrove cannot read an entry of another kind.
        { subjectKind: 'user', subjectId: subject?.memberId }),
  });
}
