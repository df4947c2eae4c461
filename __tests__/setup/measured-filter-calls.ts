import { DAY_MS } from '@/lib/contract/plain/durations';
import { type FilterField, readFilterQuery } from '@/lib/contract/plain/filters';
import { hotScore } from '@/lib/contract/plain/ranking';
import type { Db } from '@/server/db/client';
import { countFilters } from '@/server/queries/products/filter-counts';
import { readApprovedProducts } from '@/server/queries/products/product-listings';
import { findListFilter } from '@/server/queries/products/product-terms';
import { SKEWED, SKEWED_NOW } from './skewed-rows';

/** A call on the rows of `insertSkewedRows`, and the most blocks that it may touch with 20,000 products. */
export type MeasuredCall = [name: string, call: (db: Db) => Promise<unknown>, blocksMax: number];

/** A page of 30, and the row after it. */
export const limit = 31;
const daysAgo = (days: number) => new Date(SKEWED_NOW.getTime() - days * DAY_MS);

/** After nine tenths of the products, or after all that have an upvote. */
export const deep = {
  hot: { value: hotScore(0, daysAgo(360)), id: '1' },
  new: { value: daysAgo(360), id: '1' },
  top: { value: 0, id: '900' },
};

const filterFields = Array.from({ length: 8 }, (_, index): FilterField => {
  const choices = Array.from({ length: 9 }, (_, value) => ({ value: String(value + 1), label: 'Value' }));
  const filter: FilterField['filter'] =
    index < 7 ? { kind: 'choices', choices } : { kind: 'range', of: 'number' };
  return { key: `field-${index + 1}`, label: 'Field', filter };
});
type PageOptions = Partial<Parameters<typeof readApprovedProducts>[1]>;
const filtered =
  (query: string, options: PageOptions = {}) =>
  async (db: Db) => {
    const filter = await findListFilter(db, readFilterQuery(filterFields, query));
    return readApprovedProducts(db, { sort: 'hot', limit, filter, ...options });
  };
const counted = (query: string, tagId?: string) => async (db: Db) => {
  const filters = readFilterQuery(filterFields, query);
  return countFilters(db, filterFields, { filters, filter: await findListFilter(db, filters), tagId });
};
const { largeTag, oldTag, frequentValue, otherFrequentValue, rareValue } = SKEWED;
const twoFrequent = `${frequentValue}&${otherFrequentValue}`;
const everyFilter =
  [1, 2, 3, 4, 5, 6, 7].map((field) => `field-${field}=1,2,3`).join('&') + '&field-8=100..900';
const month = { sort: 'top', period: { since: daysAgo(30), until: SKEWED_NOW } } as const;

/** Lists with filters, which anyone may ask for. */
export const filterCalls: readonly MeasuredCall[] = [
  ['a value', filtered(frequentValue), 360],
  ['a value, new', filtered(frequentValue, { sort: 'new' }), 360],
  ['a value, top', filtered(frequentValue, { sort: 'top' }), 360],
  ['a value, deep', filtered(frequentValue, { after: deep.hot }), 380],
  ['a rare value, new', filtered(rareValue, { sort: 'new' }), 380],
  ['a rare value, deep', filtered(rareValue, { after: deep.hot }), 380],
  ['top of the month with a value', filtered(frequentValue, { ...month }), 500],
  ['three values of a field', filtered('field-1=1,2,3'), 400],
  ['a range', filtered('field-8=100..900'), 420],
  ['a narrow range, deep', filtered('field-8=7', { after: deep.hot }), 240],
  ['two values', filtered(twoFrequent), 480],
  ['two values in a large tag', filtered(twoFrequent, { tagId: largeTag }), 500],
  ['two values in a tag of old products, new', filtered(twoFrequent, { tagId: oldTag, sort: 'new' }), 500],
  ['two values, deep', filtered(twoFrequent, { after: deep.hot }), 480],
  ['a frequent and a rare value', filtered(`${frequentValue}&${rareValue}`), 480],
  ['two values and a narrow range', filtered(`${twoFrequent}&field-8=7`), 260],
  ['three values of each of seven fields, and a range', filtered(everyFilter), 420],
  ['top of the month with two values', filtered(twoFrequent, { ...month }), 500],
  ['counts for all', counted(''), 2_000],
  ['counts for a large tag', counted('', largeTag), 2_000],
  ['counts for two values', counted(twoFrequent), 2_000],
  ['counts for three values of each of seven fields, and a range', counted(everyFilter), 1_700],
];
