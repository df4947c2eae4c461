import { createHash } from 'node:crypto';
import type { Fact, FieldControl, FieldValue, FormField, ListedFact, PageFact } from '@/lib/contract/field';
import { type FieldFilter, type FilterField, filterNumber } from '@/lib/contract/plain/filters';
import type { FacetAttribute } from '@/lib/contract/search';
import { formatRow } from '@/lib/texts/lists';

/** What a field makes of an input or of a stored value. */
export type Reading =
  | {
      value: FieldValue;
      /** What people read. */
      parts: Fact['parts'];
      /** What filters find it by. One spelling for each value. */
      tokens: readonly string[];
    }
  | {
      /** Why it cannot be a value of this field, as a sentence. */
      problem: string;
    };

/** What a type makes of one declaration. */
export type FieldBehavior = {
  control: FieldControl;
  /** Whether a word alone, without a label, is a value of the field. Absent if no word is. */
  recognizes?: (word: string) => boolean;
  /** Whether a value says nothing without the label: `Yes`, `9`. */
  needsLabel?: true;
  /** How lists are filtered by the field. Absent for types that are no filter. */
  filter?: FieldFilter;
  /** Takes what people type, cells of imported files and stored values, also those of another type. */
  read: (input: unknown) => Reading;
};

/** A field that the owner has declared. */
export type Field = FieldBehavior &
  Pick<FormField, 'key' | 'label' | 'help' | 'isRequired'> & {
    type: string;
    /** Whether lists can be filtered by it. */
    isFacet: boolean;
    /** Whether lists show the value of each product. */
    isListed: boolean;
    /** What of a product's page its form suggests. */
    fromPage?: PageFact;
    /** Under which values may be stored, because the field was renamed. */
    formerKeys: readonly string[];
    /** All that its declaration says, as one text. */
    declaration: string;
  };

/** The same for keys and labels that imports cannot tell apart: lower case, letters and digits only. */
export function comparableName(name: string): string {
  const key = name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
  return key === '' ? name.trim() : key;
}

/** Changes whenever the terms may change that lists find products by. Never empty. */
export const facetsDigest = (fields: readonly Field[]): string =>
  createHash('sha256')
    .update(JSON.stringify(fields.flatMap(({ isFacet, declaration }) => (isFacet ? declaration : []))))
    .digest('base64url')
    .slice(0, 16);

/** The fields by which lists can be filtered, in the order of the file. */
export const filterFieldsOf = (fields: readonly Field[]): FilterField[] =>
  fields.flatMap(({ key, label, isFacet, filter, read }) => {
    if (!isFacet || !filter) return [];
    const readText = (text: string) => {
      const reading = read(text);
      return 'tokens' in reading ? reading.tokens[0] : undefined;
    };
    return { key, label, filter, ...(filter.kind === 'texts' && { readText }) };
  });

/**
 * The values that the declared fields can read, in the order of the fields. A value that was stored under a former key
 * counts unless there is one under the present key.
 */
export function readFacts<Stored extends { field: string; value: FieldValue }>(
  fields: readonly Field[],
  stored: readonly Stored[],
) {
  const byKey = new Map(stored.map((each) => [each.field, each]));
  return fields.flatMap((field) => {
    const found = [field.key, ...field.formerKeys]
      .map((key) => byKey.get(key))
      .find((each) => each !== undefined);
    const reading = found && field.read(found.value);
    return found && reading && 'value' in reading ? [{ field, stored: found, ...reading }] : [];
  });
}

/** The values that lists show, each as one text. */
export const readListedFacts = (
  fields: readonly Field[],
  stored: readonly { field: string; value: FieldValue }[],
): ListedFact[] =>
  readFacts(
    fields.filter(({ isListed }) => isListed),
    stored,
  ).map(({ field: { key, label, needsLabel }, parts }) => {
    const text = formatRow(parts.map((part) => part.text));
    return { key, text: needsLabel ? `${label}: ${text}` : text };
  });

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
