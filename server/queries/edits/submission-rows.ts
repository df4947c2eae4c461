import { and, asc, desc, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { ProductPart } from '@/lib/contract/plain/product-parts';
import { PRODUCT_CONTENT, type TextLanguages } from '@/lib/contract/product';
import type { ProductStatus } from '@/lib/contract/product-reference';
import type { Tag } from '@/lib/contract/tag';
import type { Db } from '@/server/db/client';
import { moderatorChanges } from '@/server/db/schema/edit-schema';
import { images, productEdits, products, type StoredValue, tags, users } from '@/server/db/schema';
import { icons, isSubmitter, productColumns } from '@/server/queries/products/product-columns';
import { nameOnProduct } from '@/server/queries/tags/tag-spellings';
import { newestFirst, type PageFrom } from '@/server/queries/list-order';
import { queueOrder } from '@/server/queries/queue-entries';

const hasEdit = sql`${productEdits.productId} IS NOT NULL`;
type Content = Pick<typeof products.$inferSelect, (typeof PRODUCT_CONTENT)[number]>;

/** The content of the edit, if there is one. The edit may have a null where the product has a text. */
function latestContent(): { [Part in keyof Content]: SQL<Content[Part]> };
function latestContent(): object {
  const latestOf = (part: keyof Content) =>
    sql`CASE WHEN ${hasEdit} THEN ${productEdits[part]} ELSE ${products[part]} END`.mapWith(products[part]);
  return Object.fromEntries(PRODUCT_CONTENT.map((part) => [part, latestOf(part)]));
}

const editedTags = sql<Tag[]>`CASE WHEN ${hasEdit} THEN (
  SELECT coalesce(json_agg(json_build_object('slug', slug, 'name', name) ORDER BY place), '[]')
  FROM (
    SELECT DISTINCT ON (present.id) present.slug, present.name, place
    FROM unnest(${productEdits.tagIds}) WITH ORDINALITY AS chosen (tag_id, place)
    JOIN ${tags} AS named ON named.id = chosen.tag_id
    LEFT JOIN ${tags} AS target ON target.id = CASE WHEN named.merged_into_id IS NOT NULL THEN final_tag_id(named.id) END
    CROSS JOIN LATERAL (
      SELECT coalesce(target.id, named.id) AS id, coalesce(target.slug, named.slug) AS slug,
        coalesce(target.name, ${nameOnProduct(sql`${products.id}`, sql`named`)}) AS name, CASE WHEN target.id IS NULL THEN named.hidden_at ELSE target.hidden_at END AS hidden_at
    ) AS present
    WHERE present.hidden_at IS NULL ORDER BY present.id, place
  ) AS shown
) ELSE ${productColumns.tags} END`;
const publishedImages = alias(images, 'published_images');
const publishedIcons = alias(images, 'published_icons');

/** The latest version of each product: its edit, if it has one. `published` columns hold what is public while the edit waits. */
const selectLatest = (db: Db) =>
  db
    .select({
      ...productColumns,
      ...latestContent(),
      tags: editedTags,
      // Not known of an edit.
      languages: sql<TextLanguages | null>`CASE WHEN ${hasEdit} THEN NULL ELSE ${products.languages} END`,
      values: sql<StoredValue[]>`coalesce(${productEdits.fieldValues}::json, ${productColumns.values})`,
      status: products.reviewStatus,
      rejectionReason: sql<
        string | null
      >`coalesce(${productEdits.rejectionReason}, ${products.rejectionReason})`,
      editStatus: products.editStatus,
      editorId: productEdits.editorId,
      moderatorChanges: sql<ProductPart[] | null>`(
        SELECT parts FROM ${moderatorChanges} WHERE ${moderatorChanges.productId} = ${products.id}
      )`,
      publishedName: products.name,
      publishedURL: products.url,
      publishedStatus: products.status,
      publishedScreenshotKey: publishedImages.key,
      publishedIconKey: publishedIcons.key,
    })
    .from(products)
    // A removed product keeps its edit, in case it is listed again.
    .leftJoin(productEdits, and(eq(productEdits.productId, products.id), isNotNull(products.editStatus)))
    .leftJoin(users, isSubmitter)
    .leftJoin(
      images,
      sql`${images.id} = CASE WHEN ${hasEdit} THEN ${productEdits.screenshotId} ELSE ${products.screenshotId} END`,
    )
    .leftJoin(
      icons,
      sql`${icons.id} = CASE WHEN ${hasEdit} THEN ${productEdits.iconId} ELSE ${products.iconId} END`,
    )
    .leftJoin(publishedImages, eq(publishedImages.id, products.screenshotId))
    .leftJoin(publishedIcons, eq(publishedIcons.id, products.iconId))
    .$dynamic();

export type SubmissionRow = Awaited<ReturnType<typeof selectLatest>>[number];

export async function findSubmissionById(db: Db, id: string): Promise<SubmissionRow | undefined> {
  const [row] = await selectLatest(db).where(eq(products.id, id));
  return row;
}

/** The products with these ids, in the same order. */
export async function listSubmissionsById(db: Db, ids: readonly string[]): Promise<SubmissionRow[]> {
  if (ids.length === 0) return [];
  const rows = await selectLatest(db).where(inArray(products.id, [...ids]));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

type SubmissionListOptions = PageFrom & { submitterId: string; status: ProductStatus };

export const submissionOrder = newestFirst('submitted');

export async function listSubmissions(
  db: Db,
  { submitterId, status, after, limit }: SubmissionListOptions,
): Promise<SubmissionRow[]> {
  const isAfter = submissionOrder.isAfter(after, products.createdAt, products.id);
  return selectLatest(db)
    .where(and(eq(products.submitterId, submitterId), eq(products.reviewStatus, status), isAfter))
    .orderBy(desc(products.createdAt), desc(products.id))
    .limit(limit);
}

/** Submissions of one status after a position, in the order of the queue. */
export async function listSubmissionsByStatus(
  db: Db,
  { status, after, limit }: Omit<SubmissionListOptions, 'submitterId'>,
): Promise<SubmissionRow[]> {
  const isAfter = queueOrder.isAfter(after, products.createdAt, products.id);
  return selectLatest(db)
    .where(and(eq(products.reviewStatus, status), isAfter))
    .orderBy(asc(products.createdAt), asc(products.id))
    .limit(limit);
}
