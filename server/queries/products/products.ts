import { eq, or, type SQL, sql } from 'drizzle-orm';
import type { ProductSort } from '@/lib/contract/product';
import type { Tag } from '@/lib/contract/tag';
import type { Db } from '@/server/db/client';
import { type ListOrder, listOrder, type PageFrom } from '@/server/queries/list-order';
import { productIsPublic } from '@/server/queries/visibility';
import { images, productEdits, products, productSlugs, users } from '@/server/db/schema';
import { icons, isSubmitter, listedColumns, productColumns } from './product-columns';
import { isRemovedAfterReport } from './removals';

const selectProducts = (db: Db) =>
  db
    .select(productColumns)
    .from(products)
    .leftJoin(users, isSubmitter)
    .leftJoin(images, eq(images.id, products.screenshotId))
    .leftJoin(icons, eq(icons.id, products.iconId))
    .$dynamic();

export type ProductRow = Awaited<ReturnType<typeof selectProducts>>[number];
export type ListedProductRow = Pick<ProductRow, keyof typeof listedColumns>;

/**
 * The products of a page, in its order. Joins the tags once for all products: for each one alone, tags take more than
 * half of the blocks that a list touches.
 *
 * @param ids selects the ids of a page. As an array they have the same plan, however many the database expects.
 */
export async function listProducts(db: Db, ids: SQL): Promise<ListedProductRow[]> {
  const page = db
    .$with('page', {})
    .as(sql`SELECT * FROM unnest(ARRAY(${ids})) WITH ORDINALITY AS ids (id, place)`);
  const tagsOfPage = sql`(
    SELECT page.id, json_agg(json_build_object('slug', slug, 'name', name) ORDER BY position, tags.id) AS tags
    FROM page JOIN product_tags ON product_id = page.id JOIN tags ON tags.id = tag_id AND hidden_at IS NULL
    GROUP BY page.id
  ) AS page_tags`;
  return db
    .with(page)
    .select({ ...listedColumns, tags: sql<Tag[]>`coalesce(page_tags.tags, '[]')` })
    .from(products)
    .innerJoin(sql`page`, sql`page.id = ${products.id}`)
    .leftJoin(tagsOfPage, sql`page_tags.id = ${products.id}`)
    .leftJoin(users, isSubmitter)
    .leftJoin(images, eq(images.id, products.screenshotId))
    .leftJoin(icons, eq(icons.id, products.iconId))
    .orderBy(sql`page.place`);
}

const publicOrder = (
  sort: ProductSort,
  type: 'double precision' | 'timestamptz' | 'integer',
  valueOf: (row: ListedProductRow) => number | Date | null,
) =>
  listOrder<ListedProductRow>(sort, {
    ...{ type, direction: 'descending', hasPeriod: sort === 'top' },
    positionOf(row) {
      const value = valueOf(row);
      if (value === null) throw new Error(`Approved product ${row.id} has no position in the ${sort} order`);
      return { value, id: row.id };
    },
  });

export const productOrders: Readonly<Record<ProductSort, ListOrder<ListedProductRow>>> = {
  hot: publicOrder('hot', 'double precision', ({ hot }) => hot),
  new: publicOrder('new', 'timestamptz', ({ approvedAt }) => approvedAt),
  top: publicOrder('top', 'integer', ({ rankingUpvoteCount }) => rankingUpvoteCount),
};

export async function listApprovedProductsOf(
  db: Db,
  { submitterId, after, limit }: PageFrom & { submitterId: string },
): Promise<ListedProductRow[]> {
  return listProducts(
    db,
    sql`SELECT id FROM products WHERE submitter_id = ${submitterId} AND status = 'approved' AND ${productOrders.new.isAfter(after, sql`approved_at`, sql`id`)}
      ORDER BY approved_at DESC, id DESC LIMIT ${limit}`,
  );
}

/** The product with this present or former slug in any case, whatever its status. Slugs are in lower case. */
export async function findProductBySlug(db: Db, slug: string): Promise<ProductRow | undefined> {
  const [row] = await selectProducts(db)
    .innerJoin(productSlugs, eq(productSlugs.productId, products.id))
    .where(eq(productSlugs.slug, slug.toLowerCase()));
  return row;
}

/**
 * The product that has a URL, whatever its status; `canonicalURL` differs from the one asked for when only an edit
 * of the product has it. A product that moderators removed does not count as withdrawn.
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
      isRemoved: sql<boolean>`${isRemovedAfterReport(sql`${products.id}`)}`,
    })
    .from(products)
    .leftJoin(users, isSubmitter)
    .leftJoin(images, eq(images.id, products.screenshotId))
    .leftJoin(icons, eq(icons.id, products.iconId))
    .where(or(hasURL, editHasURL))
    .orderBy(sql`${hasURL} DESC`)
    .limit(1);
  if (!row) return undefined;
  const { isRemoved, withdrawnAt, ...found } = row;
  return { ...found, withdrawnAt: isRemoved ? null : withdrawnAt };
}

export type ProductAtURL = NonNullable<Awaited<ReturnType<typeof findProductByCanonicalURL>>>;

export async function listPublicProductsById(db: Db, ids: readonly string[]): Promise<ListedProductRow[]> {
  if (ids.length === 0) return [];
  return listProducts(
    db,
    sql`SELECT id FROM unnest(${sql.param(ids)}::bigint[]) WITH ORDINALITY AS wanted (id, wanted_place)
      JOIN products USING (id) WHERE ${productIsPublic} ORDER BY wanted_place`,
  );
}

/** The products among these, whatever their status, in no order. */
export async function listProductsById(db: Db, ids: readonly string[]): Promise<ListedProductRow[]> {
  return listProducts(db, sql`SELECT id FROM products WHERE id = ANY(${sql.param(ids)}::bigint[])`);
}

export async function listApprovedProductsById(db: Db, ids: readonly string[]): Promise<ListedProductRow[]> {
  return listProducts(
    db,
    sql`SELECT id FROM unnest(${sql.param(ids)}::bigint[]) WITH ORDINALITY AS wanted (id, wanted_place)
      JOIN products USING (id) WHERE status = 'approved' ORDER BY wanted_place`,
  );
}

/** The sanitized descriptions of these products by their ids. */
export async function readDescriptions(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: products.id, descriptionHTML: products.descriptionHTML })
    .from(products)
    .where(sql`${products.id} = ANY(${sql.param(ids)}::bigint[])`);
  return new Map(rows.map(({ id, descriptionHTML }) => [id, descriptionHTML]));
}
