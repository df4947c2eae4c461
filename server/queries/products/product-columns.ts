import { and, type AnyColumn, eq, isNull, sql } from 'drizzle-orm';
import { FORMER_MEMBER } from '@/lib/contract/plain/site';
import { PRODUCT_CONTENT } from '@/lib/contract/product';
import type { Tag } from '@/lib/contract/tag';
import { alias } from 'drizzle-orm/pg-core';
import {
  images,
  products,
  productTags,
  productValues,
  type StoredValue,
  tags,
  users,
} from '@/server/db/schema';
import { pick } from '@/server/base/pick';
import { nameOnProduct } from '@/server/queries/tags/tag-spellings';
import { publicRole } from '@/server/queries/account/users';

const tagsOfProduct = sql<Tag[]>`(
  SELECT coalesce(json_agg(json_build_object('slug', ${tags.slug}, 'name', ${nameOnProduct(sql`${products.id}`)}) ORDER BY ${productTags.position}, ${productTags.tagId}), '[]')
  FROM ${productTags} JOIN ${tags} ON ${tags.id} = ${productTags.tagId} AND ${tags.hiddenAt} IS NULL
  WHERE ${productTags.productId} = ${products.id}
)`;

/** A product's values of declared fields, also of those that are no longer declared. */
const valuesOfProduct = sql<StoredValue[]>`(
  SELECT coalesce(json_agg(json_build_object(
    'field', ${productValues.field}, 'value', ${productValues.value},
    'source', ${productValues.source}, 'checkedAt', ${productValues.checkedAt}
  )), '[]')
  FROM ${productValues} WHERE ${productValues.productId} = ${products.id}
)`;

export const icons = alias(images, 'icons');

const unlessBanned = (of: AnyColumn, instead: string | null) =>
  sql<string | null>`CASE WHEN ${users.bannedAt} IS NULL THEN ${of} ELSE ${instead}::text END`;

export const listedColumns = {
  id: products.id,
  slug: products.slug,
  name: products.name,
  tagline: products.tagline,
  url: products.url,
  iconKey: icons.key,
  isIconFetched: sql<boolean>`${icons.sourceURL} IS NOT NULL`,
  brandSlug: products.brandSlug,
  screenshotKey: images.key,
  tags: tagsOfProduct,
  upvoteCount: products.upvoteCount,
  rankingUpvoteCount: products.rankingUpvoteCount,
  bookmarkCount: products.bookmarkCount,
  linkHeldAt: products.linkHeldAt,
  languages: products.languages,
  status: products.status,
  rejectionReason: products.rejectionReason,
  submitterId: products.submitterId,
  // Of a banned submitter: a former member.
  submitterHandle: unlessBanned(users.handle, FORMER_MEMBER.handle),
  submitterName: unlessBanned(users.name, FORMER_MEMBER.name),
  submitterAvatarURL: unlessBanned(users.avatarURL, null),
  submitterRole: publicRole,
  createdAt: products.createdAt,
  updatedAt: products.updatedAt,
  approvedAt: products.approvedAt,
  hot: sql<number | null>`hot_score(${products.rankingUpvoteCount}, ${products.approvedAt})`,
};

export const productColumns = {
  ...listedColumns,
  ...pick(products, PRODUCT_CONTENT),
  values: valuesOfProduct,
};

/** Written into the statement: indexes of approved products alone are not found by a parameter. */
export const isApproved = sql`${products.status} = 'approved'`;
/** Hides users who have requested deletion. Deletion can still be undone. */
export const isSubmitter = and(eq(users.id, products.submitterId), isNull(users.deletionRequestedAt));
