import { sql } from 'drizzle-orm';
import { type Filter, filterNumber } from '@/lib/contract/plain/filters';
import type { Db } from '@/server/db/client';
import type { StoredValue } from '@/server/db/schema';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@/lib/contract/plain/durations';
import { timestamptz } from '@/server/queries/sql-values';

/** The term of every product that has a value in a field of numbers or days. */
export const ANY_VALUE = '';

export type ProductTerms = {
  productId: string;
  terms: { field: string; value: string }[];
  /** By key of the field. */
  numbers: Record<string, number>;
};

type ValuesOfProduct = { productId: string; values: Pick<StoredValue, 'field' | 'value'>[] };

export async function listValuesOfProducts(
  db: Db,
  productIds: readonly string[],
): Promise<ValuesOfProduct[]> {
  const { rows } = await db.execute<ValuesOfProduct>(sql`
    SELECT id AS "productId", (
      SELECT coalesce(json_agg(json_build_object('field', field, 'value', value)), '[]')
      FROM product_values WHERE product_id = id
    ) AS values
    FROM unnest(${sql.param(productIds)}::bigint[]) AS given (id)`);
  return rows;
}

/** Replaces the terms of products. @param facets the facets of the site file, as a digest. */
export async function upsertProductTerms(
  db: Db,
  facets: string,
  made: readonly ProductTerms[],
): Promise<void> {
  const given = sql`jsonb_to_recordset(${JSON.stringify(made)}::jsonb) AS given ("productId" bigint, terms jsonb, numbers jsonb)`;
  const terms = sql`jsonb_to_recordset(given.terms) AS term (field text, value text)`;
  await db.execute(sql`
    INSERT INTO field_terms (field, value)
    SELECT DISTINCT term.field, term.value FROM ${given}, ${terms}
    WHERE NOT EXISTS (
      SELECT FROM field_terms known WHERE (known.field, known.value) = (term.field, term.value)
    )
    ORDER BY 1, 2
    ON CONFLICT DO NOTHING`);
  await db.execute(sql`
    INSERT INTO product_terms AS present (product_id, facets, term_ids, numbers)
    SELECT "productId", ${facets}, ARRAY(
      SELECT id FROM ${terms} JOIN field_terms known ON (known.field, known.value) = (term.field, term.value) ORDER BY id
    ), nullif(numbers, '{}')
    FROM ${given}
    WHERE EXISTS (SELECT FROM products WHERE id = "productId")
    ORDER BY "productId"
    ON CONFLICT (product_id) DO UPDATE
    SET facets = excluded.facets, term_ids = excluded.term_ids, numbers = excluded.numbers
    WHERE present.facets <> excluded.facets`);
}

/**
 * Locks products whose values have changed since their terms were made, or whose terms were made for other facets.
 * Leaves out products that somebody is changing.
 */
export async function lockProductsWithStaleTerms(db: Db, facets: string, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT products.id FROM (
      (SELECT product_id FROM product_terms WHERE facets < ${facets} ORDER BY facets, product_id LIMIT ${limit})
      UNION ALL
      (SELECT product_id FROM product_terms WHERE facets > ${facets} ORDER BY facets, product_id LIMIT ${limit})
    ) AS stale JOIN products ON products.id = product_id
    ORDER BY products.id LIMIT ${limit}
    FOR NO KEY UPDATE OF products SKIP LOCKED`);
  return rows.map(({ id }) => id);
}

/** What the rows of `product_listings` are tested for. */
export type ListFilter = {
  /** Of each field, the ids of terms of which a product has one. */
  values: readonly { key: string; termIds: readonly number[] }[];
  ranges: readonly { key: string; termId: number; from?: number; to?: number }[];
};

/** @returns undefined if no product can match: for one of the fields, no product has any of the given values. */
export async function findListFilter(db: Db, filters: readonly Filter[]): Promise<ListFilter | undefined> {
  if (filters.length === 0) return { values: [], ranges: [] };
  const asked = filters.flatMap((filter) =>
    ('values' in filter ? filter.values : [ANY_VALUE]).map((value) => ({ field: filter.key, value })),
  );
  const { rows } = await db.execute<{ id: number; field: string }>(sql`
    SELECT id, known.field FROM jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) AS asked (field text, value text)
    CROSS JOIN LATERAL (
      SELECT id, field FROM field_terms WHERE field = asked.field AND value = asked.value LIMIT 1
    ) AS known
    ORDER BY id`);
  const idsOf = (key: string) => rows.filter(({ field }) => field === key).map(({ id }) => id);
  if (filters.some(({ key }) => idsOf(key).length === 0)) return undefined;
  return {
    values: filters.filter((filter) => 'values' in filter).map(({ key }) => ({ key, termIds: idsOf(key) })),
    ranges: filters.flatMap((filter) => {
      const [termId] = idsOf(filter.key);
      if ('values' in filter || termId === undefined) return [];
      const { key, from, to } = filter;
      return {
        ...{ key, termId },
        ...(from !== undefined && { from: filterNumber(from) }),
        ...(to !== undefined && { to: filterNumber(to) }),
      };
    }),
  };
}

const RUNNING_MS = MINUTE_MS;
const NOTED_EVERY_MS = 15 * SECOND_MS;

/**
 * Notes that a running process has a site file with these facets.
 *
 * @returns whether no other process runs whose file began later.
 */
export async function noteSiteFile(db: Db, facets: string, now: Date): Promise<boolean> {
  const ago = (ms: number) => timestamptz(new Date(now.getTime() - ms));
  await db.execute(sql`
    INSERT INTO site_files AS known (facets, since, seen_at) VALUES (${facets}, ${ago(0)}, ${ago(0)})
    ON CONFLICT (facets) DO UPDATE SET
      since = CASE WHEN known.seen_at < ${ago(RUNNING_MS)} THEN excluded.since ELSE known.since END,
      seen_at = excluded.seen_at
    WHERE known.seen_at < ${ago(NOTED_EVERY_MS)}`);
  await db.execute(sql`DELETE FROM site_files WHERE seen_at < ${ago(DAY_MS)}`);
  const { rows } = await db.execute(sql`
    SELECT FROM site_files own JOIN site_files other ON (other.since, other.facets) > (own.since, own.facets)
    WHERE own.facets = ${facets} AND other.seen_at >= ${ago(RUNNING_MS)} LIMIT 1`);
  return rows.length === 0;
}
