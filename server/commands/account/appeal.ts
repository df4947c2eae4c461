import { logAction } from '@/server/commands/log-action';
import type { AppealDecision, AppealInput } from '@/lib/contract/measure';
import { describeQueueEntry } from '@/server/commands/decisions/queue-entry';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/base/errors';
import { isAuthorOfLatest, canModerate, canModerateMember, type Viewer } from '@/server/policies/viewer';
import { listStaff } from '@/server/queries/account/standings';
import {
  type AppealRow,
  findHeldMeasure,
  findLastRejection,
  insertAppeal,
  lockAppeal,
  updateAppeal,
} from '@/server/queries/account/appeals';
import {
  endMeasure,
  findMeasure,
  type LockedMember,
  lockMember,
  type MeasureRow,
} from '@/server/queries/account/members';
import { findProductEdit, updateProductEdit } from '@/server/queries/edits/product-edits';
import { lockProduct, updateProduct } from '@/server/queries/products/product-rows';
import { insertDeliveries } from '@/server/queries/webhooks';
import { inLongTransaction } from '@/server/queries/write-conflict';
import { mailAppeal } from './close-appeals';
import { endBanOf, endSuspensionOf, upToHigherRole } from './moderate-member';
import { text } from '@/lib/texts/texts';

type AppealDeps = Pick<Deps, 'db' | 'digestKeys' | 'env' | 'now'>;

/** @throws ApiError `not_found` when it is not the viewer's; `conflict` when it no longer holds, or was answered before. */
export async function makeAppeal(
  { db, env, now }: AppealDeps,
  viewer: Viewer,
  { text: answer, productId, measureId }: AppealInput,
): Promise<AppealRow> {
  return db.transaction(async (tx) => {
    const written = { userId: viewer.userId, text: answer, createdAt: now() };
    const appeal =
      productId === undefined
        ? await againstMeasure({ db: tx, now }, viewer, measureId ?? '')
        : await againstRejection({ db: tx, env }, viewer, productId);
    const row = await insertAppeal(tx, { ...written, ...appeal });
    if (!row)
      throw new ApiError('conflict', text('appeal.answeredBefore', 'You have answered this already.'));
    return row;
  });
}

async function againstRejection({ db }: Pick<Deps, 'db' | 'env'>, viewer: Viewer, productId: string) {
  const product = await lockProduct(db, productId);
  const edit = product?.editStatus === 'rejected' ? await findProductEdit(db, productId) : undefined;
  if (!product || !isAuthorOfLatest(viewer, { ...product, editorId: edit?.editorId })) {
    throw new ApiError('not_found', text('product.notYours', "You don't have this {noun}."));
  }
  const rejection = product.reviewStatus === 'rejected' ? await findLastRejection(db, productId) : undefined;
  if (!rejection)
    throw new ApiError(
      'conflict',
      text('appeal.notRejected', "{name} isn't rejected.", { name: product.name }),
    );
  return { productId, entryId: rejection.id, deciderId: rejection.actorId };
}

async function againstMeasure({ db, now }: Pick<Deps, 'db' | 'now'>, { userId }: Viewer, measureId: string) {
  const measure = await findHeldMeasure(db, { id: measureId, userId, now: now() });
  if (!measure)
    throw new ApiError(
      'not_found',
      text('appeal.noDecision', 'There is no such decision, or it no longer holds.'),
    );
  return { measureId, deciderId: measure.moderatorId };
}

/**
 * Decides about an appeal, with one entry of the log in the same transaction, and tells the member.
 *
 * @throws ApiError `not_found`; `conflict` when it was decided; `forbidden` for an appeal of one's own, about a decision
 *   of one's own while somebody else may decide, and about a measure against the same or a higher role.
 */
export async function decideAppeal(
  { db, digestKeys, env, now }: AppealDeps,
  viewer: Viewer,
  id: string,
  { outcome, reply }: AppealDecision,
): Promise<void> {
  await inLongTransaction(db, async (tx) => {
    const deps = { db: tx, digestKeys, env, now };
    const appeal = await lockAppeal(tx, id);
    if (!appeal) throw new ApiError('not_found', text('appeal.gone', 'This appeal is gone.'));
    if (appeal.decidedAt)
      throw new ApiError(
        'conflict',
        text('appeal.decidedByAnother', 'Another moderator has already decided this appeal.'),
      );
    const member = await lockMember(tx, appeal.userId);
    if (!member) throw new ApiError('not_found', text('appeal.accountGone', 'This account is gone.'));
    await requireJudge(deps, viewer, appeal, member);
    const details =
      outcome === 'reversed'
        ? await reverse(deps, appeal)
        : { ...(appeal.entryId !== null && { about: appeal.entryId }) };
    await updateAppeal(tx, id, {
      ...{ outcome, reply: reply || null, judgeId: viewer.userId, decidedAt: now() },
    });
    await logAction(tx, viewer, {
      action: outcome === 'reversed' ? 'appeal.reverse' : 'appeal.uphold',
      subject: appeal.productId === null ? { memberId: member.id } : { productId: appeal.productId },
      ...{ details, createdAt: now() },
    });
    await mailAppeal(deps, { userId: member.id, outcome, reply, isRejection: appeal.productId !== null });
  });
}

/** @throws ApiError `forbidden` when somebody else has to decide. */
async function requireJudge(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  viewer: Viewer,
  { deciderId, measureId }: AppealRow,
  member: LockedMember,
): Promise<void> {
  if (viewer.userId === member.id)
    throw new ApiError('forbidden', text('appeal.own', "You can't decide about your own appeal."));
  if (measureId !== null && !canModerateMember(viewer, member)) {
    throw new ApiError('forbidden', upToHigherRole(member.role));
  }
  if (deciderId !== viewer.userId) return;
  const canJudge = (role: Viewer['role']) =>
    measureId === null ? role !== 'member' : canModerateMember({ ...viewer, role }, member);
  const others = (await listStaff(db, now())).filter(
    (staff) => ![viewer.userId, member.id].includes(staff.id) && canModerate(staff) && canJudge(staff.role),
  );
  if (others.length > 0) {
    throw new ApiError(
      'forbidden',
      text('appeal.ownDecision', 'The decision was yours. Another moderator has to look at this.'),
    );
  }
}

/** Reverses the decision that was appealed. @returns the details for the log. @throws ApiError `conflict` when the decision is no longer in force. */
async function reverse(deps: AppealDeps, appeal: AppealRow): Promise<Record<string, string>> {
  if (appeal.productId !== null && appeal.entryId !== null) {
    return { ...(await returnToQueue(deps, appeal.productId)), undone: appeal.entryId };
  }
  const measure = appeal.measureId === null ? undefined : await findMeasure(deps.db, appeal.measureId);
  if (measure?.endedAt !== null) {
    throw new ApiError(
      'conflict',
      text('appeal.decisionEnded', "This decision is no longer in force, so there's nothing to reverse."),
    );
  }
  await endMeasureOf(deps, measure);
  return {};
}

async function endMeasureOf(deps: AppealDeps, { id, kind, userId }: MeasureRow): Promise<void> {
  if (kind === 'ban') await endBanOf(deps, userId);
  else if (kind === 'suspension') await endSuspensionOf(deps, userId);
  else await endMeasure(deps.db, id, deps.now());
}

async function returnToQueue({ db, now }: AppealDeps, id: string): Promise<Record<string, string>> {
  const product = await lockProduct(db, id);
  if (!product) throw new ApiError('not_found', text('appeal.submissionGone', 'The submission is gone.'));
  const { name, slug } = product;
  if (product.reviewStatus !== 'rejected') {
    throw new ApiError(
      'conflict',
      text('appeal.noLongerRejected', "{name} isn't rejected any more, so nothing can return to the queue.", {
        name,
      }),
    );
  }
  const updatedAt = now();
  const edit = product.editStatus === 'rejected' ? await findProductEdit(db, id) : undefined;
  if (edit) {
    await updateProductEdit(db, id, { rejectionReason: null });
    await updateProduct(db, id, { editStatus: 'pending', updatedAt });
  } else {
    await updateProduct(db, id, { status: 'pending', rejectionReason: null, updatedAt });
  }
  await describeQueueEntry({ db, now }, id, edit ?? product);
  await insertDeliveries(db, { event: 'product.submitted', productId: id, now: updatedAt });
  return { name, slug };
}
