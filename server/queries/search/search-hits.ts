import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { type FieldValue, fieldValue } from '@/lib/contract/field';
import type { Db } from '@/server/db/client';
import { mapInSlices } from '@/server/base/iterate';
import { plainText } from '@/server/text/plain-text';

const hitRow = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  tagline: z.string(),
  description: z.string(),
  upvote_count: z.number(),
  icon_key: z.nullable(z.string()),
  brand_slug: z.nullable(z.string()),
  tags: z.array(z.string()),
  values: z.array(z.object({ field: z.string(), value: fieldValue })),
});

const readHits = z.tuple([z.object({ hits: z.array(z.unknown()) })]);

export type SearchHitRow = {
  id: string;
  slug: string;
  name: string;
  content: string;
  iconKey: string | null;
  brandSlug: string | null;
  tags: string[];
  upvoteCount: number;
  values: { field: string; value: FieldValue }[];
};

/** The search hits of these products, in this order. Products that are no longer approved are left out. */
export async function listSearchHits(
  db: Db,
  ids: readonly string[],
  valueKeys: readonly string[],
): Promise<SearchHitRow[]> {
  if (ids.length === 0) return [];
  const rows = await db.execute(
    sql`SELECT hits FROM search_hits(${sql.param(ids)}::bigint[], '{}', ${sql.param(valueKeys)}::text[])`,
  );
  const [{ hits }] = readHits.parse(rows.rows);
  return presentHits(hits);
}

export const presentHits = (hits: readonly unknown[]): Promise<SearchHitRow[]> =>
  mapInSlices(hits, (hit) => {
    const row = hitRow.parse(hit);
    return {
      id: row.id,
      slug: row.slug,
      name: row.name,
      content: joinTexts(row.tagline, plainText(row.description)),
      iconKey: row.icon_key,
      brandSlug: row.brand_slug,
      tags: row.tags,
      upvoteCount: row.upvote_count,
      values: row.values,
    };
  });

/** Taglines have no final period, but need one before more text. */
function joinTexts(tagline: string, description: string): string {
  if (description === '') return tagline;
  return `${tagline}${/[.!?…]$/u.test(tagline) ? '' : '.'} ${description}`;
}
