import type { SubmissionChanges } from '@/lib/contract/submission';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/errors';
import { canEditProduct } from '@/server/policies/product';
import type { Viewer } from '@/server/policies/viewer';
import { insertProductSlug } from '@/server/queries/products/product-slugs';
import { replaceProductTags, updateTagCountsOfProduct } from '@/server/queries/products/product-tags';
import { refreshSearchDocuments } from '@/server/queries/search/search-documents';
import {
  lockProduct,
  type LockedProduct,
  type ProductChanges,
  updateProduct,
} from '@/server/queries/products/submissions';
import { retryConflicts } from '@/server/queries/write-conflict';
import { requireListableURL } from '@/server/web/listable-url';
import { renderMarkdown } from '@/server/text/markdown';
import { requireUnlistedURL } from './require-unlisted-url';
import { requireUsableImage } from '@/server/commands/images/require-usable-image';
import { chooseSlug, findTagIds } from './submit-product';

type EditDeps = Pick<Deps, 'responseCache' | 'db' | 'env' | 'now'>;

/**
 * Changes one of the viewer's products; safe to repeat.
 *
 * A rejected product is pending again whatever was changed. An approved one stays public while only tagline,
 * description and tags change; with another name, address or picture it waits for a moderator like a new one, and
 * is not shown until then: nothing is ever public that no moderator has seen.
 *
 * @throws ApiError `not_found` when it is not the viewer's, `gone` when it was removed, and as `submitProduct`.
 */
export async function editProduct(
  deps: EditDeps,
  viewer: Viewer,
  id: string,
  changes: SubmissionChanges,
): Promise<void> {
  const canonicalURL = changes.url === undefined ? undefined : requireListableURL(changes.url);
  const edit = async () => {
    if (canonicalURL !== undefined) await requireUnlistedURL(deps, viewer, canonicalURL, id);
    await editOnce(deps, viewer, id, { ...changes, canonicalURL });
  };
  await retryConflicts(edit, ['slug', 'canonicalURL']);
  deps.responseCache.clear();
}

async function editOnce(
  { db, env, now }: EditDeps,
  viewer: Viewer,
  id: string,
  { tags, imageURL, ...texts }: SubmissionChanges & { canonicalURL: string | undefined },
): Promise<void> {
  await db.transaction(async (tx) => {
    const before = await requireEditable(tx, viewer, id, env.siteNoun);
    const after = {
      name: texts.name ?? before.name,
      tagline: texts.tagline ?? before.tagline,
      description: texts.description ?? before.description,
      url: texts.url ?? before.url,
      canonicalURL: texts.canonicalURL ?? before.canonicalURL,
    };
    const imageId = await readImage({ db: tx, now }, viewer, before, imageURL);
    const slug = after.name === before.name ? before.slug : await chooseSlug(tx, after, id);
    const isSeenAnew = after.name !== before.name || after.url !== before.url || imageId !== before.imageId;
    const isWaiting = before.status !== 'approved' || isSeenAnew;
    const changes: ProductChanges = {
      ...after,
      slug,
      descriptionHTML: renderMarkdown(after.description),
      imageId,
      updatedAt: now(),
      ...(isWaiting && { status: 'pending' as const, rejectionReason: null }),
    };
    if (slug !== before.slug) await insertProductSlug(tx, { slug, productId: id, createdAt: now() });
    if (tags) await replaceProductTags(tx, id, await findTagIds(tx, tags));
    await updateProduct(tx, id, changes);
    if (isWaiting && before.status === 'approved') await updateTagCountsOfProduct(tx, id, -1);
    await refreshSearchDocuments(tx, [id]);
  });
}

async function requireEditable(
  db: Deps['db'],
  viewer: Viewer,
  id: string,
  noun: string,
): Promise<LockedProduct> {
  const product = await lockProduct(db, id);
  if (!product || !canEditProduct(viewer, product)) {
    throw new ApiError('not_found', `You have no such ${noun}.`);
  }
  if (product.status === 'removed') throw new ApiError('gone', `This ${noun} was removed.`);
  return product;
}

/** The picture after the edit: the present one stays, even if it could not be chosen anew. */
async function readImage(
  deps: Pick<Deps, 'db' | 'now'>,
  viewer: Viewer,
  { imageId }: LockedProduct,
  imageURL: string | null | undefined,
): Promise<string | null> {
  if (imageURL === undefined) return imageId;
  return imageURL === null ? null : requireUsableImage(deps, viewer, imageURL, imageId);
}
