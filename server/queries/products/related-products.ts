import { sql } from 'drizzle-orm';
import type { ProductStatus } from '@/lib/contract/product-reference';
import type { Db } from '@/server/db/client';
import { type ListedProductRow, listProducts } from './products';

/** How many of each tag's hottest products are candidates. In a large table each candidate may be in a different block. */
const relatedCandidatesPerTag = 40;

/**
 * Approved products that share the most tags with the product of a slug, hottest first among equals. The list is
 * empty when no product of these statuses has the slug as its present one.
 */
export async function listRelatedProducts(
  db: Db,
  { slug, statuses, limit }: { slug: string; statuses: readonly ProductStatus[]; limit: number },
): Promise<ListedProductRow[]> {
  return listProducts(
    db,
    sql`
      SELECT candidate.product_id
      FROM products subject
      JOIN product_tags mine ON mine.product_id = subject.id
      CROSS JOIN LATERAL (
        SELECT product_id, hot FROM product_listings
        WHERE term = 'tag:' || mine.tag_id AND product_id <> subject.id
        ORDER BY hot DESC, product_id DESC
        LIMIT ${relatedCandidatesPerTag}
      ) AS candidate
      WHERE subject.slug = ${slug} AND subject.status = ANY(${sql.param(statuses)}::text[])
      GROUP BY candidate.product_id, candidate.hot
      ORDER BY count(*) DESC, candidate.hot DESC, candidate.product_id DESC
      LIMIT ${limit}`,
  );
}
