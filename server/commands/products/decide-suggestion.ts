import { changedTexts, type ProductTexts } from '@/lib/contract/editing';
import { listParts, PRODUCT_PARTS } from '@/lib/contract/plain/product-parts';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/errors';
import type { Viewer } from '@/server/policies/viewer';
import { findUser } from '@/server/queries/account/users';
import { insertAuditEntry } from '@/server/queries/audit-entries';
import { findTexts } from '@/server/queries/products/product-texts';
import { lockProduct, type LockedProduct } from '@/server/queries/products/submissions';
import { findSuggestion, lockSuggestion, updateSuggestion } from '@/server/queries/products/suggestions';
import { listProductTagIds } from '@/server/queries/products/tags';
import { refreshSearchDocuments } from '@/server/queries/search/search-documents';
import { insertDeliveries } from '@/server/queries/webhooks';
import { retryConflicts } from '@/server/queries/write-conflict';
import { applyVersion } from './edit-product';
import { mailSuggestion } from './mail-suggestion';
import { requireListableURL } from './require-listable-url';
import { requireUnlistedURL } from './require-unlisted-url';
import { findTagIds } from './submit-product';

type DecisionDeps = Pick<Deps, 'db' | 'env' | 'now' | 'textWorkers'>;
type LockedSuggestion = NonNullable<Awaited<ReturnType<typeof lockSuggestion>>>;
type Locked = { suggestion: LockedSuggestion; product: LockedProduct };

/**
 * Makes a product say what a member has suggested. The version is the member's. Exactly one decision counts.
 *
 * @throws ApiError `not_found`; `conflict` when it was decided already, when a part that it changes has changed since,
 *   when an edit of the product is in the queue, or when another product has the URL.
 */
export async function acceptSuggestion(deps: DecisionDeps, viewer: Viewer, id: string): Promise<void> {
  const suggested = await findSuggestion(deps.db, id);
  const description = suggested?.after.description;
  const descriptionHTML =
    description === undefined ? undefined : await deps.textWorkers.renderMarkdown(description, viewer.userId);
  const accept = () =>
    deps.db.transaction(async (tx) => {
      const at = deps.now();
      const txDeps = { ...deps, db: tx, now: () => at };
      const locked = await lockOpen(txDeps, id);
      await applySuggestion(txDeps, viewer, locked, descriptionHTML);
      await updateSuggestion(tx, id, { status: 'accepted', rejectionReason: null, decidedAt: at });
      const entryId = await log(txDeps, viewer, locked, { action: 'suggestion.accept' });
      await mailSuggestion(txDeps, locked, { entryId });
    });
  await retryConflicts(accept, ['slug', 'canonicalURL']);
}

/** @throws ApiError `not_found`; `conflict` when it was decided already. */
export async function rejectSuggestion(
  deps: DecisionDeps,
  viewer: Viewer,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  await retryConflicts(() =>
    deps.db.transaction(async (tx) => {
      const at = deps.now();
      const txDeps = { ...deps, db: tx, now: () => at };
      const locked = await lockOpen(txDeps, id);
      await updateSuggestion(tx, id, { status: 'rejected', rejectionReason: reason, decidedAt: at });
      const entryId = await log(txDeps, viewer, locked, { action: 'suggestion.reject', reason });
      await mailSuggestion(txDeps, locked, { entryId, reason });
    }),
  );
}

async function lockOpen({ db }: Pick<DecisionDeps, 'db'>, id: string): Promise<Locked> {
  const found = await findSuggestion(db, id);
  // Lock order: products before suggestions, as when a product leaves the lists.
  const product = found && (await lockProduct(db, found.productId));
  const suggestion = product && (await lockSuggestion(db, id));
  if (!suggestion) throw new ApiError('not_found', 'This suggestion no longer exists.');
  if (suggestion.status !== 'open') {
    throw new ApiError('conflict', `This suggestion was already ${suggestion.status}.`);
  }
  return { product, suggestion };
}

async function applySuggestion(
  deps: DecisionDeps,
  viewer: Pick<Viewer, 'userId'>,
  { product, suggestion }: Locked,
  descriptionHTML: string | undefined,
): Promise<void> {
  const { db, env, now } = deps;
  const { id, name } = product;
  const found = await findTexts(db, id);
  if (!found || product.canonicalURL === null)
    throw new ApiError('conflict', `${name} isn't listed any more.`);
  if (product.editStatus === 'pending') {
    throw new ApiError('conflict', `${name} has an edit in the queue. Decide on that first.`);
  }
  requireUnchanged(name, found.texts, suggestion.before);
  const { url, tags, ...words } = suggestion.after;
  const canonicalURL = url === undefined ? product.canonicalURL : requireListableURL(deps, url);
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

async function log(
  { db, now }: Pick<DecisionDeps, 'db' | 'now'>,
  viewer: Viewer,
  { product, suggestion }: Locked,
  { action, reason }: { action: 'suggestion.accept' | 'suggestion.reject'; reason?: string },
): Promise<string> {
  const actor = await findUser(db, viewer.userId);
  if (!actor) throw new ApiError('unauthenticated', 'Your account is gone.');
  return insertAuditEntry(db, {
    ...{ actorId: actor.id, actorHandle: actor.handle, action },
    ...{ subjectKind: 'product', subjectId: product.id, createdAt: now() },
    details: {
      ...{ name: product.name, slug: product.slug, parts: Object.keys(suggestion.after).join(', ') },
      ...(reason !== undefined && { reason }),
    },
  });
}
