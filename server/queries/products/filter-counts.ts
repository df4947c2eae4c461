import { type SQL, sql } from 'drizzle-orm';
import type { FilterCounts } from '@/lib/contract/product-list';
import type { Filter, FilterField } from '@/lib/contract/plain/filters';
import type { Db } from '@/server/db/client';
import {
  chooseTerms,
  type Condition,
  conditionsOf,
  inOrder,
  type ListConditions,
  meets,
  runsOf,
  testedColumns,
} from './product-listings';

const COUNTED_ROWS_MAX = 1_000;
const COUNTED_TERMS_MAX = 100;
const TEXTS_MAX = 8;

type CountedList = ListConditions & {
  filters: readonly Filter[];
  productIds?: readonly string[];
};

/**
 * How many products of a list have each value of each field. A field that the list is filtered by is counted as if it
 * were not, because its values are alternatives. Of a long list, counts the first products in hot order.
 */
export async function countFilters(
  db: Db,
  fields: readonly FilterField[],
  { filters, filter, tagId, productIds }: CountedList,
): Promise<FilterCounts> {
  // No product has the values, so there is nothing to count.
  if (!filter) return { productCount: 0, isComplete: true, fields: [] };
  const rowsMax = Math.floor(COUNTED_ROWS_MAX / (1 + filter.values.length));
  const whole = await countTerms(db, { tagId, filter, productIds }, rowsMax);
  const wider = new Map<string, CountedTerms>();
  for (const { key } of filter.values) {
    const values = filter.values.filter((each) => each.key !== key);
    wider.set(key, await countTerms(db, { tagId, filter: { ...filter, values }, productIds }, rowsMax));
  }
  const selected = new Map(filters.map((each) => [each.key, 'values' in each ? each.values : []]));
  return {
    productCount: whole.productCount,
    isComplete: whole.isComplete,
    fields: fields.map(({ key, label, filter: { kind, ...options } }) => {
      const counted = (wider.get(key) ?? whole).terms.filter(({ field }) => field === key);
      const countOf = new Map(counted.map(({ value, count }) => [value, count]));
      const shown = new Set([...(selected.get(key) ?? []), ...countOf.keys()]);
      const known = 'choices' in options ? options.choices : undefined;
      const values = known
        ? known.filter(({ value }) => shown.has(value))
        : [...shown].slice(0, kind === 'texts' ? TEXTS_MAX : 0).map((value) => ({ value, label: value }));
      return {
        ...{ key, label },
        values: values.map((each) => ({ ...each, count: countOf.get(each.value) ?? 0 })),
      };
    }),
  };
}

type CountedTerms = {
  productCount: number;
  terms: { field: string; value: string; count: number }[];
  isComplete: boolean;
};

type CountedPart = ListConditions & Pick<CountedList, 'productIds'>;

async function countTerms(
  db: Db,
  { productIds, ...list }: CountedPart,
  rowsMax: number,
): Promise<CountedTerms> {
  const conditions = conditionsOf(list);
  const read = productIds ? rowsOf(productIds) : await firstRows(db, conditions, rowsMax);
  const { rows } = await db.execute<CountedTerms>(sql`
    WITH walked AS MATERIALIZED (
      SELECT * FROM ${read} LIMIT ${rowsMax}
    ), found AS MATERIALIZED (
      SELECT term_ids FROM walked WHERE ${meets(conditions)}
    ), counted AS (
      SELECT id, count(*)::integer AS count FROM found, unnest(term_ids) AS id
      WHERE id > 0 GROUP BY id ORDER BY count DESC, id LIMIT ${COUNTED_TERMS_MAX}
    )
    SELECT (SELECT count(*) FROM walked) < ${rowsMax} AS "isComplete",
      (SELECT count(*)::integer FROM found) AS "productCount",
      (
        SELECT coalesce(json_agg(json_build_object('field', field, 'value', value, 'count', count) ORDER BY count DESC, value), '[]')
        FROM counted JOIN field_terms USING (id) WHERE value <> ''
      ) AS terms`);
  return rows[0] ?? { productCount: 0, terms: [], isComplete: true };
}

const rowsOf = (productIds: readonly string[]): SQL => sql`(
  SELECT product_id${testedColumns} FROM product_listings
  WHERE product_id = ANY(${sql.param(productIds)}::bigint[]) AND term = 'all'
) AS given`;

async function firstRows(db: Db, conditions: readonly Condition[], rowsMax: number): Promise<SQL> {
  const part = { sort: 'hot' } as const;
  const terms = await chooseTerms(db, conditions, part, rowsMax);
  return sql`${runsOf(terms, part, rowsMax, testedColumns)} AS run ${inOrder}`;
}
