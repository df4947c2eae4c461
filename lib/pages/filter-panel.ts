import type { FilterCounts } from '@/lib/contract/product-list';
import { relTo } from '@/lib/contract/plain/crawling';
import {
  type Filter,
  type FilterField,
  isOneChoice,
  readFilterQuery,
  readFilters,
  toggleFilterValue,
  writeFilters,
} from '@/lib/contract/plain/filters';
import { t } from '@/lib/texts/texts';

/** `rel` is for a view that robots are asked not to read. */
type Option = { label: string; count: number; href: string; rel?: string; isSelected?: true };

export type FilterRange = {
  type: 'number' | 'date';
  unit?: string;
  from?: string;
  to?: string;
  /** What else the URL of the list says: the form keeps it. */
  carried: [name: string, value: string][];
};

/** By what a list is filtered and can be filtered, with the URL of each next list. */
export type FilterPanel = {
  productCount: number;
  /** False: there are at least as many products as each count says. */
  isComplete: boolean;
  sections: { key: string; label: string; options: Option[]; range?: FilterRange }[];
  /** What the list is filtered by; each URL is that of the list without it. */
  active: { label: string; href: string; rel?: string }[];
  /** The URL without any filter. */
  clearHref: string;
  /** Search engines get the pages of single choices, because there is any number of combinations. */
  isIndexed: boolean;
};

/** The filters in the query of a page, as `writeFilters` writes them. */
export const filtersIn = (
  fields: readonly FilterField[],
  query: Partial<Record<string, string | string[]>>,
): string | undefined =>
  writeFilters(readFilters(fields, (key) => [query[key] ?? []].flat().map(String))) || undefined;

type FilteredList = {
  /** As `writeFilters` writes them. */
  filters?: string;
  /** The path of the first page of the list with other filters, or without any. */
  pathWith: (filters?: string) => string;
};

export function makeFilterPanel(
  fields: readonly FilterField[],
  counts: FilterCounts,
  list: FilteredList,
): FilterPanel {
  const filters = readFilterQuery(fields, list.filters);
  const hrefOf = (changed: readonly Filter[]) => list.pathWith(writeFilters(changed) || undefined);
  const linkTo = (href: string) => {
    const rel = relTo(href, undefined, fields);
    // Pages carry no value that is left out.
    return rel === undefined ? { href } : { href, rel };
  };
  const toggled = (key: string, value: string) => hrefOf(toggleFilterValue(fields, filters, { key, value }));
  const countedOf = new Map(counts.fields.map(({ key, values }) => [key, values]));
  const sections = fields.flatMap(({ key, label, filter }) => {
    const own = filters.find((each) => each.key === key);
    const selected = new Set(own && 'values' in own ? own.values : []);
    const options = (countedOf.get(key) ?? []).map((option) => ({
      ...{ label: option.label, count: option.count, ...linkTo(toggled(key, option.value)) },
      ...(selected.has(option.value) && { isSelected: true as const }),
    }));
    if (filter.kind !== 'range') return options.length > 0 ? { key, label, options } : [];
    const ends = own && !('values' in own) ? own : undefined;
    const others = hrefOf(filters.filter((each) => each !== own)).split('?')[1];
    return {
      ...{ key, label, options },
      range: makeRange(filter, ends, others),
    };
  });
  return {
    productCount: counts.productCount,
    isComplete: counts.isComplete,
    sections,
    active: filters.flatMap((filter) => {
      const field = fields.find(({ key }) => key === filter.key);
      if (!field) return [];
      if (!('values' in filter)) {
        const href = hrefOf(filters.filter((each) => each !== filter));
        return [{ label: labelled(field.label, describeRange(filter, field)), ...linkTo(href) }];
      }
      return filter.values.map((value) => ({
        label: describeValue(field, value),
        ...linkTo(toggled(field.key, value)),
      }));
    }),
    clearHref: hrefOf([]),
    isIndexed: isOneChoice(fields, filters),
  };
}

type RangeFilter = Extract<FilterField['filter'], { kind: 'range' }>;

/** @param others the query of the list without this filter. */
export const makeRange = (
  { of, unit }: RangeFilter,
  { from, to }: { from?: string; to?: string } = {},
  others = '',
): FilterRange => ({
  type: of === 'day' ? 'date' : 'number',
  ...(unit !== undefined && { unit }),
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to }),
  carried: [...new URLSearchParams(others)],
});

const labelled = (label: string, value: string) =>
  t('filter.labelled', '{label}: {value}' /* by what a list is filtered */, { label, value });

/** A value in the words of the site file. “Yes” alone says nothing. */
function describeValue({ label, filter }: FilterField, value: string): string {
  if (filter.kind !== 'choices') return labelled(label, value);
  const chosen = filter.choices.find((choice) => choice.value === value)?.label ?? value;
  const isYesOrNo =
    filter.choices.length === 2 && filter.choices.every((each) => /^(yes|no)$/.test(each.value));
  return isYesOrNo ? labelled(label, chosen) : chosen;
}

function describeRange(
  { from, to }: { from?: string; to?: string },
  { filter }: Pick<FilterField, 'filter'>,
): string {
  const unit = filter.kind === 'range' ? filter.unit : undefined;
  const inUnit = (end: string) =>
    unit === undefined
      ? end
      : t('filter.inUnit', '{number} {unit}' /* such as 3 kg */, { number: end, unit });
  if (from === undefined) return t('filter.upTo', 'up to {end}', { end: inUnit(to ?? '') });
  if (to === undefined)
    return t('filter.from', 'from {start}' /* a number or a day */, { start: inUnit(from) });
  return from === to
    ? inUnit(from)
    : t('filter.between', '{start} to {end}', { start: from, end: inUnit(to) });
}
