import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';

/** How many matches have each tag and each value of a facet, in a row of a search. */
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
