import type { FieldValue } from '@/lib/contract/field';
import { filterNumber } from '@/lib/contract/plain/filters';
import type { FacetAttribute } from '@/lib/contract/search';
import { type Field, readFacts } from './field';

/** A day is the number of seconds until it begins, as is usual in search indexes. */
const DAY_SECONDS = 86_400;

/** A field by which search can be filtered. */
export type Facet = {
  key: string;
  /** Numbers, amounts and days. */
  isNumeric: boolean;
  /** The token of a word, given as records have it. Undefined if the field cannot have it. */
  findToken: (word: string) => string | undefined;
  /** How an answer names the value of a token. */
  nameToken: (token: string) => string;
};

type ReadFacet = {
  key: string;
  /** What a record of the search index has under the key. */
  attribute: FacetAttribute;
  values: { token: string; number: number | null }[];
};

/** The keys under which values of facets may be stored. */
export const facetKeysOf = (fields: readonly Field[]): string[] =>
  fields.filter(isSearchFacet).flatMap(({ key, formerKeys }) => [key, ...formerKeys]);

export const facetsOf = (fields: readonly Field[]): ReadonlyMap<string, Facet> =>
  new Map(
    fields.filter(isSearchFacet).map((field) => {
      const isNumeric = field.filter?.kind === 'range';
      const read = (word: string) => {
        const reading = field.read([word]);
        return 'value' in reading ? reading : undefined;
      };
      const nameToken = (token: string) => {
        const reading = read(token);
        return reading ? String([describe(field, reading)].flat()[0]) : token;
      };
      return [
        field.key,
        {
          key: field.key,
          isNumeric,
          findToken: (word) => read(word)?.tokens[0],
          nameToken: isNumeric ? (token) => token : nameToken,
        },
      ];
    }),
  );

/** The facets of a product, from its stored values. */
export const readFacets = (
  fields: readonly Field[],
  stored: readonly { field: string; value: FieldValue }[],
): ReadFacet[] =>
  readFacts(fields.filter(isSearchFacet), stored).map(({ field, tokens, ...reading }) => {
    const attribute = describe(field, reading);
    return {
      key: field.key,
      attribute,
      values:
        typeof attribute === 'number'
          ? [{ token: String(attribute), number: attribute }]
          : tokens.map((token) => ({ token, number: null })),
    };
  });

const isSearchFacet = ({ isFacet, filter }: Field): boolean => isFacet && filter !== undefined;

/** Choices are their labels, as people read them, and "yes" is true. */
function describe(
  { filter }: Field,
  { value, parts }: { value: FieldValue; parts: readonly { text: string }[] },
): FacetAttribute {
  if (filter?.kind === 'range') return filterNumber(String(value)) * (filter.of === 'day' ? DAY_SECONDS : 1);
  if (typeof value === 'boolean') return value;
  const texts = parts.map(({ text }) => text);
  return Array.isArray(value) ? texts : texts.join();
}
