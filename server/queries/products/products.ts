import { and, desc, eq, gte, inArray, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { ProductSort } from '@/lib/contract/product';
import type { ProductStatus } from '@/lib/contract/product-reference';
import type { Tag } from '@/lib/contract/tag';
import type { Db } from '@/server/db/client';
import { images, productEdits, products, productSlugs, productTags, tags, users } from '@/server/db/schema';

/** A product's tags in its submitter's order. */
const tagsOfProduct = sql<Tag[]>`(
  SELECT coalesce(json_agg(json_build_object('slug', ${tags.slug}, 'name', ${tags.name}) ORDER BY ${productTags.position}), '[]')
  FROM ${productTags} JOIN ${tags} ON ${tags.id} = ${productTags.tagId}
  WHERE ${productTags.productId} = ${products.id}
)`;

export const productColumns = {
  id: products.id,
  slug: products.slug,
  name: products.name,
  tagline: products.tagline,
  description: products.description,
  descriptionHTML: products.descriptionHTML,
  url: products.url,
  /** Null without an image. */
  imageKey: images.key,
  tags: tagsOfProduct,
  upvoteCount: products.upvoteCount,
  rankingUpvoteCount: products.rankingUpvoteCount,
  bookmarkCount: products.bookmarkCount,
  status: products.status,
  rejectionReason: products.rejectionReason,
  submitterId: products.submitterId,
  submitterHandle: users.handle,
  submitterName: users.name,
  submitterAvatarURL: users.avatarURL,
  createdAt: products.createdAt,
  updatedAt: products.updatedAt,
  approvedAt: products.approvedAt,
  hot: products.hot,
};

const isApproved = eq(products.status, 'approved');
/** Hides users who have requested deletion. Deletion can still be undone. */
export const isSubmitter = and(eq(users.id, products.submitterId), isNull(users.deletionRequestedAt));
const selectProducts = (db: Db) =>
  db
    .select(productColumns)
    .from(products)
    .leftJoin(users, isSubmitter)
    .leftJoin(images, eq(images.id, products.imageId))
    .$dynamic();

export type ProductRow = Awaited<ReturnType<typeof selectProducts>>[number];

/** The position of a page's last product: its value in the order, and its id among products with the same value. */
export type ProductPosition = { value: number | Date; id: string };

type ProductListOptions = {
  sort: ProductSort;
  /** Includes only products approved at or after this instant. */
  since?: Date;
  tagId?: string;
  submitterId?: string;
  after?: ProductPosition;
  limit: number;
};

const orders = {
  hot: { column: products.hot, type: sql.raw('double precision') },
  new: { column: products.approvedAt, type: sql.raw('timestamptz') },
  top: { column: products.rankingUpvoteCount, type: sql.raw('integer') },
} as const;

/** Approved products after a position. Each order has its own index. */
export async function listApprovedProducts(db: Db, options: ProductListOptions): Promise<ProductRow[]> {
  const { column, type } = orders[options.sort];
  const conditions: (SQL | undefined)[] = [isApproved];
  if (options.since) conditions.push(gte(products.approvedAt, options.since));
  if (options.tagId) conditions.push(hasTag(options.tagId));
  if (options.submitterId) conditions.push(eq(products.submitterId, options.submitterId));
  if (options.after) {
    const bound = boundOf(options.after);
    conditions.push(sql`(${column}, ${products.id}) < (${bound}::${type}, ${options.after.id}::bigint)`);
  }
  return selectProducts(db)
    .where(and(...conditions))
    .orderBy(desc(column), desc(products.id))
    .limit(options.limit);
}

/** The position of an approved product in one of the public orders. */
export function positionInOrder(row: ProductRow, sort: ProductSort): ProductPosition {
  const value = { hot: row.hot, new: row.approvedAt, top: row.rankingUpvoteCount }[sort];
  if (value === null) throw new Error(`Approved product ${row.id} has no position in the ${sort} order`);
  return { value, id: row.id };
}

export const boundOf = ({ value }: ProductPosition) => (value instanceof Date ? value.toISOString() : value);

const hasTag = (tagId: string) =>
  sql`EXISTS (SELECT FROM ${productTags} WHERE ${productTags.productId} = ${products.id} AND ${productTags.tagId} = ${tagId})`;

/** The product with this present or former slug, whatever its status. */
export async function findProductBySlug(db: Db, slug: string): Promise<ProductRow | undefined> {
  const [row] = await selectProducts(db)
    .innerJoin(productSlugs, eq(productSlugs.productId, products.id))
    .where(eq(productSlugs.slug, slug));
  return row;
}

/**
 * The product that claims a URL, whatever its status; `canonicalURL` differs from the one asked for when only an edit
 * of the product claims it.
 */
export async function findProductByCanonicalURL(db: Db, canonicalURL: string) {
  const hasURL = eq(products.canonicalURL, canonicalURL);
  const editHasURL = sql`${products.id} = (
    SELECT ${productEdits.productId} FROM ${productEdits} WHERE ${productEdits.canonicalURL} = ${canonicalURL}
  )`;
  const [row] = await db
    .select({
      ...productColumns,
      canonicalURL: products.canonicalURL,
      withdrawnAt: products.withdrawnAt,
    })
    .from(products)
    .leftJoin(users, isSubmitter)
    .leftJoin(images, eq(images.id, products.imageId))
    .where(or(hasURL, editHasURL))
    .orderBy(sql`${hasURL} DESC`)
    .limit(1);
  return row;
}

export type ProductAtURL = NonNullable<Awaited<ReturnType<typeof findProductByCanonicalURL>>>;

/** The approved products among these, in no order. */
export async function listApprovedProductsById(db: Db, ids: readonly string[]): Promise<ProductRow[]> {
  return selectProducts(db).where(and(isApproved, inArray(products.id, [...ids])));
}

/** How many of each tag's hottest products are candidates. */
const relatedCandidatesPerTag = 60;

/**
 * Approved products that share the most tags with the product of a slug, hottest first among equals. The list is
 * empty when no product of that status has the slug as its present one.
 */
export async function listRelatedProducts(
  db: Db,
  { slug, status, limit }: { slug: string; status: ProductStatus; limit: number },
): Promise<ProductRow[]> {
  const candidates = sql`(
    SELECT candidate.id, count(*) AS shared_tag_count
    FROM ${products} subject
    JOIN ${productTags} mine ON mine.product_id = subject.id
    CROSS JOIN LATERAL (
      SELECT other.id
      FROM ${products} other JOIN ${productTags} theirs ON theirs.product_id = other.id
      WHERE theirs.tag_id = mine.tag_id AND other.status = 'approved' AND other.id <> subject.id
      ORDER BY other.hot DESC, other.id DESC
      LIMIT ${relatedCandidatesPerTag}
    ) candidate
    WHERE subject.slug = ${slug} AND subject.status = ${status}
    GROUP BY candidate.id
  ) candidates`;
  return selectProducts(db)
    .innerJoin(candidates, sql`candidates.id = ${products.id}`)
    .orderBy(sql`candidates.shared_tag_count DESC`, desc(products.hot), desc(products.id))
    .limit(limit);
}
