import type { AppContext } from '@/server/context';
import { ApiError } from '@/server/base/errors';
import { isPublicProduct } from '@/server/policies/product';
import { findProductBySlug } from '@/server/queries/products/products';

/**
 * A product that is or was public: the page of a removed one says where else to go.
 *
 * @throws ApiError `not_found`, with the present slug in `fields.movedTo` for a former one.
 */
export async function requireSubject(c: AppContext, slug: string) {
  const { db, env } = c.var.deps;
  const subject = await findProductBySlug(db, slug);
  if (!subject || !(isPublicProduct(subject) || subject.status === 'removed')) {
    throw new ApiError('not_found', `This ${env.siteNoun} doesn't exist.`);
  }
  if (subject.slug !== slug) {
    throw new ApiError('not_found', `This ${env.siteNoun} has moved.`, { fields: { movedTo: subject.slug } });
  }
  return subject;
}
