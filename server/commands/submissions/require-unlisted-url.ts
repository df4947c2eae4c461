import { HOUR_MS } from '@/lib/contract/plain/durations';
import { SUBMISSION_LIMITS } from '@/lib/contract/submission';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/errors';
import type { Viewer } from '@/server/policies/viewer';
import { presentProductReference } from '@/server/presenters/product';
import {
  findProductByCanonicalURL,
  findProductBySlug,
  type ProductAtURL,
} from '@/server/queries/products/products';
import { releaseWithdrawnURL } from '@/server/queries/products/submissions';

const withdrawnMs = SUBMISSION_LIMITS.withdrawnURLHours * HOUR_MS;

/**
 * Checks before a write, and explains a write that failed. Only the unique column decides.
 *
 * @returns whether the product `exceptId` has the URL.
 * @throws ApiError `conflict` with the product that has the URL, unless that product is `exceptId`.
 */
export async function requireUnlistedURL(
  { db, env, now }: Pick<Deps, 'db' | 'env' | 'now'>,
  viewer: Pick<Viewer, 'userId'>,
  canonicalURL: string,
  exceptId?: string,
): Promise<boolean> {
  const row = await findProductAtURL({ db, now }, canonicalURL, exceptId);
  if (!row || row.id === exceptId) return row !== undefined;
  const message = explain(row, { viewer, canonicalURL, now: now() });
  const product = presentProductReference(row, { ...env, viewerId: viewer.userId });
  throw new ApiError('conflict', message, { fields: { url: message }, product });
}

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

type Situation = { viewer: Pick<Viewer, 'userId'>; canonicalURL: string; now: Date };

function explain(row: ProductAtURL, { viewer, canonicalURL, now }: Situation): string {
  const { name, status, submitterId, withdrawnAt } = row;
  const isOwn = submitterId === viewer.userId;
  if (withdrawnAt) {
    const hours = Math.ceil((withdrawnAt.getTime() + withdrawnMs - now.getTime()) / HOUR_MS);
    return `${name} was listed with this link and has been withdrawn. You can submit the link again in ${hours} ${hours === 1 ? 'hour' : 'hours'}.`;
  }
  if (status === 'removed') return `${name} was listed with this link before and has been removed.`;
  if (row.canonicalURL !== canonicalURL) {
    return isOwn
      ? `You've already changed the link of ${name} to this one.`
      : `${name} is about to move to this link. A moderator is reviewing the change.`;
  }
  if (status === 'approved') return `${name} is already listed with this link.`;
  if (status === 'discontinued') return `${name} was listed with this link and is discontinued.`;
  if (isOwn) return `You've already submitted ${name} with this link.`;
  return status === 'pending'
    ? `${name} has already been submitted with this link and is waiting for a moderator.`
    : `${name} was submitted with this link before and was rejected.`;
}
