import type { SubmissionChanges } from '@/lib/contract/submission';
import type { ProductEvent } from '@/lib/contract/webhook';
import { requireUsableImage } from '@/server/commands/images/require-usable-image';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/base/errors';
import { requireStandingNow } from '@/server/commands/account/require-standing';
import { canEditProduct, type Viewer } from '@/server/policies/viewer';
import {
  deleteModeratorChanges,
  type ProductVersion,
  upsertProductEdit,
} from '@/server/queries/edits/product-edits';
import { isVerifiedOwner } from '@/server/queries/products/claims';
import { listProductValues } from '@/server/queries/products/product-values';
import { listProductTagIds } from '@/server/queries/products/tags';
import { type LockedProduct, lockProduct, updateProduct } from '@/server/queries/products/product-rows';
import { refreshSearchDocuments } from '@/server/queries/search/search-documents';
import { insertDeliveries } from '@/server/queries/webhooks';
import { retryConflicts } from '@/server/queries/write-conflict';
import { changeValues } from './values';
import { checkMove, findReplacedEdit, type Move, noteMove, requireShare } from './check-edit';
import { applyVersion, changeVersion, dropEdit } from './versions';
import { requireFilled, requireUnrefused } from '@/server/commands/submissions/check-rules';
import { describeQueueEntry } from '@/server/commands/decisions/queue-entry';
import { requireListableURL, requireExistingHost } from '@/server/commands/submissions/require-listable-url';
import { requireUnlistedURL } from '@/server/commands/submissions/duplicates';
import { findTagIds } from '@/server/commands/submissions/submit-product';
import { text } from '@/lib/texts/texts';

type EditDeps = Pick<Deps, 'db' | 'env' | 'fetchPage' | 'now' | 'resolveHost' | 'textWorkers'>;

/**
 * Changes one of the viewer's products. Safe to repeat.
 *
 * A product that is not public is pending afterwards, whatever was changed. The page of an approved product shows
 * another tagline, description, tags or values of declared fields at once. An edit that changes name, URL, icon or
 * screenshot waits for a moderator as a whole, and the approved version stays public until then.
 *
 * @throws ApiError `not_found` when the product is not the viewer's, `gone` when it was removed, `conflict` when it is
 *   discontinued or the edit of somebody else waits for a moderator, and as `submitProduct`; `forbidden` when the site's rules refuse the new link.
 */
export async function editProduct(
  deps: EditDeps,
  viewer: Viewer,
  id: string,
  changes: SubmissionChanges,
): Promise<void> {
  // Before anything tells which product has a link.
  await requireEditable(deps.db, viewer, id);
  const prepared = await prepareTexts(deps, viewer, id, changes);
  const move = changes.url === undefined ? undefined : await checkMove(deps, viewer, id, changes.url);
  await repeatEdit(deps, viewer, id, prepared, () => editOnce(deps, viewer, id, { ...prepared, move }));
}

type Prepared = Record<'canonicalURL' | 'descriptionHTML', string | undefined>;

/** What an edit needs before its transaction, because it takes long. @throws ApiError for a link that the product can't have. */
export async function prepareTexts<Changes extends Pick<SubmissionChanges, 'url' | 'description'>>(
  deps: Pick<EditDeps, 'db' | 'env' | 'now' | 'resolveHost' | 'textWorkers'>,
  viewer: Viewer,
  id: string,
  changes: Changes,
): Promise<Changes & Prepared> {
  const { url, description } = changes;
  return {
    ...changes,
    canonicalURL: url === undefined ? undefined : await requireOwnOrNewURL(deps, viewer, id, url),
    descriptionHTML:
      description === undefined
        ? undefined
        : await deps.textWorkers.renderMarkdown(description, viewer.userId),
  };
}

/** Runs an edit in a transaction, and again when another product takes the slug or URL of the edit during that transaction. */
export async function repeatEdit(
  deps: Pick<Deps, 'db' | 'env' | 'now'>,
  viewer: Viewer,
  id: string,
  { canonicalURL }: Prepared,
  edit: () => Promise<void>,
): Promise<void> {
  const editUnlisted = async () => {
    if (canonicalURL !== undefined) await requireUnlistedURL(deps, viewer, canonicalURL, id);
    await edit();
  };
  await retryConflicts(editUnlisted, ['slug', 'canonicalURL', 'editCanonicalURL']);
}

/**
 * The canonical URL of a link that a product may have. A listed site that has gone offline must not keep its submitter
 * from other changes.
 */
async function requireOwnOrNewURL(
  deps: Pick<Deps, 'db' | 'env' | 'now' | 'resolveHost'>,
  viewer: Viewer,
  id: string,
  url: string,
): Promise<string> {
  const canonicalURL = requireListableURL(deps, url);
  const isOwn = await requireUnlistedURL(deps, viewer, canonicalURL, id);
  if (!isOwn) await requireExistingHost(deps, url);
  return canonicalURL;
}

type PreparedChanges = SubmissionChanges & Prepared & { move: Move | undefined };

async function editOnce(
  { db, env, fetchPage, now }: Pick<EditDeps, 'db' | 'env' | 'fetchPage' | 'now'>,
  viewer: Viewer,
  id: string,
  {
    tags,
    iconURL,
    imageURL,
    screenshotURL = imageURL,
    fields = {},
    fieldsFromPage: fromPage,
    move,
    ...texts
  }: PreparedChanges,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { url } = texts;
    if (move && url !== undefined) {
      await requireShare({ db: tx, env, fetchPage, now }, viewer, { id, url, move });
    }
    await requireStandingNow({ db: tx, now }, viewer);
    const product = await requireEditable(tx, viewer, id);
    const replaced = await findReplacedEdit({ db: tx, siteNoun: env.siteNoun }, viewer, product);
    const before: ProductVersion = replaced ?? {
      ...product,
      tagIds: await listProductTagIds(tx, id),
      fieldValues: null,
    };
    const valuesBefore = before.fieldValues ?? (await listProductValues(tx, id));
    const chooseImage = (image: ChangedImage) => readImage({ db: tx, now }, viewer, image);
    const after = changeVersion(before, {
      ...texts,
      screenshotId: await chooseImage({
        latestId: before.screenshotId,
        publishedId: product.screenshotId,
        field: 'screenshotURL',
        url: screenshotURL,
      }),
      iconId: await chooseImage({
        latestId: before.iconId,
        publishedId: product.iconId,
        field: 'iconURL',
        url: iconURL,
      }),
      tagIds: tags && (await findTagIds(tx, id, tags)),
      editorId: product.submitterId === viewer.userId ? null : viewer.userId,
      fieldValues: changeValues(env.fields, valuesBefore, fields, {
        source: 'submitter',
        fromPage,
        checkedAt: now(),
      }),
    });
    const isApproved = product.status === 'approved';
    const images = { hasIcon: after.iconId !== null, hasScreenshot: after.screenshotId !== null };
    requireUnrefused(env.rules, { ...after, ...images });
    if (!isApproved) requireFilled(env.rules, { ...after, ...images });
    await deleteModeratorChanges(tx, id);
    if (move) await noteMove({ db: tx, now }, id, move);
    const announce = (event: ProductEvent) => insertDeliveries(tx, { event, productId: id, now: now() });
    const needsReview =
      after.name !== product.name ||
      after.url !== product.url ||
      after.iconId !== product.iconId ||
      after.screenshotId !== product.screenshotId;
    if (isApproved && needsReview) {
      if (!replaced) await dropEdit({ db: tx, env, now }, product, viewer.userId);
      await upsertProductEdit(tx, id, after);
      await updateProduct(tx, id, { editStatus: 'pending', updatedAt: now() });
      if (product.editStatus !== 'pending') await announce('product.submitted');
      await describeQueueEntry({ db: tx, now }, id, after);
      return;
    }
    await applyVersion({ db: tx, env, now }, product, after, { kind: 'edited', memberId: viewer.userId });
    if (!isApproved) {
      await updateProduct(tx, id, { status: 'pending', rejectionReason: null, updatedAt: now() });
      await describeQueueEntry({ db: tx, now }, id, after);
    }
    await refreshSearchDocuments(tx, env.fields, [id]);
    if (isApproved) await announce('product.changed');
    else if (product.status !== 'pending') await announce('product.submitted');
  });
}

async function requireEditable(
  db: Deps['db'],
  viewer: Viewer,
  id: string,
): Promise<LockedProduct & { canonicalURL: string }> {
  const product = await lockProduct(db, id);
  const isEditable =
    product && (canEditProduct(viewer, product) || (await isVerifiedOwner(db, viewer, product)));
  if (!isEditable) {
    throw new ApiError('not_found', text('product.notYours', "You don't have this {noun}."));
  }
  const { status, canonicalURL } = product;
  if (status === 'removed' || canonicalURL === null)
    throw new ApiError('gone', text('product.removed', 'This {noun} was removed.'));
  if (status === 'discontinued') {
    throw new ApiError(
      'conflict',
      text('edit.discontinued', 'This {noun} is discontinued. Ask a moderator to list it again first.'),
    );
  }
  return { ...product, canonicalURL };
}

type ChangedImage = {
  latestId: string | null;
  publishedId: string | null;
  field: 'iconURL' | 'screenshotURL';
  /** Undefined keeps the latest image. */
  url: string | null | undefined;
};

/** The image after the edit. The images of the latest and of the published version may stay, however old they are. */
async function readImage(
  deps: Pick<Deps, 'db' | 'now'>,
  viewer: Viewer,
  { latestId, publishedId, field, url }: ChangedImage,
): Promise<string | null> {
  if (url === undefined) return latestId;
  return requireUsableImage(deps, viewer, { field, url, existingIds: [latestId, publishedId] });
}
