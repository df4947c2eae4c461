import type { Product } from '@/lib/contract/product';
import type { ProductRow } from '@/server/queries/products';

/** The public face of a product row. Lists every field, so a new column stays private by default. */
export function presentProduct(row: ProductRow, { serverURL }: { serverURL: string }): Product {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    tagline: row.tagline,
    description: row.description,
    descriptionHTML: row.descriptionHTML,
    url: row.url,
    imageURL: tileURL(row.name, serverURL),
    tags: row.tags.map(({ slug, name }) => ({ slug, name })),
    upvoteCount: row.upvoteCount,
    bookmarkCount: row.bookmarkCount,
    status: row.status,
    ...(row.rejectionReason !== null && { rejectionReason: row.rejectionReason }),
    submitter:
      row.submitterHandle === null || row.submitterName === null
        ? null
        : { handle: row.submitterHandle, name: row.submitterName, avatarURL: row.submitterAvatarURL },
    createdAt: row.createdAt.toISOString(),
    approvedAt: row.approvedAt?.toISOString() ?? null,
  };
}

/** The picture generated from a product's name, for as long as it has none of its own. */
export const tileURL = (name: string, serverURL: string) =>
  `${serverURL}/tiles/${encodeURIComponent(name)}.svg`;
