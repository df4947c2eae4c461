import type { ModeratedProduct } from '@/lib/contract/moderation';
import type { ListedProduct, Product } from '@/lib/contract/product';
import type { ProductReference } from '@/lib/contract/product-reference';
import { productImageURL } from '@/lib/contract/plain/image-url';
import type { SubmittedProduct } from '@/lib/contract/submission';
import type { Rejection } from '@/server/queries/audit-entries';
import type { SubmissionRow } from '@/server/queries/products/product-edits';
import type { ListedProductRow, ProductRow } from '@/server/queries/products/products';

/** A product as everyone sees it in lists. Lists every field, so that a new column stays private by default. */
export function presentListedProduct(
  row: ListedProductRow,
  { serverURL }: { serverURL: string },
): ListedProduct {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    tagline: row.tagline,
    url: row.url,
    imageURL: productImageURL(row, serverURL),
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

/** A product as everyone sees it on its own page. */
export function presentProduct(row: ProductRow, site: { serverURL: string }): Product {
  const { description, descriptionHTML } = row;
  return { ...presentListedProduct(row, site), description, descriptionHTML };
}

/** A product as its submitter sees it. */
export function presentSubmission(
  row: SubmissionRow,
  queuePlace: number | undefined,
  site: { serverURL: string },
): SubmittedProduct {
  return {
    ...presentProduct(row, site),
    ...presentPublishedVersion(row, site),
    ...(queuePlace !== undefined && { queuePlace }),
  };
}

/** A product as moderators see it. */
export function presentModeratedProduct(
  row: SubmissionRow,
  lastRejection: Rejection | undefined,
  site: { serverURL: string },
): ModeratedProduct {
  // A product that was decided on before came back with its last edit.
  const waitingSince = row.approvedAt || lastRejection ? row.updatedAt : row.createdAt;
  return {
    ...presentProduct(row, site),
    ...presentPublishedVersion(row, site),
    updatedAt: row.updatedAt.toISOString(),
    ...(row.status === 'pending' && { waitingSince: waitingSince.toISOString() }),
    ...(lastRejection && {
      lastRejection: { reason: lastRejection.reason, rejectedAt: lastRejection.createdAt.toISOString() },
    }),
  };
}

function presentPublishedVersion(row: SubmissionRow, { serverURL }: { serverURL: string }) {
  if (row.editStatus === null) return {};
  const { publishedName: name, publishedURL: url, publishedImageKey: imageKey } = row;
  return { publishedVersion: { name, url, imageURL: productImageURL({ name, imageKey }, serverURL) } };
}

export function presentProductReference(
  row: ListedProductRow,
  { serverURL, viewerId }: { serverURL: string; viewerId: string },
): ProductReference {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    url: row.url,
    imageURL: productImageURL(row, serverURL),
    upvoteCount: row.upvoteCount,
    status: row.status,
    isOwn: row.submitterId === viewerId,
  };
}
