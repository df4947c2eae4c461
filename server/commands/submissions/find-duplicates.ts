import type { ProductPreview } from '@/lib/contract/product-preview';
import type { ProductReference } from '@/lib/contract/product-reference';
import { SUBMISSION_LIMITS } from '@/lib/contract/submission';
import { withScheme } from '@/lib/contract/submission-fields';
import type { Deps } from '@/server/deps';
import type { Viewer } from '@/server/policies/viewer';
import { presentProductReference } from '@/server/presenters/product';
import { listApprovedProductsById } from '@/server/queries/products/products';
import { findAtURL } from './require-unlisted-url';
import { canonicalURL } from '@/server/web/canonical-url';
import { search } from '@/server/search/search';
import { editCost, editsMax } from '@/server/search/edit-distance';
import { nameKey } from '@/server/search/search-text';

type FindDeps = Pick<Deps, 'db' | 'env' | 'vocabulary'>;

/** How many of the best matches of a name are compared. */
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
  return found.product ? { duplicateOf: found.product } : { takenMessage: found.message };
}

/** Approved products with a similar name, most similar first. */
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
