import { and, asc, desc, eq, gte, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import type { ProductSort } from '@/lib/contract/product';
import type { ProductStatus } from '@/lib/contract/product-reference';
import type { Tag } from '@/lib/contract/tag';
import type { Db } from '@/server/db/client';
import { images, products, productSlugs, productTags, tags, users } from '@/server/db/schema';

/** A product's tags in the order in which they were named. */
const tagsOfProduct = sql<Tag[]>`(
  SELECT coalesce(json_agg(json_build_object('slug', ${tags.slug}, 'name', ${tags.name}) ORDER BY ${productTags.position}), '[]')
  FROM ${productTags} JOIN ${tags} ON ${tags.id} = ${productTags.tagId}
  WHERE ${productTags.productId} = ${products.id}
)`;

const columns = {
  id: products.id,
  slug: products.slug,
  name: products.name,
  tagline: products.tagline,
  description: products.description,
  descriptionHTML: products.descriptionHTML,
  url: products.url,
  /** Of its picture; null when it has none. */
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
/** Whoever wants to go is not shown any more, though the account can still be kept. */
const isSubmitter = and(eq(users.id, products.submitterId), isNull(users.deletionRequestedAt));
const selectProducts = (db: Db) =>
  db
    .select(columns)
    .from(products)
    .leftJoin(users, isSubmitter)
    .leftJoin(images, eq(images.id, products.imageId))
    .$dynamic();

export type ProductRow = Awaited<ReturnType<typeof selectProducts>>[number];

/** The last product of a page: its value in the order, and its id for those that share the value. */
export type ProductPosition = { value: number | Date; id: string };

type ProductListOptions = {
  sort: ProductSort;
  /** Only products approved at or after it. */
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

/** Approved products from a position on, each order by its own index. */
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

/** The product that this slug leads to, now or formerly, whatever its status. */
export async function findProductBySlug(db: Db, slug: string): Promise<ProductRow | undefined> {
  const [row] = await selectProducts(db)
    .innerJoin(productSlugs, eq(productSlugs.productId, products.id))
    .where(eq(productSlugs.slug, slug));
  return row;
}

/** A product whatever its status. */
export async function findProductById(db: Db, id: string): Promise<ProductRow | undefined> {
  const [row] = await selectProducts(db).where(eq(products.id, id));
  return row;
}

/** The product that has this address already, whatever its status. */
export async function findProductByCanonicalURL(
  db: Db,
  canonicalURL: string,
): Promise<ProductRow | undefined> {
  const [row] = await selectProducts(db).where(eq(products.canonicalURL, canonicalURL));
  return row;
}

/** Those of the products that are approved, in no order. */
export async function listApprovedProductsById(db: Db, ids: readonly string[]): Promise<ProductRow[]> {
  return selectProducts(db).where(and(isApproved, inArray(products.id, [...ids])));
}

/** A member's products of one status from a position on, the latest submitted first. */
export async function listSubmittedProducts(
  db: Db,
  { submitterId, status, after, limit }: SubmittedProductsOptions,
): Promise<ProductRow[]> {
  const isEarlier =
    after &&
    sql`(${products.createdAt}, ${products.id}) < (${boundOf(after)}::timestamptz, ${after.id}::bigint)`;
  return selectProducts(db)
    .where(and(eq(products.submitterId, submitterId), eq(products.status, status), isEarlier))
    .orderBy(desc(products.createdAt), desc(products.id))
    .limit(limit);
}

type SubmittedProductsOptions = {
  submitterId: string;
  status: ProductStatus;
  after?: ProductPosition;
  limit: number;
};

/** Products of one status from a position on, in the order in which moderators look at them: oldest first. */
export async function listProductsByStatus(
  db: Db,
  { status, after, limit }: { status: ProductStatus; after?: ProductPosition; limit: number },
): Promise<ProductRow[]> {
  const isLater =
    after &&
    sql`(${products.createdAt}, ${products.id}) > (${boundOf(after)}::timestamptz, ${after.id}::bigint)`;
  return selectProducts(db)
    .where(and(eq(products.status, status), isLater))
    .orderBy(asc(products.createdAt), asc(products.id))
    .limit(limit);
}

/** How many of each tag's hottest products are candidates. */
const relatedCandidatesPerTag = 60;

/**
 * Approved products that share the most tags with a product, hottest first among equals.
 *
 * @param slug the product's present one. The list is empty when no approved product has it.
 */
export async function listRelatedProducts(db: Db, slug: string, limit: number): Promise<ProductRow[]> {
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
    WHERE subject.slug = ${slug} AND subject.status = 'approved'
    GROUP BY candidate.id
  ) candidates`;
  return selectProducts(db)
    .innerJoin(candidates, sql`candidates.id = ${products.id}`)
    .orderBy(sql`candidates.shared_tag_count DESC`, desc(products.hot), desc(products.id))
    .limit(limit);
}
