import { sql, type SQL } from 'drizzle-orm';
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

/** Hits that need not be read, by their ids. */
export type KnownHits = ReadonlyMap<string, SearchHitRow>;

/** The search hits of these products, in this order. Products that are no longer approved are left out. */
export async function listSearchHits(
  db: Db,
  ids: readonly string[],
  valueKeys: readonly string[],
  known: KnownHits = new Map(),
): Promise<SearchHitRow[]> {
  if (ids.length === 0) return [];
  const rows = await db.execute(
    sql`SELECT hits FROM search_hits(${sql.param(ids)}::bigint[], ${listIds(known)}::bigint[], ${sql.param(valueKeys)}::text[])`,
  );
  const [{ hits }] = readHits.parse(rows.rows);
  const read = new Map((await presentHits(hits)).map((hit) => [hit.id, hit]));
  return ids.flatMap((id) => known.get(id) ?? read.get(id) ?? []);
}

// As text: the driver takes longer to write an array.
export const listIds = (known: KnownHits) => `{${[...known.keys()].join()}}`;

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

export const searchCounts = z.object({
  tagCounts: z.array(z.object({ name: z.string(), count: z.int() })),
  facetCounts: z.array(
    z.object({
      key: z.string(),
      /** The tokens of the values that most matches have, most frequent first. */
      counts: z.array(z.tuple([z.string(), z.int()])),
      /** Null unless the values are numbers. */
      stats: z.nullable(z.object({ min: z.number(), max: z.number(), avg: z.number(), sum: z.number() })),
    }),
  ),
});
export type SearchCounts = z.infer<typeof searchCounts>;

/** Counts in a part of the matches stand for all of them. */
export const tagCounts = sql`(
  SELECT json_agg(json_build_object('name', name, 'count', count) ORDER BY count DESC, name) FROM (
    SELECT name, round((pair ->> 1)::int / counted_share)::int AS count
    FROM jsonb_array_elements(tag_counts) AS pair JOIN tags ON id = (pair ->> 0)::bigint AND is_listed
  ) AS named
)`;

/** Each field that matches have a value of, with its most frequent values. */
export const facetCounts = ({ keys, valuesMax }: { keys: SQL; valuesMax: SQL }) => sql`(
  SELECT json_agg(json_build_object('key', field, 'counts', counts, 'stats', stats)) FROM (
    SELECT field, json_agg(json_build_array(token, count) ORDER BY place) FILTER (WHERE place <= ${valuesMax}) AS counts,
      CASE WHEN min(number) IS NOT NULL THEN json_build_object(
        'min', min(number), 'max', max(number), 'avg', sum(number * count) / sum(count), 'sum', sum(number * count)
      ) END AS stats
    FROM (
      SELECT field, token, number, count, row_number() OVER (PARTITION BY field ORDER BY count DESC, token) AS place
      FROM (
        SELECT id, greatest(1, round(document_count / counted_share))::int AS count FROM unnest(facet_counts)
      ) AS estimated JOIN facet_values USING (id)
      WHERE field = ANY(${keys})
    ) AS placed GROUP BY field
  ) AS counted
)`;
