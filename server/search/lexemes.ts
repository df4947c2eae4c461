import { fold } from '@/server/text/fold';
import { cutUnits, type QueryWord } from './search-text';

// The words of search documents, and conditions on them.

/** Between the prefix and a sign, so that no sign is taken for a word, a tag or a value. */
const SIGN = '/';
const ofWord = /[\p{L}\p{N}]/u;
export const signLexeme = (sign: string) => SIGN + sign;

/** The prefixes of a word that a product has anywhere; in its name, tagline or tags; in its tags; in its name. */
export const PREFIXES = { any: '', head: 't/', tag: 'g/', name: 'n/' } as const;
export type Prefix = keyof typeof PREFIXES;

/** Where a product must have a word. `head` is its name, tagline or tags; `label` its name or tags. */
export type SearchField = 'any' | 'head' | 'label' | 'tag' | 'name';

/** Prefixes up to this length, in characters, are stored as words, because half of all products match a single letter. */
export const shortPrefixChars = 2;

/** Names of tags are shorter. One letter may fold to 18, and a search may name a hundred tags. */
const tagUnitsMax = 100;

/** Returns the lexeme of a tag, given its name or slug: "Design Tools" and `design-tools` are equal. */
export function tagLexeme(nameOrSlug: string): string {
  const folded = fold(cutUnits(nameOrSlug, tagUnitsMax))
    .trim()
    .replace(/[\s-]+/g, ' ');
  return `#${cutUnits(folded, tagUnitsMax)}`;
}

const ofSyntax = /['\\]/;
/** A lexeme in `tsquery` syntax. Most lexemes have nothing to escape, and a search quotes hundreds. */
export const quoteLexeme = (lexeme: string) =>
  ofSyntax.test(lexeme) ? `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'` : `'${lexeme}'`;

/** Returns the condition, in `tsquery` syntax, that a document contains the word in the field. */
export function wordCondition(
  { text: word, isPrefix }: Pick<QueryWord, 'text' | 'isPrefix'>,
  field: SearchField,
): string {
  const text = ofWord.test(word) ? word : signLexeme(word);
  if (isPrefix && Array.from(text).length <= shortPrefixChars) {
    // Taglines and tags have no short prefixes of their own, because these would enlarge the index by a quarter.
    if (field === 'tag') return quoteLexeme(PREFIXES.tag + text);
    return quoteLexeme(`${field === 'name' || field === 'label' ? PREFIXES.name : ''}${text}*`);
  }
  const start = isPrefix ? ':*' : '';
  if (field !== 'label') return quoteLexeme(PREFIXES[field] + text) + start;
  return `(${quoteLexeme(PREFIXES.name + text)}${start} | ${quoteLexeme(PREFIXES.tag + text)}${start})`;
}

export const tagCondition = (nameOrSlug: string) => quoteLexeme(tagLexeme(nameOrSlug));
