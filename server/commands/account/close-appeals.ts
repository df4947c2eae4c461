import type { Deps } from '@/server/deps';
import { closeAppealsAbout, closeAppealsAgainst } from '@/server/queries/account/appeals';
import { deleteProductEdit, isEditRejected } from '@/server/queries/edits/product-edits';
import { mailClosedAppeal } from './mail-appeal';

type CloseDeps = Pick<Deps, 'db' | 'env' | 'now'>;

const REPLACED =
  'Moderators made a new decision about your account. It replaces the one you answered, so your answer is closed. You can answer the new decision, too.';

/** Closes the appeals against measures that another measure has ended, and tells their members. */
export async function closeReplaced(
  deps: CloseDeps,
  measureIds: readonly string[],
  judgeId: string,
): Promise<void> {
  const decision = { outcome: 'upheld' as const, reply: REPLACED, judgeId, decidedAt: deps.now() };
  const closed = await closeAppealsAgainst(deps.db, measureIds, decision);
  for (const { userId } of closed) await mailClosedAppeal(deps, { userId, reason: REPLACED });
}

/** Closes the appeals against measures that were lifted. The caller tells the members. */
export async function closeLifted(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  measureIds: readonly string[],
  judgeId: string,
): Promise<void> {
  await closeAppealsAgainst(db, measureIds, { outcome: 'reversed', reply: null, judgeId, decidedAt: now() });
}

/**
 * Drops the edit of a locked product, if it has one, and closes the appeal against its rejection. Tells the submitter
 * by email, unless the submitter dropped the edit.
 */
export async function dropEdit(
  deps: CloseDeps,
  { id, name }: { id: string; name: string },
  droppedBy: string | null,
): Promise<void> {
  const { db, now } = deps;
  const wasRejected = await isEditRejected(db, id);
  await deleteProductEdit(db, id);
  if (!wasRejected) return;
  const reason = `${name} has changed since, so your rejected edit of it is gone.`;
  const decision = { outcome: 'upheld' as const, reply: reason, judgeId: null, decidedAt: now() };
  for (const { userId } of await closeAppealsAbout(db, id, decision)) {
    if (userId !== droppedBy) await mailClosedAppeal(deps, { userId, reason });
  }
}
