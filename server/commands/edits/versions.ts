import { PRODUCT_CONTENT } from '@/lib/contract/product';
import { mailClosedAppeal } from '@/server/commands/account/close-appeals';
import { mailDroppedEdit } from '@/server/commands/decisions/mail-decision';
import { updateTerms } from '@/server/commands/products/update-terms';
import { releaseWithdrawn, requireUnlistedURL } from '@/server/commands/submissions/duplicates';
import { chooseSlug, findTagIds } from '@/server/commands/submissions/submit-product';
import type { Deps } from '@/server/deps';
import { closeAppealsAbout, listAnswersToLast } from '@/server/queries/account/appeals';
import {
  deleteProductEdit,
  findProductEdit,
  isEditRejected,
  type ProductVersion,
} from '@/server/queries/edits/product-edits';
import {
  findVersion,
  insertFirstVersions,
  insertVersions,
  type VersionChange,
} from '@/server/queries/edits/product-versions';
import {
  deleteProductSlug,
  insertProductSlug,
  type LockedProduct,
  updateProduct,
} from '@/server/queries/products/product-rows';
import { replaceProductValues } from '@/server/queries/products/product-values';
import { listProductTagIds, replaceProductTags } from '@/server/queries/products/tags';
import { findBrand } from '@/server/tiles/brands';
import { ApiError } from '@/server/base/errors';
import { pick } from '@/server/base/pick';
import type { Viewer } from '@/server/policies/viewer';
import { canonicalURL } from '@/server/web/canonical-url';
import { moderateProduct } from '@/server/commands/products/moderate-product';
import { text } from '@/lib/texts/texts';

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
  const reason = text(
    'appeal.editDropped',
    '{name} has changed since, so your rejected edit of it is gone.',
    {
      name,
    },
  );
  const decision = { outcome: 'upheld' as const, reply: reason, judgeId: null, decidedAt: now() };
  const closed = await closeAppealsAbout(db, id, decision);
  for (const { userId } of closed) if (userId !== droppedBy) await mailClosedAppeal(deps, { userId, reason });
  const isTold = authorId === droppedBy || closed.some(({ userId }) => userId === authorId);
  if (authorId !== null && !isTold) await mailDroppedEdit(deps, authorId, name);
}

const VERSION_PARTS = [
  ...PRODUCT_CONTENT,
  ...(['canonicalURL', 'screenshotId', 'iconId', 'tagIds', 'fieldValues', 'editorId'] as const),
];
type VersionChanges = { [Part in keyof ProductVersion]?: ProductVersion[Part] | undefined };

/** A version in which these parts are others. A part that is absent or undefined stays; null is the choice of none. */
export function changeVersion(before: ProductVersion, changes: VersionChanges): ProductVersion {
  return { editorId: null, ...pick(before, VERSION_PARTS), ...pick(changes, VERSION_PARTS) };
}

/**
 * Makes a version the product's own, in place of the edit that it may have, and notes it. The product is locked. A
 * rejected edit whose appeal waits for a moderator stays rejected, unless its author makes the version.
 */
export async function applyVersion(
  { db, env, now }: Pick<Deps, 'db' | 'env' | 'now'>,
  {
    id,
    name,
    url,
    slug: presentSlug,
    submitterId,
    approvedAt,
  }: Pick<LockedProduct, 'id' | 'name' | 'url' | 'slug' | 'submitterId' | 'approvedAt'>,
  { tagIds, fieldValues, editorId: _, ...version }: ProductVersion,
  change: Omit<VersionChange, 'at'>,
): Promise<void> {
  await insertFirstVersions(db, [id]);
  const slug = version.name === name ? presentSlug : await chooseSlug(db, version, id);
  if (slug !== presentSlug) {
    await insertProductSlug(db, { slug, productId: id, createdAt: now() });
    // A name that was never public leads nowhere.
    if (approvedAt === null) await deleteProductSlug(db, { slug: presentSlug, productId: id });
  }
  await releaseWithdrawn({ db, now }, version.canonicalURL);
  const keepsEdit =
    change.kind !== 'approved' && (await isAppealedByOther(db, { id, submitterId }, change.memberId));
  if (!keepsEdit) await dropEdit({ db, env, now }, { id, name, submitterId }, change.memberId);
  await replaceProductTags(db, id, tagIds);
  if (fieldValues) {
    await replaceProductValues(db, id, fieldValues);
    await updateTerms(db, env.fields, [id]);
  }
  await updateProduct(db, id, {
    ...version,
    slug,
    brandSlug: (await findBrand(version)) ?? null,
    ...(version.url !== url && { iconCheckAt: now() }),
    editStatus: keepsEdit ? 'rejected' : null,
    updatedAt: now(),
  });
  await insertVersions(db, [id], { ...change, at: now() });
}

/** Tells whether the locked product has a rejected edit of another member whose appeal waits for a moderator. */
export async function isAppealedByOther(
  db: Deps['db'],
  { id, submitterId }: Pick<LockedProduct, 'id' | 'submitterId'>,
  memberId: string | null,
): Promise<boolean> {
  const edit = await findProductEdit(db, id);
  if (!edit || (edit.editorId ?? submitterId) === memberId) return false;
  const answer = (await listAnswersToLast(db, [id])).get(id);
  return answer?.decidedAt === null && (await isEditRejected(db, id));
}

/**
 * Makes a listed product say again what an earlier version said. Its images stay, and a rejected edit is dropped unless
 * its appeal waits.
 *
 * @returns the id of the product.
 * @throws ApiError `not_found`; `conflict` when the product is not listed, has an edit in the queue, or another product
 *   has the URL now.
 */
export async function revertProduct(
  deps: Pick<Deps, 'db' | 'env' | 'now' | 'textWorkers'>,
  viewer: Viewer,
  versionId: string,
): Promise<string> {
  const version = await findVersion(deps.db, versionId);
  if (!version) throw new ApiError('not_found', text('version.gone', 'This version no longer exists.'));
  const { productId, name, tagline, description, url, tags, fieldValues } = version;
  const descriptionHTML = await deps.textWorkers.renderMarkdown(description, viewer.userId);
  const canonical = canonicalURL(url);
  if (canonical === null)
    throw new ApiError(
      'conflict',
      text('version.linkUnusable', "The version's link can't be used any more."),
    );
  await moderateProduct(deps, viewer, productId, {
    action: 'product.revert',
    async apply(db, product) {
      if (product.status !== 'approved') {
        throw new ApiError(
          'conflict',
          text('version.notListed', "{name} isn't listed, so it can't be changed back.", {
            name: product.name,
          }),
        );
      }
      if (product.editStatus === 'pending') {
        throw new ApiError(
          'conflict',
          text('product.editWaits', '{name} has an edit in the queue. Decide on that first.', {
            name: product.name,
          }),
        );
      }
      await requireUnlistedURL({ ...deps, db }, viewer, canonical, productId);
      await applyVersion(
        { ...deps, db },
        product,
        changeVersion(
          {
            ...{ ...product, canonicalURL: canonical, fieldValues },
            tagIds:
              tags.length > 0
                ? await findTagIds(db, productId, tags)
                : await listProductTagIds(db, productId),
          },
          { name, tagline, description, descriptionHTML, url },
        ),
        { kind: 'reverted', memberId: viewer.userId },
      );
      return { version: versionId };
    },
  });
  return productId;
}
