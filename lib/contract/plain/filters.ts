/** How lists are filtered by the values of one field. */
export type FieldFilter =
  | { kind: 'choices'; choices: { value: string; label: string }[] }
  /** By whatever texts the products have. */
  | { kind: 'texts' }
  /** From one number or day to another. */
  | { kind: 'range'; of: 'number' | 'day'; unit?: string };

/** A field by which lists can be filtered. */
export type FilterField = {
  /** Also the name of the parameter. */
  key: string;
  label: string;
  filter: FieldFilter;
  /** The one spelling of a text, such as `MIT` for `mit`. Only the server knows it. */
  readText?: (text: string) => string | undefined;
};

/**
 * The values that a list is filtered by: products have one of the values of a field (or), and match the filter of each
 * field (and). Both ends of a range belong to it; an end that is left out is open.
 */
export type Filter = { key: string; values: readonly string[] } | { key: string; from?: string; to?: string };

export const FILTER_LIMITS = {
  /** Fields that a list is filtered by at once. */
  fieldsMax: 8,
  /** Values of one field. */
  valuesMax: 10,
  valueCharsMax: 200,
} as const;

/**
 * Reads filters in the order of the fields, and values in the order of the choices. Whatever is no value of a field is
 * left out.
 *
 * The values of a parameter are separated by commas, `platform=web,linux`, and the ends of a range by two dots,
 * `weights=3..9`, `price=..20`. A form repeats the parameter for each value, and names the ends of a range
 * `weights.from` and `weights.to`.
 *
 * @param given every value of a parameter, decoded.
 */
export function readFilters(
  fields: readonly FilterField[],
  given: (key: string) => readonly string[],
): Filter[] {
  return fields.flatMap((field) => readFilter(field, given) ?? []).slice(0, FILTER_LIMITS.fieldsMax);
}

export const readFilterQuery = (fields: readonly FilterField[], query: string | undefined): Filter[] => {
  const given = new URLSearchParams(query);
  return readFilters(fields, (key) => given.getAll(key));
};

/** The parameters by which `readFilters` reads the filters again. */
export const filterParameters = (filters: readonly Filter[]): [key: string, value: string][] =>
  filters.map((filter) => [
    filter.key,
    'values' in filter
      ? filter.values.map((value) => value.replace(/[\\,]/g, '\\$&')).join(',')
      : filter.from === filter.to
        ? (filter.from ?? '')
        : `${filter.from ?? ''}..${filter.to ?? ''}`,
  ]);

/** Encodes a query. Commas stay as they are: URLs with filters are there to be read. */
export const encodeQuery = (parameters: Iterable<[key: string, value: string]>): string =>
  new URLSearchParams([...parameters]).toString().replaceAll('%2C', ',');

/** The filters as part of a URL: `price=free&platform=web,linux`. Equal filters are written alike. */
export const writeFilters = (filters: readonly Filter[]): string => encodeQuery(filterParameters(filters));

/** Whether a list is filtered by one choice of one field: such lists have pages of their own for search engines. */
export function isOneChoice(fields: readonly FilterField[], filters: readonly Filter[]): boolean {
  const [first, ...others] = filters;
  if (!first || others.length > 0 || !('values' in first) || first.values.length > 1) return false;
  return fields.some(({ key, filter }) => key === first.key && filter.kind === 'choices');
}

/** Adds a value to the filters, or removes it if it is one of them. */
export function toggleFilterValue(
  fields: readonly FilterField[],
  filters: readonly Filter[],
  { key, value }: { key: string; value: string },
): Filter[] {
  const given = new Map(filterParameters(filters));
  const values = filters.flatMap((filter) => (filter.key === key && 'values' in filter ? filter.values : []));
  const toggled = values.includes(value) ? values.filter((each) => each !== value) : [...values, value];
  const written = filterParameters([{ key, values: toggled }])[0]?.[1] ?? '';
  return readFilters(fields, (each) => [each === key ? written : (given.get(each) ?? '')]);
}

function readFilter(
  { key, filter, readText }: FilterField,
  givenAs: (key: string) => readonly string[],
): Filter | undefined {
  const given = givenAs(key);
  if (filter.kind === 'range') {
    const range = given[0] ?? RANGE_ENDS.map((end) => givenAs(`${key}.${end}`)[0] ?? '').join('..');
    return readRange(key, range, filter.of === 'day' ? readDay : readNumber);
  }
  const { valuesMax } = FILTER_LIMITS;
  // More would be read for nothing.
  const texts = given
    .slice(0, 2 * valuesMax)
    .flatMap(splitValues)
    .slice(0, 20 * valuesMax);
  const known = new Set(texts.map((text) => (filter.kind === 'choices' ? text.toLowerCase() : text)));
  const values =
    filter.kind === 'choices'
      ? filter.choices.map(({ value }) => value).filter((value) => known.has(value))
      : [...new Set([...known].flatMap((text) => (readText ?? asWritten)(text) ?? []))].sort();
  return values.length > 0 ? { key, values: values.slice(0, valuesMax) } : undefined;
}

/** After a dot, the names of the two fields of a form. Keys of fields have no dots. */
export const RANGE_ENDS = ['from', 'to'] as const;

/** A comma that belongs to a value follows a backslash. */
const splitValues = (text: string): string[] =>
  (text.match(/(?:\\.|[^\\,])+/gsu) ?? [])
    .map((value) => value.replace(/\\(.)/gsu, '$1').trim())
    .filter(
      (value) =>
        value !== '' && value.length <= FILTER_LIMITS.valueCharsMax && !/[\p{Cc}\p{Cs}]/u.test(value),
    );

const asWritten = (text: string): string | undefined => text;

function readRange(
  key: string,
  range: string,
  read: (text: string) => string | undefined,
): Filter | undefined {
  const [low, high = low] = range.split('..', 2);
  const ends = [read(low ?? ''), read(high ?? '')] as const;
  const [from, to] = isBefore(ends[1], ends[0]) ? [ends[1], ends[0]] : ends;
  if (from === undefined && to === undefined) return undefined;
  return { key, ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}

const isBefore = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && other !== undefined && filterNumber(one) < filterNumber(other);

/** The largest number of fields and their filters, also below zero. Larger ones have no digits behind the point. */
export const NUMBER_MAX = 1e15;

function readNumber(text: string): string | undefined {
  const number = /^\s*-?\d{1,16}(?:\.\d{1,10})?\s*$/.test(text) ? Number(text) + 0 : NaN;
  return Math.abs(number) <= NUMBER_MAX ? String(number) : undefined;
}

function readDay(text: string): string | undefined {
  const day = /^\s*(\d{4}-\d{2}-\d{2})\s*$/.exec(text)?.[1];
  const at = day === undefined ? NaN : Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day ?? '') ? day : undefined;
}

const DAY_TEXT = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;

/** The end of a range as a number: days count from 1970-01-01. */
export const filterNumber = (end: string): number =>
  DAY_TEXT.test(end) ? Date.parse(`${end}T00:00:00Z`) / DAY_MS : Number(end);
