import { logAction } from '@/server/commands/log-action';
import type { TextChanges } from '@/lib/contract/editing';
import { PRODUCT_PARTS } from '@/lib/contract/plain/product-parts';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/base/errors';
import type { Viewer } from '@/server/policies/viewer';
import {
  addModeratorChanges,
  findProductEdit,
  type ProductVersion,
  upsertProductEdit,
} from '@/server/queries/edits/product-edits';
import { type LockedProduct, lockProduct, updateProduct } from '@/server/queries/products/product-rows';
import { listProductTagIds, withoutHiddenTags } from '@/server/queries/products/tags';
import { refreshSearchDocuments } from '@/server/queries/search/search-documents';
import { insertDeliveries } from '@/server/queries/webhooks';
import { requireStandingNow } from '@/server/commands/account/require-standing';
import { describeInPlace } from '@/server/commands/decisions/queue-entry';
import { prepareTexts, repeatEdit } from './edit-product';
import { applyVersion, changeVersion } from './versions';
import { requireSeen } from '@/server/commands/decisions/require-seen';
import { findTagIds } from '@/server/commands/submissions/submit-product';
import { text } from '@/lib/texts/texts';

type EditDeps = Pick<Deps, 'db' | 'env' | 'now' | 'resolveHost' | 'textWorkers'>;
type Subject = {
  id: string;
  seen: string;
};

/**
 * Changes what a product says in words, as a moderator. A pending product, or the pending edit of a listed one, keeps
 * its place in the queue; a listed product says it at once. Its submitter reads which parts were changed.
 *
 * @throws ApiError `not_found`; `conflict` when the product is neither listed nor in the queue, when somebody has
 *   changed it since, or when another product has the URL; `bad_request` when nothing changes.
 */
export async function editAsModerator(
  deps: EditDeps,
  viewer: Viewer,
  subject: Subject,
  changes: TextChanges,
): Promise<void> {
  const prepared = await prepareTexts(deps, viewer, subject.id, changes);
  await repeatEdit(deps, viewer, subject.id, prepared, () => editOnce(deps, viewer, subject, prepared));
}

type PreparedChanges = Awaited<ReturnType<typeof prepareTexts<TextChanges>>>;

async function editOnce(
  { db, env, now }: Pick<EditDeps, 'db' | 'env' | 'now'>,
  viewer: Viewer,
  { id, seen }: Subject,
  changes: PreparedChanges,
): Promise<void> {
  await db.transaction(async (tx) => {
    await requireStandingNow({ db: tx, now }, viewer, { access: 'moderator' });
    const product = requireChangeable(await lockProduct(tx, id));
    // One instant for the product and the log: by it, the next one learns who was first.
    const at = now();
    const deps = { db: tx, env, now: () => at };
    await requireSeen(deps, product, seen);
    const isPending = product.reviewStatus === 'pending';
    const pendingEdit = product.editStatus === 'pending' ? await findProductEdit(tx, id) : undefined;
    const before = pendingEdit ?? {
      ...product,
      tagIds: await listProductTagIds(tx, id),
      fieldValues: null,
    };
    const after = await change(tx, before, { ...changes, id });
    const changed = PRODUCT_PARTS.filter((part) =>
      part === 'tags' ? after.tagIds.join() !== before.tagIds.join() : after[part] !== before[part],
    );
    if (changed.length === 0)
      throw new ApiError('bad_request', text('edit.nothingChanged', "You haven't changed anything yet."));
    if (pendingEdit) {
      await upsertProductEdit(tx, id, after);
      await updateProduct(tx, id, { updatedAt: at });
    } else {
      await applyVersion(deps, product, after, { kind: 'edited', memberId: viewer.userId });
    }
    if (isPending) await describeInPlace(tx, id, after);
    else await insertDeliveries(tx, { event: 'product.changed', productId: id, now: at });
    if (product.submitterId !== viewer.userId) await addModeratorChanges(tx, id, changed);
    await refreshSearchDocuments(tx, env.fields, [id]);
    await logAction(tx, viewer, {
      action: isPending ? 'product.edit-pending' : 'product.edit',
      subject: { productId: id },
      details: { name: after.name, slug: product.slug, parts: changed.join(', ') },
      createdAt: at,
    });
  });
}

type Changeable = LockedProduct & { canonicalURL: string };

function requireChangeable(product: LockedProduct | undefined): Changeable {
  if (!product)
    throw new ApiError(
      'not_found',
      text('product.goneWithdrawn', 'This {noun} is gone. Its submitter may have withdrawn it.'),
    );
  const { canonicalURL, name, status } = product;
  const isChangeable = status === 'approved' || status === 'pending';
  if (!isChangeable || canonicalURL === null) {
    throw new ApiError(
      'conflict',
      text(
        'edit.neitherListedNorQueued',
        "{name} is neither listed nor in the queue, so it can't be edited.",
        { name },
      ),
    );
  }
  return { ...product, canonicalURL };
}

async function change(
  db: Deps['db'],
  before: ProductVersion,
  { id, tags, ...texts }: PreparedChanges & { id: string },
): Promise<ProductVersion> {
  const tagIds = tags && (await findTagIds(db, id, tags));
  const shownBefore = tags && (await withoutHiddenTags(db, before.tagIds));
  // Forms do not show hidden tags, so missing hidden tags are not a change.
  const isChanged = tagIds && tagIds.join() !== shownBefore?.join();
  return changeVersion(before, { ...texts, ...(isChanged && { tagIds }) });
}
