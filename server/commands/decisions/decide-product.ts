import { logAction, sayActor } from '@/server/commands/log-action';
import { MODERATION_LIMITS } from '@/lib/contract/moderation';
import { cutChars } from '@/lib/contract/plain/text';
import { SECOND_MS } from '@/lib/contract/plain/durations';
import type { ProductEvent } from '@/lib/contract/webhook';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/base/errors';
import type { Viewer } from '@/server/policies/viewer';
import { findLastEntryOfProduct } from '@/server/queries/audit-entries';
import { refreshSearchDocuments } from '@/server/queries/search/search-documents';
import { type LockedProduct, lockProduct, updateProduct } from '@/server/queries/products/product-rows';
import { closeAppealsAbout } from '@/server/queries/account/appeals';
import {
  findModeratorChanges,
  findProductEdit,
  type ProductVersion,
  updateProductEdit,
} from '@/server/queries/edits/product-edits';
import { insertDeliveries } from '@/server/queries/webhooks';
import { inTransaction } from '@/server/queries/write-conflict';
import { updateTagCountsOfProduct } from '@/server/queries/products/tags';
import { upsertUndoableDecision } from '@/server/queries/products/undoable-decisions';
import { applyVersion } from '@/server/commands/edits/versions';
import { formatAgo } from './require-seen';
import { mailDecision } from './mail-decision';
import { readBefore } from './undo-decision';
import { requireUnlistedURL } from '@/server/commands/submissions/duplicates';
import { takePublicSlug } from '@/server/commands/submissions/submit-product';
import { type Text, text } from '@/lib/texts/texts';

type DecisionDeps = Pick<Deps, 'db' | 'env' | 'now'>;

type DecisionSubject = { id: string; seen?: string };

type Decision = {
  action: 'product.approve' | 'product.reject';
  reason?: string;
  apply: (deps: DecisionDeps, product: LockedProduct, edit: ProductVersion | undefined) => Promise<void>;
};

/**
 * Lists a pending product, or publishes a pending edit of an approved one. A product that was listed before keeps its
 * date of approval: an edit is no way to the top of the newest.
 *
 * @throws ApiError as `decideProduct`, and `conflict` when another product got the edit's URL first.
 */
export async function approveProduct(
  deps: DecisionDeps,
  viewer: Viewer,
  subject: DecisionSubject,
): Promise<void> {
  await decideProduct(deps, viewer, subject, {
    action: 'product.approve',
    async apply({ db, env, now }, product, edit) {
      const { id, approvedAt } = product;
      if (edit) {
        await requireUnlistedURL({ db, env, now }, viewer, edit.canonicalURL, id);
        await applyVersion({ db, env, now }, product, edit, { kind: 'approved', memberId: viewer.userId });
        return;
      }
      const at = now();
      if (approvedAt === null) await takePublicSlug({ db, now }, product);
      await updateProduct(db, id, { status: 'approved', approvedAt: approvedAt ?? at, updatedAt: at });
      await updateTagCountsOfProduct(db, id, 1);
    },
  });
}

/**
 * Rejects a pending product, or a pending edit of an approved one, whose approved version stays public. The submitter
 * reads the reason and may edit the product and so submit it again. Tags of pending products are not counted, so no
 * count changes.
 *
 * @throws ApiError as `decideProduct`.
 */
export async function rejectProduct(
  deps: DecisionDeps,
  viewer: Pick<Viewer, 'userId'>,
  subject: DecisionSubject,
  reason: string,
): Promise<void> {
  await decideProduct(deps, viewer, subject, {
    action: 'product.reject',
    reason,
    async apply({ db, now }, { id, name }, edit) {
      const updatedAt = now();
      const rejectionReason = reasonFor(edit?.name ?? name, reason);
      if (!edit) return updateProduct(db, id, { status: 'rejected', rejectionReason, updatedAt });
      await updateProductEdit(db, id, { rejectionReason });
      await updateProduct(db, id, { editStatus: 'rejected', updatedAt });
    },
  });
}

/** The reason with the name of the product in place of `{name}`. */
const reasonFor = (name: string, reason: string): string =>
  cutChars(
    reason.replaceAll('{name}', () => name),
    MODERATION_LIMITS.reasonCharsMax,
  );

/**
 * Decides on one pending product or edit, and writes the audit entry in the same transaction. When several moderators
 * decide at once, the first decision counts and the others get `conflict`. Moderators may decide on their own products,
 * because a small team may have no other moderator; the moderation log shows who decided.
 *
 * @throws ApiError `not_found` when the product was withdrawn, `conflict` when it is not pending or was changed after
 *   the version that the moderator has seen, so that no unseen name, URL or image becomes public.
 */
async function decideProduct(
  { db, env, now }: DecisionDeps,
  viewer: Pick<Viewer, 'userId'>,
  subject: DecisionSubject,
  { action, reason, apply }: Decision,
): Promise<void> {
  // Publishing an edit gives its product another slug and URL.
  await inTransaction(
    db,
    async (tx) => {
      const product = requireLocked(await lockProduct(tx, subject.id));
      const edit = await findProductEdit(tx, product.id);
      const name = edit?.name ?? product.name;
      // One instant for the product and the log: by it, an undo sees that nothing else has changed the product.
      const decidedAt = now();
      const deps = { db: tx, env, now: () => decidedAt };
      await requireDecidable(deps, product, name, subject);
      const before = await readBefore(tx, product, action === 'product.approve' ? edit : undefined);
      await apply(deps, product, edit);
      const { slug } = requireLocked(await lockProduct(tx, subject.id));
      await refreshSearchDocuments(tx, env.fields, [product.id]);
      // Held until the decision can no longer be undone.
      const dueAt = new Date(
        decidedAt.getTime() + MODERATION_LIMITS.undoMs + MODERATION_LIMITS.undoGraceMs + SECOND_MS,
      );
      await insertDeliveries(tx, {
        ...{ event: eventOf(action, edit), productId: product.id, now: decidedAt, dueAt },
      });
      const entryId = await logAction(tx, viewer, {
        action,
        subject: { productId: product.id },
        details: {
          name,
          slug: product.slug,
          ...(reason !== undefined && { reason: reasonFor(name, reason) }),
        },
        createdAt: decidedAt,
      });
      const closed = await closeAppealsAbout(tx, product.id, {
        outcome: action === 'product.approve' ? 'reversed' : 'upheld',
        ...{ reply: null, judgeId: viewer.userId, decidedAt },
      });
      await upsertUndoableDecision(tx, {
        ...{ productId: product.id, entryId },
        before: { ...before, closedAppealIds: closed.map(({ id }) => id) },
      });
      const reasonRead = reason === undefined ? {} : { reason: reasonFor(name, reason) };
      await mailDecision(
        deps,
        {
          action,
          name,
          slug,
          authorId: edit?.editorId ?? product.submitterId,
          ownProductId: edit?.editorId ? product.id : undefined,
          isEdit: edit !== undefined,
          moderatorChanges: await findModeratorChanges(tx, product.id),
          ...reasonRead,
        },
        { entryId, moderatorId: viewer.userId, dueAt },
      );
    },
    ['slug', 'canonicalURL'],
  );
}

function eventOf(action: Decision['action'], edit: ProductVersion | undefined): ProductEvent {
  if (action === 'product.reject') return 'product.rejected';
  return edit ? 'product.changed' : 'product.approved';
}

type Decided = Exclude<LockedProduct['reviewStatus'], 'pending'>;

const DECIDED: Record<Decided, (name: string) => Text> = {
  approved: (name) => text('product.alreadyApproved', '{name} was already approved.', { name }),
  rejected: (name) => text('product.alreadyRejected', '{name} was already rejected.', { name }),
  removed: (name) => text('product.nameRemoved', '{name} was removed.', { name }),
  discontinued: (name) => text('product.nameDiscontinued', '{name} is discontinued.', { name }),
};

function requireLocked(product: LockedProduct | undefined): LockedProduct {
  if (product) return product;
  throw new ApiError(
    'not_found',
    text('product.goneWithdrawn', 'This {noun} is gone. Its submitter may have withdrawn it.'),
  );
}

async function requireDecidable(
  { db, now }: Pick<DecisionDeps, 'db' | 'now'>,
  { id, reviewStatus, updatedAt }: LockedProduct,
  name: string,
  { seen }: DecisionSubject,
): Promise<void> {
  if (reviewStatus !== 'pending') {
    const last = await findLastEntryOfProduct(db, id);
    const ago = last ? formatAgo(now().getTime() - last.createdAt.getTime()) : '';
    if (last?.action === 'product.approve')
      throw new ApiError(
        'conflict',
        text('product.approvedBy', '{actor} approved {name} {ago}.', { actor: sayActor(last), name, ago }),
      );
    if (last?.action === 'product.reject')
      throw new ApiError(
        'conflict',
        text('product.rejectedBy', '{actor} rejected {name} {ago}.', { actor: sayActor(last), name, ago }),
      );
    throw new ApiError('conflict', DECIDED[reviewStatus](name));
  }
  if (seen !== undefined && updatedAt.getTime() !== new Date(seen).getTime()) {
    throw new ApiError(
      'conflict',
      text('product.changedSinceOpened', '{name} has changed since you opened it. Please look at it again.', {
        name,
      }),
    );
  }
}
