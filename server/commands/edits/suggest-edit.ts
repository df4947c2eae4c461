import { changedTexts, type ProductTexts, type TextChanges } from '@/lib/contract/editing';
import { PRODUCT_PARTS } from '@/lib/contract/plain/product-parts';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/base/errors';
import { canEditProduct, type Viewer } from '@/server/policies/viewer';
import { findTexts } from '@/server/queries/edits/product-texts';
import { lockProduct } from '@/server/queries/products/product-rows';
import { insertSuggestion } from '@/server/queries/edits/suggestions';
import { requireUnrefused } from '@/server/commands/submissions/check-rules';
import { requireListableURL } from '@/server/commands/submissions/require-listable-url';
import { requireSeen } from '@/server/commands/decisions/require-seen';
import { requireUnlistedURL } from '@/server/commands/submissions/require-unlisted-url';

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
    if (!product || !found) throw new ApiError('not_found', `This ${env.siteNoun} isn't listed.`);
    if (canEditProduct(viewer, product)) {
      throw new ApiError('conflict', `${product.name} is your own: edit it on your dashboard.`);
    }
    await requireSeen({ db: tx, now }, product, seen);
    const after = changedTexts(found.texts, { ...found.texts, ...changes });
    if (Object.keys(after).length === 0) {
      throw new ApiError('bad_request', "You haven't changed anything yet.");
    }
    if (after.url !== undefined) {
      const canonicalURL = requireListableURL(deps, after.url);
      await requireUnlistedURL({ ...deps, db: tx }, viewer, canonicalURL, id);
    }
    requireUnrefused(env.rules, { ...found.texts, ...after, hasIcon: true, hasScreenshot: true });
    const suggestionId = await insertSuggestion(tx, {
      ...{ productId: id, memberId: viewer.userId, before: partsOf(found.texts, after), after },
      ...{ basedOn: found.updatedAt, comment: comment === '' ? null : comment, createdAt: now() },
    });
    if (suggestionId !== undefined) return suggestionId;
    throw new ApiError(
      'conflict',
      `Your earlier suggestion for ${product.name} is still open. Withdraw it on your dashboard to send another one.`,
    );
  });
}

/** The parts of what a product says that `changes` names. */
function partsOf(texts: ProductTexts, changes: TextChanges): Partial<ProductTexts> {
  return Object.fromEntries(
    PRODUCT_PARTS.filter((part) => changes[part] !== undefined).map((part) => [part, texts[part]]),
  );
}
