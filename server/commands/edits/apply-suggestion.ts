import { changedTexts, type ProductTexts } from '@/lib/contract/editing';
import { listParts, PRODUCT_PARTS } from '@/lib/contract/plain/product-parts';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/base/errors';
import type { Viewer } from '@/server/policies/viewer';
import { findTexts } from '@/server/queries/edits/product-texts';
import { lockProduct, type LockedProduct } from '@/server/queries/products/product-rows';
import { findSuggestion, lockSuggestion, updateSuggestion } from '@/server/queries/edits/suggestions';
import { listProductTagIds } from '@/server/queries/products/tags';
import { refreshSearchDocuments } from '@/server/queries/search/search-documents';
import { insertDeliveries } from '@/server/queries/webhooks';
import { applyVersion } from './apply-version';
import { requireListableURL } from '@/server/commands/submissions/require-listable-url';
import { requireUnlistedURL } from '@/server/commands/submissions/require-unlisted-url';
import { findTagIds } from '@/server/commands/submissions/submit-product';

type ApplyDeps = Pick<Deps, 'db' | 'env' | 'now'>;
export type LockedSuggestion = {
  suggestion: NonNullable<Awaited<ReturnType<typeof lockSuggestion>>>;
  product: LockedProduct;
};

/** The suggested description as HTML. Undefined when the suggestion does not change the description. */
export async function renderSuggested(
  { db, textWorkers }: Pick<Deps, 'db' | 'textWorkers'>,
  viewer: Pick<Viewer, 'userId'>,
  id: string,
): Promise<string | undefined> {
  const description = (await findSuggestion(db, id))?.after.description;
  return description === undefined ? undefined : textWorkers.renderMarkdown(description, viewer.userId);
}

/**
 * @param isForMember whether the suggestion may be that of another member, who alone reads that it was not accepted.
 * @throws ApiError `not_found`; `conflict` when it was decided already.
 */
export async function lockOpenSuggestion(
  { db }: Pick<Deps, 'db'>,
  id: string,
  { isForMember = false } = {},
): Promise<LockedSuggestion> {
  const found = await findSuggestion(db, id);
  // Lock order: products before suggestions, as when a product leaves the lists.
  const product = found && (await lockProduct(db, found.productId));
  const suggestion = product && (await lockSuggestion(db, id));
  const isPublic = suggestion?.status === 'open' || suggestion?.status === 'accepted';
  if (!suggestion || (isForMember && !isPublic)) {
    throw new ApiError('not_found', 'This suggestion no longer exists.');
  }
  if (suggestion.status !== 'open') {
    throw new ApiError('conflict', `This suggestion was already ${suggestion.status}.`);
  }
  return { product, suggestion };
}

/**
 * Checks that a locked suggestion still fits the product.
 *
 * @returns the suggested contents of the product, and its canonical URL.
 * @throws ApiError `conflict` that says why the suggestion does not fit.
 */
export async function requireApplicable(
  { db }: Pick<Deps, 'db'>,
  { product, suggestion }: LockedSuggestion,
): Promise<{ texts: ProductTexts; canonicalURL: string }> {
  const { id, name, canonicalURL, editStatus } = product;
  const found = await findTexts(db, id);
  if (!found || canonicalURL === null) throw new ApiError('conflict', `${name} isn't listed any more.`);
  if (editStatus === 'pending') {
    throw new ApiError('conflict', `${name} has an edit in the queue, which has to be decided first.`);
  }
  requireUnchanged(name, found.texts, suggestion.before);
  return { texts: found.texts, canonicalURL };
}

/**
 * Applies a locked suggestion to its product and marks it as accepted. The new version names the member who made it.
 *
 * @throws ApiError as `requireApplicable`, and `conflict` when another product has the URL.
 */
export async function applySuggestion(
  deps: ApplyDeps,
  viewer: Viewer,
  locked: LockedSuggestion,
  { descriptionHTML, isByMembers }: { descriptionHTML: string | undefined; isByMembers: boolean },
): Promise<void> {
  const { db, env, now } = deps;
  const { product, suggestion } = locked;
  const { id, name } = product;
  const present = await requireApplicable(deps, locked);
  const { url, tags, ...words } = suggestion.after;
  const canonicalURL = url === undefined ? present.canonicalURL : requireListableURL(deps, url);
  if (url !== undefined) await requireUnlistedURL(deps, viewer, canonicalURL, id);
  await applyVersion(
    deps,
    product,
    {
      name: words.name ?? name,
      tagline: words.tagline ?? product.tagline,
      description: words.description ?? product.description,
      descriptionHTML: descriptionHTML ?? product.descriptionHTML,
      url: url ?? product.url,
      canonicalURL,
      screenshotId: product.screenshotId,
      iconId: product.iconId,
      tagIds: tags ? await findTagIds(db, tags) : await listProductTagIds(db, id),
      fieldValues: null,
    },
    { kind: 'edited', memberId: suggestion.memberId },
  );
  await refreshSearchDocuments(db, env.fields, [id]);
  await insertDeliveries(db, { event: 'product.changed', productId: id, now: now() });
  await updateSuggestion(db, suggestion.id, {
    ...{ status: 'accepted', rejectionReason: null, decidedAt: now(), isAcceptedByMembers: isByMembers },
  });
}

function requireUnchanged(name: string, texts: ProductTexts, before: Partial<ProductTexts>): void {
  const changed = changedTexts({ ...texts, ...before }, texts);
  const parts = PRODUCT_PARTS.filter((part) => part in changed);
  if (parts.length === 0) return;
  const verb = parts.length > 1 || parts[0] === 'tags' ? 'have' : 'has';
  throw new ApiError(
    'conflict',
    `The ${listParts(parts)} of ${name} ${verb} changed since this was suggested.`,
  );
}
