import type { FormField } from '@/lib/contract/field';
import { type FilterField, type Filter, filterNumber } from '@/lib/contract/plain/filters';

// Filters of a list in the words of the search index: choices by their labels, yes and no as true and false, days in seconds.

/** A value of a field, as filters and as people name it, with the number of results that have it. */
export type FacetValue = { value: string; label: string; count: number };

export const filterFieldsOf = (fields: readonly FormField[]): FilterField[] =>
  fields.flatMap(({ key, label, filter }) => (filter ? [{ key, label, filter }] : []));

/** The values of a field among the results, most frequent first. */
export const readFacetValues = (field: FormField, counts: Record<string, number>): FacetValue[] =>
  Object.entries(counts)
    .map(([attribute, count]) => ({ ...filterValueOf(field, attribute), count }))
    .toSorted((one, other) => other.count - one.count);

/** How people name a value of a filter. */
export const labelOf = (field: FormField, value: string): string =>
  isYesOrNo(field) ? `${field.label}: ${choiceLabel(field, value)}` : choiceLabel(field, value);

const choicesOf = ({ filter }: FormField) => (filter?.kind === 'choices' ? filter.choices : []);
const choiceLabel = (field: FormField, value: string) =>
  choicesOf(field).find((choice) => choice.value === value)?.label ?? value;

/** The form of a yes or no has other values than its filter. */
const isYesOrNo = (field: FormField): boolean =>
  field.control.kind === 'one-of' && field.control.choices[0]?.value !== choicesOf(field)[0]?.value;

/** A value of a filter, as the index has it. */
export function attributeOf(field: FormField, value: string): string {
  const label = choiceLabel(field, value);
  if (!isYesOrNo(field) || field.control.kind !== 'one-of') return label;
  return field.control.choices.find((choice) => choice.label === label)?.value ?? label;
}

function filterValueOf(field: FormField, attribute: string): { value: string; label: string } {
  const choice = choicesOf(field).find(({ value }) => attributeOf(field, value) === attribute);
  const value = choice?.value ?? attribute;
  return { value, label: labelOf(field, value) };
}

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
