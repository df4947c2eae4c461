import { logAction } from '@/server/commands/log-action';
import { insertVersions } from '@/server/queries/edits/product-versions';
import { MODERATION_LIMITS } from '@/lib/contract/moderation';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/base/errors';
import type { Viewer } from '@/server/policies/viewer';
import { reopenAppeals } from '@/server/queries/account/appeals';
import { findLastEntryOfProduct } from '@/server/queries/audit-entries';
import {
  type ProductVersion,
  updateProductEdit,
  upsertProductEdit,
} from '@/server/queries/edits/product-edits';
import { listProductValues, replaceProductValues } from '@/server/queries/products/product-values';
import {
  type BeforeDecision,
  deleteSlugOfEdit,
  deleteUndoableDecision,
  findQueuedProduct,
  findUndoableDecision,
  restoreQueuedProduct,
  type UndoableDecision,
} from '@/server/queries/products/undoable-decisions';
import {
  contentOf,
  type LockedProduct,
  lockProduct,
  updateProduct,
} from '@/server/queries/products/product-rows';
import {
  listProductTagIds,
  replaceProductTags,
  updateTagCountsOfProduct,
} from '@/server/queries/products/tags';
import { deleteEmailsAbout } from '@/server/queries/emails';
import { refreshSearchDocuments } from '@/server/queries/search/search-documents';
import { deleteHeldEvents } from '@/server/queries/webhooks';
import { inTransaction } from '@/server/queries/write-conflict';
import { requireUnlistedURL } from '@/server/commands/submissions/duplicates';
import { updateTerms } from '@/server/commands/products/update-terms';
import { text } from '@/lib/texts/texts';

type UndoDeps = Pick<Deps, 'db' | 'env' | 'now'>;

/** What a decision is about to change. The product is locked. */
export async function readBefore(
  db: Deps['db'],
  product: LockedProduct,
  publishedEdit: ProductVersion | undefined,
): Promise<BeforeDecision> {
  const { id, status, editStatus, rejectionReason, approvedAt, updatedAt, iconCheckAt } = product;
  const decided = {
    ...{ status, editStatus, rejectionReason },
    approvedAt: approvedAt && approvedAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
  const queued = await findQueuedProduct(db, id);
  if (!publishedEdit) return { decided, queued, published: null };
  return {
    ...{ decided, queued },
    published: {
      edit: publishedEdit,
      product: { ...contentOf(product), iconCheckAt: iconCheckAt.toISOString() },
      tagIds: await listProductTagIds(db, id),
      values: await listProductValues(db, id),
    },
  };
}

/**
 * Takes back what the viewer has decided about a product a few seconds ago: the product, its tags and their counts, its
 * lists, its search document and what its submitter has answered are as before, neither a webhook nor the submitter hears of the decision, and the log has a further entry.
 * Upvotes that the product has got since then stay.
 *
 * @throws ApiError `not_found` when the product was withdrawn, `conflict` when somebody else has decided, when anything
 *   has changed the product since, or when the time for it is over.
 */
export async function undoDecision({ db, env, now }: UndoDeps, viewer: Viewer, id: string): Promise<void> {
  await inTransaction(
    db,
    async (tx) => {
      const product = await lockProduct(tx, id);
      if (!product) throw new ApiError('not_found', text('product.gone', 'This {noun} is gone.'));
      const decision = await requireUndoable({ db: tx, now }, viewer, product);
      await restore({ db: tx, env, now }, viewer, product, decision);
      await refreshSearchDocuments(tx, env.fields, [id]);
      await reopenAppeals(tx, decision.before.closedAppealIds ?? []);
      await deleteUndoableDecision(tx, id);
      await deleteHeldEvents(tx, id, decision.decidedAt);
      await deleteEmailsAbout(tx, decision.entryId);
      await logAction(tx, viewer, {
        action: 'product.undo',
        subject: { productId: id },
        details: { name: product.name, slug: product.slug, undone: decision.entryId },
        createdAt: now(),
      });
    },
    ['slug', 'canonicalURL', 'editCanonicalURL'],
  );
}

async function requireUndoable(
  { db, now }: Pick<UndoDeps, 'db' | 'now'>,
  viewer: Pick<Viewer, 'userId'>,
  { id, name, updatedAt }: LockedProduct,
): Promise<UndoableDecision> {
  const decision = await findUndoableDecision(db, id);
  if (!decision || decision.actorId !== viewer.userId) {
    throw new ApiError(
      'conflict',
      text('undo.noDecision', 'You have no decision about {name} to undo.', { name }),
    );
  }
  const { entryId, decidedAt } = decision;
  if (now().getTime() - decidedAt.getTime() > MODERATION_LIMITS.undoMs + MODERATION_LIMITS.undoGraceMs) {
    throw new ApiError(
      'conflict',
      text('undo.tooLate', "It's too late to undo the decision about {name}.", { name }),
    );
  }
  const last = await findLastEntryOfProduct(db, id);
  if (last?.id !== entryId || updatedAt.getTime() !== decidedAt.getTime()) {
    throw new ApiError(
      'conflict',
      text('undo.changedSince', '{name} has changed since your decision.', { name }),
    );
  }
  return decision;
}

async function restore(
  { db, env, now }: UndoDeps,
  viewer: Viewer,
  { id, slug, editStatus, status }: LockedProduct,
  { before: { decided, published, queued }, decidedAt }: UndoableDecision,
): Promise<void> {
  if (published) {
    const { edit, product, tagIds, values } = published;
    // Another product may have got the former URL since the decision.
    if (product.canonicalURL !== null) {
      await requireUnlistedURL({ db, env, now }, viewer, product.canonicalURL, id);
    }
    await replaceProductTags(db, id, tagIds);
    await replaceProductValues(db, id, values);
    await updateTerms(db, env.fields, [id]);
    if (product.slug !== slug) await deleteSlugOfEdit(db, { slug, productId: id, createdAt: decidedAt });
    const iconCheckAt = new Date(product.iconCheckAt);
    await updateProduct(db, id, { ...product, iconCheckAt, updatedAt: decidedAt });
    await upsertProductEdit(db, id, edit);
    await insertVersions(db, [id], { kind: 'reverted', memberId: viewer.userId, at: now() });
  } else if (editStatus === 'rejected') {
    await updateProductEdit(db, id, { rejectionReason: null });
  } else if (status === 'approved') {
    await updateTagCountsOfProduct(db, id, -1);
  }
  const { approvedAt, updatedAt, ...statuses } = decided;
  await updateProduct(db, id, {
    ...statuses,
    approvedAt: approvedAt === null ? null : new Date(approvedAt),
    updatedAt: new Date(updatedAt),
  });
  if (queued) await restoreQueuedProduct(db, id, queued);
}
