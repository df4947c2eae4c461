import type { FormField } from '@/lib/contract/field';
import { type Filter, filterNumber } from '@/lib/contract/plain/filters';
import { attributeOf } from './search-facets';

const DAY_SECONDS = 86_400;

/** The conditions of the filters in Algolia's syntax, by the keys of their fields. */
export const writeConditions = (
  fields: readonly FormField[],
  filters: readonly Filter[],
): Record<string, string> =>
  Object.fromEntries(
    filters.flatMap((filter) => {
      const field = fields.find(({ key }) => key === filter.key);
      return field ? [[filter.key, writeCondition(field, filter)]] : [];
    }),
  );

function writeCondition(field: FormField, filter: Filter): string {
  if ('values' in filter) {
    const values = filter.values.map((value) => `${field.key}:"${escape(attributeOf(field, value))}"`);
    return `(${values.join(' OR ')})`;
  }
  const seconds = field.filter?.kind === 'range' && field.filter.of === 'day' ? DAY_SECONDS : 1;
  const ends = [
    ...(filter.from === undefined ? [] : [`${field.key} >= ${filterNumber(filter.from) * seconds}`]),
    ...(filter.to === undefined ? [] : [`${field.key} <= ${filterNumber(filter.to) * seconds}`]),
  ];
  return ends.join(' AND ');
}

const escape = (text: string) => text.replace(/["\\]/g, '\\$&');
