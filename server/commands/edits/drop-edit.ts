import { mailClosedAppeal } from '@/server/commands/account/mail-appeal';
import { mailDroppedEdit } from '@/server/commands/decisions/mail-decision';
import type { Deps } from '@/server/deps';
import { closeAppealsAbout } from '@/server/queries/account/appeals';
import { deleteProductEdit, findProductEdit, isEditRejected } from '@/server/queries/edits/product-edits';
import type { LockedProduct } from '@/server/queries/products/submissions';

/**
 * Drops the edit of a locked product, if it has one, and closes the appeal against its rejection. Tells the author of a
 * rejected edit by email, unless the author dropped it.
 */
export async function dropEdit(
  deps: Pick<Deps, 'db' | 'env' | 'now'>,
  { id, name, submitterId }: Pick<LockedProduct, 'id' | 'name' | 'submitterId'>,
  droppedBy: string | null,
): Promise<void> {
  const { db, now } = deps;
  const edit = await findProductEdit(db, id);
  if (!edit) return;
  const wasRejected = await isEditRejected(db, id);
  await deleteProductEdit(db, id);
  if (!wasRejected) return;
  const authorId = edit.editorId ?? submitterId;
  const reason = `${name} has changed since, so your rejected edit of it is gone.`;
  const decision = { outcome: 'upheld' as const, reply: reason, judgeId: null, decidedAt: now() };
  const closed = await closeAppealsAbout(db, id, decision);
  for (const { userId } of closed) if (userId !== droppedBy) await mailClosedAppeal(deps, { userId, reason });
  const isTold = authorId === droppedBy || closed.some(({ userId }) => userId === authorId);
  if (authorId !== null && !isTold) await mailDroppedEdit(deps, authorId, { name, reason });
}
