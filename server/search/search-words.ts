import { UNSPACED_LETTERS } from '@/lib/contract/plain/words';
import { readTokens } from './search-text';
import { type Prefix, PREFIXES, quoteLexeme, shortPrefixChars, signLexeme, tagLexeme } from './lexemes';
import { readSigns } from './signs';

/** The words of a product in the search index. */
type SearchWords = {
  /** Every form under which the product is found, as stored in the column `search_documents.words`. */
  lexemes: string[];
  /** Plain words that typos can be corrected to. */
  vocabulary: string[];
};

type SearchableTexts = {
  name: string;
  tagline: string;
  text: string;
  /** `otherNames` lead to the tag, too. */
  tags: readonly { name: string; slug: string; otherNames?: readonly string[] }[];
  /** The lexemes of its facets. */
  facetLexemes?: readonly string[];
};

/** Matches possible corrections: at least three letters or digits, at least one letter, no script without spaces. */
const vocabularyPattern = new RegExp(
  `^(?=.*\\p{L})(?!.*[${UNSPACED_LETTERS}])[\\p{L}\\p{N}\\p{M}]{3,}$`,
  'u',
);

/** A tenfold faster test that decides most words. */
const plainVocabularyPattern = /^[a-z][a-z0-9]{2,}$/;

export function readSearchWords({
  name,
  tagline,
  text,
  tags,
  facetLexemes = [],
}: SearchableTexts): SearchWords {
  const lexemes = new Set(facetLexemes);
  const vocabulary = new Set<string>();
  const add = (word: string, fields: readonly Prefix[]) => {
    for (const field of fields) lexemes.add(PREFIXES[field] + word);
    for (const start of shortPrefixes(word)) {
      lexemes.add(`${start}*`);
      if (fields.includes('name')) lexemes.add(`${PREFIXES.name}${start}*`);
    }
  };
  const addText = (value: string, fields: readonly Prefix[], { readsAll = false } = {}) => {
    for (const sign of new Set(readSigns(value, { readsAll }).map(({ text: each }) => each)))
      for (const field of fields) lexemes.add(PREFIXES[field] + signLexeme(sign));
    for (const word of wordsOf(value)) {
      add(word, fields);
      if (plainVocabularyPattern.test(word) || vocabularyPattern.test(word)) vocabulary.add(word);
    }
  };

  for (const { text: word } of readTokens(name, { joinsWords: true })) add(word, ['any', 'head', 'name']);
  addText(name, ['any', 'head', 'name'], { readsAll: true });
  addText(tagline, ['any', 'head']);
  addText(text, ['any']);
  for (const tag of tags) {
    addText(tag.name, ['any', 'head', 'tag'], { readsAll: true });
    lexemes.add(tagLexeme(tag.name)).add(tagLexeme(tag.slug));
    for (const other of tag.otherNames ?? []) {
      addText(other, ['any', 'head', 'tag'], { readsAll: true });
      lexemes.add(tagLexeme(other));
    }
  }
  return { lexemes: [...lexemes], vocabulary: [...vocabulary] };
}

const wordsOf = (text: string) => new Set(readTokens(text).map(({ text: word }) => word));

/** Whether the first two characters take one UTF-16 unit each. */
const asciiStart = /^[\x20-\x7e]([\x20-\x7e]|$)/;

function shortPrefixes(word: string): string[] {
  if (asciiStart.test(word)) return word.length === 1 ? [word] : [word.slice(0, 1), word.slice(0, 2)];
  const characters = Array.from(word.slice(0, 2 * shortPrefixChars)).slice(0, shortPrefixChars);
  return characters.map((_, index) => characters.slice(0, index + 1).join(''));
}

// The values of facets as words of search documents, so that any combination of filters is one condition on words.

export type Comparison = '<' | '<=' | '=' | '!=' | '>=' | '>';

/** A word of a facet, such as `@platform:linux`. */
export const facetLexeme = (key: string, token: string): string => `@${key}:${token}`;

export const facetCondition = (key: string, token: string): string => quoteLexeme(facetLexeme(key, token));

/**
 * A number as a sign, the power of ten and the digits: 25 is `p501` and `25`. A document has every beginning of it, so
 * that all numbers from one on are those with a few beginnings, however many numbers there are.
 */
function readCode(number: number): { sign: 'n' | 'o' | 'p'; body: string } {
  if (number === 0) return { sign: 'o', body: '' };
  const [digits = '', exponent] = Math.abs(number).toExponential().split('e');
  return {
    sign: number < 0 ? 'n' : 'p',
    body: String(500 + Number(exponent)) + digits.replace('.', ''),
  };
}

const numberLexeme = (key: string, code: string): string => `@${key}=${code}`;
/** After the whole number, which is the beginning of others. */
const END = '.';

export function numberLexemes(key: string, number: number): string[] {
  const { sign, body } = readCode(number);
  const beginnings = Array.from({ length: body.length + 1 }, (_, length) => sign + body.slice(0, length));
  return [...beginnings, sign + body + END].map((code) => numberLexeme(key, code));
}

/** Returns the condition, in `tsquery` syntax, that a document has such a number. */
export function numberCondition(key: string, comparison: Comparison, number: number): string {
  const { sign, body } = readCode(number);
  const same = sign + body + END;
  const codes = {
    '<': () => below(sign, body),
    '<=': () => [...below(sign, body), same],
    '=': () => [same],
    '!=': () => [same],
    '>=': () => [...above(sign, body), same],
    '>': () => above(sign, body),
  }[comparison]();
  const oneOf = `(${codes.map((code) => quoteLexeme(numberLexeme(key, code))).join(' | ')})`;
  return comparison === '!=' ? `!${oneOf}` : oneOf;
}

function above(sign: 'n' | 'o' | 'p', body: string): string[] {
  if (sign === 'p') return fartherFromZero('p', body);
  return sign === 'o' ? ['p'] : ['p', 'o', ...nearerToZero('n', body)];
}

function below(sign: 'n' | 'o' | 'p', body: string): string[] {
  if (sign === 'n') return fartherFromZero('n', body);
  return sign === 'o' ? ['n'] : ['n', 'o', ...nearerToZero('p', body)];
}

const DIGITS = '0123456789';

const fartherFromZero = (sign: string, body: string): string[] => [
  ...Array.from(body).flatMap((digit, index) =>
    Array.from(DIGITS.slice(Number(digit) + 1), (larger) => sign + body.slice(0, index) + larger),
  ),
  ...Array.from(DIGITS, (digit) => sign + body + digit),
];

/** The power of ten has three digits. */
const POWER_DIGITS = 3;

const nearerToZero = (sign: string, body: string): string[] => [
  ...Array.from(body).flatMap((digit, index) =>
    Array.from(DIGITS.slice(0, Number(digit)), (smaller) => sign + body.slice(0, index) + smaller),
  ),
  ...Array.from(
    body.slice(POWER_DIGITS + 1),
    (_, index) => sign + body.slice(0, POWER_DIGITS + 1 + index) + END,
  ),
];
