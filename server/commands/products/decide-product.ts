import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/errors';
import type { Viewer } from '@/server/policies/viewer';
import { insertAuditEntry } from '@/server/queries/audit-entries';
import { refreshSearchDocuments } from '@/server/queries/search/search-documents';
import { lockProduct, type LockedProduct } from '@/server/queries/products/submissions';
import { findUser } from '@/server/queries/account/users';
import { retryConflicts } from '@/server/queries/write-conflict';

export type DecisionDeps = Pick<Deps, 'responseCache' | 'db' | 'env' | 'now'>;

/** What is decided on: a product, and the version of it that the moderator has seen if that is known. */
export type DecisionSubject = { id: string; seen?: string };

type Decision = {
  action: 'product.approve' | 'product.reject';
  reason?: string;
  /** Changes the product, which is locked. */
  apply: (db: Deps['db'], product: LockedProduct) => Promise<void>;
};

/**
 * Decides on one pending product, with its audit entry in the same transaction. Of several moderators who decide at
 * once one does, and the others are told. A moderator's own product is no exception: in a small team there may be
 * nobody else, and the log tells who it was.
 *
 * @throws ApiError `not_found` when it was taken back, `conflict` when it is decided already or was changed after the
 *   version that was seen: nothing is ever public that no moderator has seen.
 */
export async function decideProduct(
  { responseCache, db, env, now }: DecisionDeps,
  viewer: Viewer,
  subject: DecisionSubject,
  { action, reason, apply }: Decision,
): Promise<void> {
  await retryConflicts(() =>
    db.transaction(async (tx) => {
      const product = requireDecidable(await lockProduct(tx, subject.id), subject, env.siteNoun);
      const actor = await findUser(tx, viewer.userId);
      if (!actor) throw new ApiError('unauthenticated', 'Your account is gone.');
      await apply(tx, product);
      await refreshSearchDocuments(tx, [product.id]);
      await insertAuditEntry(tx, {
        actorId: actor.id,
        actorHandle: actor.handle,
        action,
        subjectKind: 'product',
        subjectId: product.id,
        details: { name: product.name, slug: product.slug, ...(reason !== undefined && { reason }) },
        createdAt: now(),
      });
    }),
  );
  responseCache.clear();
}

const DECIDED = {
  approved: 'was approved already.',
  rejected: 'was rejected already.',
  removed: 'was removed.',
} as const;

function requireDecidable(
  product: LockedProduct | undefined,
  { seen }: DecisionSubject,
  noun: string,
): LockedProduct {
  if (!product)
    throw new ApiError('not_found', `There is no such ${noun}. Its submitter may have taken it back.`);
  const { name, status, updatedAt } = product;
  if (status !== 'pending') throw new ApiError('conflict', `${name} ${DECIDED[status]}`);
  if (seen !== undefined && updatedAt.getTime() !== new Date(seen).getTime()) {
    throw new ApiError('conflict', `${name} was changed since you opened it. Look at it again.`);
  }
  return product;
}
