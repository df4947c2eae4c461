import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/errors';
import type { Viewer } from '@/server/policies/viewer';
import { presentProductReference } from '@/server/presenters/product';
import { findProductByCanonicalURL, type ProductRow } from '@/server/queries/products/products';

/**
 * A courtesy before a write, and the explanation after one that failed: the unique column alone decides.
 *
 * @throws ApiError `conflict` with the product that has the address; not for `exceptId`.
 */
export async function requireUnlistedURL(
  { db, env }: Pick<Deps, 'db' | 'env'>,
  viewer: Viewer,
  canonicalURL: string,
  exceptId?: string,
): Promise<void> {
  const row = await findProductByCanonicalURL(db, canonicalURL);
  if (!row || row.id === exceptId) return;
  const message = explain(row, viewer);
  const product = presentProductReference(row, { ...env, viewerId: viewer.userId });
  throw new ApiError('conflict', message, { fields: { url: message }, product });
}

function explain({ name, status, submitterId }: ProductRow, { userId }: Viewer): string {
  if (status === 'removed') return `${name} was listed at this address before, and was removed.`;
  if (status === 'approved') return `${name} is listed at this address already.`;
  if (submitterId === userId) return `You have submitted ${name} with this address already.`;
  return status === 'pending'
    ? `${name} was submitted with this address already and waits for a moderator.`
    : `${name} was submitted with this address before, and was rejected.`;
}
