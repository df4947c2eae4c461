import type { AppContext } from '@/server/context';
import { ApiError } from '@/server/base/errors';
import { findTagBySlug, type FoundTag } from '@/server/queries/tags/tag-names';
import { isPublicProduct } from '@/server/policies/viewer';
import { findProductBySlug } from '@/server/queries/products/products';
import { t, text } from '@/lib/texts/texts';

/**
 * The public tag with this slug.
 *
 * @param locationOf where the same is for another slug, relative to the request: former slugs, synonyms and merged tags
 *   are redirected there for good. Without it, they are `not_found` alone.
 * @throws ApiError `not_found`, with the present slug in `fields.movedTo` for a slug that leads to another one.
 */
export async function requireTag(
  c: AppContext,
  slug: string,
  locationOf?: (slug: string) => string,
): Promise<FoundTag> {
  const tag = await findTagBySlug(c.var.deps.db, slug);
  if (!tag?.isPublic) {
    throw new ApiError('not_found', text('tag.missing', "This tag doesn't exist."), {
      fields: { tag: t('tag.noSuch', 'No such tag.') },
    });
  }
  if (tag.slug !== slug) {
    throw new ApiError(
      'not_found',
      text('tag.renamed', 'This tag is called {name} now.', { name: tag.name }),
      {
        fields: { movedTo: tag.slug },
        location: locationOf?.(tag.slug),
      },
    );
  }
  return tag;
}

export function queryWithTag({ req: { url } }: AppContext, slug: string): string {
  const query = new URL(url).searchParams;
  query.set('tag', slug);
  return `?${query.toString()}`;
}

/**
 * A product that is or was public: the page of a removed one says where else to go.
 *
 * @throws ApiError `not_found`, with the present slug in `fields.movedTo` for a former one.
 */
export async function requireSubject(c: AppContext, slug: string) {
  const { db } = c.var.deps;
  const subject = await findProductBySlug(db, slug);
  if (!subject || !(isPublicProduct(subject) || subject.status === 'removed')) {
    throw new ApiError('not_found', text('product.missing', "This {noun} doesn't exist."));
  }
  if (subject.slug !== slug) {
    throw new ApiError('not_found', text('product.moved', 'This {noun} has moved.'), {
      fields: { movedTo: subject.slug },
    });
  }
  return subject;
}
