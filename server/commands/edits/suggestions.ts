import { changedTexts, type ProductTexts, type TextChanges } from '@/lib/contract/editing';
import { listParts, PRODUCT_PARTS } from '@/lib/contract/plain/product-parts';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/base/errors';
import { canEditProduct, type Viewer } from '@/server/policies/viewer';
import { findTexts } from '@/server/queries/edits/product-edits';
import { type LockedProduct, lockProduct } from '@/server/queries/products/product-rows';
import {
  findSuggestion,
  insertSuggestion,
  lockSuggestion,
  updateSuggestion,
} from '@/server/queries/edits/suggestions';
import { requireUnrefused } from '@/server/commands/submissions/check-rules';
import { requireListableURL } from '@/server/commands/submissions/require-listable-url';
import { requireSeen } from '@/server/commands/decisions/require-seen';
import { requireUnlistedURL } from '@/server/commands/submissions/duplicates';
import { listProductTagIds } from '@/server/queries/products/tags';
import { refreshSearchDocuments } from '@/server/queries/search/search-documents';
import { insertDeliveries } from '@/server/queries/webhooks';
import { applyVersion, changeVersion } from './versions';
import { findTagIds } from '@/server/commands/submissions/submit-product';
import { text } from '@/lib/texts/texts';

type SuggestDeps = Pick<Deps, 'db' | 'env' | 'now'>;
type Suggested = {
  id: string;
  /** When the version was made that the form started from. */
  seen: string;
  changes: TextChanges;
  comment: string;
};

/**
 * Suggests changes of a listed product, for a moderator to decide.
 *
 * @returns the id of the suggestion.
 * @throws ApiError `not_found` when the product is not listed; `bad_request` when nothing changes, for a URL that cannot
 *   be listed and for what the site's rules refuse; `conflict` when the product is the viewer's own or has changed since,
 *   when another product has the URL, or an earlier suggestion is open.
 */
export async function suggestEdit(
  deps: SuggestDeps,
  viewer: Viewer,
  { id, seen, changes, comment }: Suggested,
): Promise<string> {
  const { db, env, now } = deps;
  return db.transaction(async (tx) => {
    const product = await lockProduct(tx, id);
    const found = await findTexts(tx, id);
    if (!product || !found)
      throw new ApiError('not_found', text('product.notListed', "This {noun} isn't listed."));
    if (canEditProduct(viewer, product)) {
      throw new ApiError(
        'conflict',
        text('suggestion.ownProduct', '{name} is your own: edit it on your dashboard.', {
          name: product.name,
        }),
      );
    }
    await requireSeen({ db: tx, now }, product, seen);
    const after = changedTexts(found.texts, { ...found.texts, ...changes });
    if (Object.keys(after).length === 0) {
      throw new ApiError('bad_request', text('edit.nothingChanged', "You haven't changed anything yet."));
    }
    if (after.url !== undefined) {
      const canonicalURL = requireListableURL(deps, after.url);
      // Other members must not learn to which link the owner's waiting edit moves the product.
      const isPresent = canonicalURL === product.canonicalURL;
      await requireUnlistedURL({ ...deps, db: tx }, viewer, canonicalURL, isPresent ? id : undefined);
    }
    requireUnrefused(env.rules, { ...found.texts, ...after, hasIcon: true, hasScreenshot: true });
    const suggestionId = await insertSuggestion(tx, {
      ...{ productId: id, memberId: viewer.userId, before: partsOf(found.texts, after), after },
      ...{ basedOn: found.updatedAt, comment: comment === '' ? null : comment, createdAt: now() },
    });
    if (suggestionId !== undefined) return suggestionId;
    throw new ApiError(
      'conflict',
      text(
        'suggestion.earlierOpen',
        'Your earlier suggestion for {name} is still open. Withdraw it on your dashboard to send another one.',
        { name: product.name },
      ),
    );
  });
}

/** The parts of what a product says that `changes` names. */
function partsOf(texts: ProductTexts, changes: TextChanges): Partial<ProductTexts> {
  return Object.fromEntries(
    PRODUCT_PARTS.filter((part) => changes[part] !== undefined).map((part) => [part, texts[part]]),
  );
}

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
    throw new ApiError('not_found', text('suggestion.gone', 'This suggestion no longer exists.'));
  }
  if (suggestion.status !== 'open') {
    throw new ApiError(
      'conflict',
      text(
        'suggestion.alreadyDecided',
        '{status, select, accepted {This suggestion was already accepted.} rejected {This suggestion was already rejected.} other {This suggestion was already closed.}}',
        { status: suggestion.status },
      ),
    );
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
  if (!found || canonicalURL === null)
    throw new ApiError(
      'conflict',
      text('suggestion.productNotListed', "{name} isn't listed any more.", { name }),
    );
  if (editStatus === 'pending') {
    throw new ApiError(
      'conflict',
      text('suggestion.editWaits', '{name} has an edit in the queue, which has to be decided first.', {
        name,
      }),
    );
  }
  requireUnchanged(name, found.texts, suggestion.before);
  return { texts: found.texts, canonicalURL };
}

/** The new version names the member who made it. @throws ApiError as `requireApplicable`, and `conflict` when another product has the URL. */
export async function applySuggestion(
  deps: ApplyDeps,
  viewer: Viewer,
  locked: LockedSuggestion,
  { descriptionHTML, isByMembers }: { descriptionHTML: string | undefined; isByMembers: boolean },
): Promise<void> {
  const { db, env, now } = deps;
  const { product, suggestion } = locked;
  const { id } = product;
  const present = await requireApplicable(deps, locked);
  const { url, tags, ...words } = suggestion.after;
  const canonicalURL = url === undefined ? present.canonicalURL : requireListableURL(deps, url);
  if (url !== undefined) await requireUnlistedURL(deps, viewer, canonicalURL, id);
  await applyVersion(
    deps,
    product,
    changeVersion(
      {
        ...{ ...product, canonicalURL, fieldValues: null },
        tagIds: tags ? await findTagIds(db, id, tags) : await listProductTagIds(db, id),
      },
      { ...words, url, descriptionHTML },
    ),
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
  const values = { parts: listParts(parts), name };
  throw new ApiError(
    'conflict',
    parts.length > 1 || parts[0] === 'tags'
      ? text(
          'suggestion.partsChanged',
          'The {parts} of {name} have changed since this was suggested.' /* a list such as “tagline and tags”; may follow a colon */,
          values,
        )
      : text(
          'suggestion.partChanged',
          'The {parts} of {name} has changed since this was suggested.' /* a part such as “tagline”; may follow a colon */,
          values,
        ),
  );
}
