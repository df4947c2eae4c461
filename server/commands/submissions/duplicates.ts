import type { ProductPreview } from '@/lib/contract/product-preview';
import type { ProductReference } from '@/lib/contract/product-reference';
import { SUBMISSION_LIMITS } from '@/lib/contract/submission';
import { withScheme } from '@/lib/contract/submission-fields';
import type { Deps } from '@/server/deps';
import { canOpenProduct, type Viewer } from '@/server/policies/viewer';
import { presentProductReference } from '@/server/presenters/product';
import {
  findProductByCanonicalURL,
  findProductBySlug,
  listApprovedProductsById,
  type ProductAtURL,
} from '@/server/queries/products/products';
import { canonicalURL } from '@/server/web/canonical-url';
import { search } from '@/server/search/search';
import { editCost, editsMax } from '@/server/text/edit-distance';
import { nameKey } from '@/server/search/search-text';
import { HOUR_MS } from '@/lib/contract/plain/durations';
import { ApiError } from '@/server/base/errors';
import { releaseWithdrawnURL } from '@/server/queries/products/product-rows';
import { say, type Text, text } from '@/lib/texts/texts';

type FindDeps = Pick<Deps, 'db' | 'env' | 'vocabulary'>;

const matchesMax = 30;
/** Minimum length, in letters, of a name that counts as similar because another name starts with it. */
const beginningUnitsMin = 4;

type Duplicate = Pick<ProductPreview, 'duplicateOf' | 'takenMessage'>;

/** What has this URL in any spelling: a product, or one of which the viewer may know no more. Empty for text that is not a URL yet. */
export async function findDuplicate(
  deps: Pick<Deps, 'db' | 'env' | 'now'>,
  viewer: Viewer,
  url: string,
): Promise<Duplicate> {
  const canonical = canonicalURL(withScheme(url.trim()));
  const found = canonical === null ? undefined : await findAtURL(deps, viewer, { canonicalURL: canonical });
  if (!found) return {};
  return found.product ? { duplicateOf: found.product } : { takenMessage: say(found.message) };
}

export async function findSimilar(
  { db, env, vocabulary }: FindDeps,
  viewer: Viewer,
  name: string,
): Promise<ProductReference[]> {
  if (name.trim().length < 2) return [];
  const { hits } = await search(
    { db, vocabulary },
    { text: name, filter: undefined, from: 0, to: matchesMax, correctsMistakes: true },
  );
  const ids = hits.map(({ id }) => id);
  const rows = new Map((await listApprovedProductsById(db, ids)).map((row) => [row.id, row]));
  return ids
    .flatMap((id) => rows.get(id) ?? [])
    .filter((row) => areSimilarNames(name, row.name))
    .slice(0, SUBMISSION_LIMITS.similarMax)
    .map((row) => presentProductReference(row, { ...env, viewerId: viewer.userId }));
}

/** Whether two names are easy to confuse: equal except for signs and case, a typo apart, or one the beginning of the other. */
function areSimilarNames(one: string, other: string): boolean {
  const [short = '', long = ''] = [nameKey(one), nameKey(other)].sort((a, b) => a.length - b.length);
  if (short === '') return false;
  if (short === long || (short.length >= beginningUnitsMin && long.startsWith(short))) return true;
  return Number.isFinite(editCost(long, short, editsMax(short)).whole);
}

const withdrawnMs = SUBMISSION_LIMITS.withdrawnURLHours * HOUR_MS;

type UnlistedDeps = Pick<Deps, 'db' | 'env' | 'now'>;

/**
 * Checks before a write, and explains a write that failed. Only the unique column decides.
 *
 * @returns whether the product `exceptId` has the URL.
 * @throws ApiError `conflict`, unless the product `exceptId` has the URL: with the product that has it, if the viewer may
 *   know it.
 */
export async function requireUnlistedURL(
  deps: UnlistedDeps,
  viewer: Viewer,
  canonicalURL: string,
  exceptId?: string,
): Promise<boolean> {
  const found = await findAtURL(deps, viewer, { canonicalURL, exceptId });
  if (!found || found.id === exceptId) return found !== undefined;
  const { message, product } = found;
  throw new ApiError('conflict', message, { fields: { url: say(message) }, ...(product && { product }) });
}

type AtURL = {
  id: string;
  message: Text;
  /** Absent when the viewer may not know which product it is. */
  product?: ProductReference;
};

/**
 * What a viewer may know of the product that has a URL. Of a product of somebody else that is not public there, only that
 * the link is taken: neither its name, nor whether it waits, was rejected, removed or withdrawn, or moves there.
 */
export async function findAtURL(
  { db, env, now }: UnlistedDeps,
  viewer: Viewer,
  { canonicalURL, exceptId }: { canonicalURL: string; exceptId?: string | undefined },
): Promise<AtURL | undefined> {
  const row = await findProductAtURL({ db, now }, canonicalURL, exceptId);
  if (!row) return undefined;
  const isThere = row.canonicalURL === canonicalURL;
  // A waiting edit, whose link this is, is not public, so it is as if the product was not.
  if (!canOpenProduct(viewer, isThere ? row : { ...row, status: 'pending' })) {
    return { id: row.id, message: takenMessage() };
  }
  return {
    id: row.id,
    message: explain(row, { viewer, canonicalURL, now: now() }),
    product: presentProductReference(row, { ...env, viewerId: viewer.userId }),
  };
}

const takenMessage = () =>
  text(
    'link.unlistedProduct',
    "This link belongs to a {noun} that isn't listed, so it can't be submitted. Contact us if it should be listed.",
  );

/**
 * The product that has a URL. A product that was withdrawn 24 hours ago has none. Instead of a merged product, returns the
 * one that the product was merged into, unless that is `exceptId`.
 */
export async function findProductAtURL(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  canonicalURL: string,
  exceptId?: string,
): Promise<ProductAtURL | undefined> {
  const row = await findProductByCanonicalURL(db, canonicalURL);
  if (row?.withdrawnAt && row.withdrawnAt <= withdrawnUntil(now())) return undefined;
  const shown = row?.status === 'removed' ? await findProductBySlug(db, row.slug) : undefined;
  if (!row || !shown || shown.id === row.id || shown.id === exceptId) return row;
  return { ...shown, canonicalURL, withdrawnAt: null };
}

/** Takes the URL from a product that was withdrawn 24 hours ago. For the transaction that gives it to another one. */
export const releaseWithdrawn = (
  { db, now }: Pick<Deps, 'db' | 'now'>,
  canonicalURL: string,
): Promise<void> => releaseWithdrawnURL(db, canonicalURL, withdrawnUntil(now()));

const withdrawnUntil = (now: Date) => new Date(now.getTime() - withdrawnMs);

type Situation = { viewer: Viewer; canonicalURL: string; now: Date };

function explain(row: ProductAtURL, { viewer, canonicalURL, now }: Situation): Text {
  const { name, status, submitterId, withdrawnAt } = row;
  const isOwn = submitterId === viewer.userId;
  if (withdrawnAt) {
    const hours = Math.ceil((withdrawnAt.getTime() + withdrawnMs - now.getTime()) / HOUR_MS);
    return text(
      'link.withdrawn',
      '{name} was listed with this link and has been withdrawn. You can submit the link again in {hours, plural, one {# hour} other {# hours}}.',
      { name, hours },
    );
  }
  if (status === 'removed')
    return text('link.removed', '{name} was listed with this link before and has been removed.', {
      name,
    });
  if (row.canonicalURL !== canonicalURL) {
    return isOwn
      ? text('link.ownMove', "You've already changed the link of {name} to this one.", {
          name,
        })
      : text('link.move', '{name} is about to move to this link. A moderator is reviewing the change.', {
          name,
        });
  }
  if (status === 'approved') return text('link.listed', '{name} is already listed with this link.', { name });
  if (status === 'discontinued')
    return text('link.discontinued', '{name} was listed with this link and is discontinued.', { name });
  if (isOwn)
    return text('link.ownSubmission', "You've already submitted {name} with this link.", {
      name,
    });
  return status === 'pending'
    ? text(
        'link.waiting',
        '{name} has already been submitted with this link and is waiting for a moderator.',
        {
          name,
        },
      )
    : text('link.rejected', '{name} was submitted with this link before and was rejected.', {
        name,
      });
}
