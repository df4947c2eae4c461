import { type Prefix, PREFIXES, readTokens, shortPrefixChars, tagLexeme } from './search-text';

/** The words of a product in the search index. */
export type SearchWords = {
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
const vocabularyPattern =
  /^(?=.*\p{L})(?!.*[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])[\p{L}\p{N}\p{M}]{3,}$/u;

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
  const addText = (value: string, fields: readonly Prefix[]) => {
    for (const word of wordsOf(value)) {
      add(word, fields);
      if (plainVocabularyPattern.test(word) || vocabularyPattern.test(word)) vocabulary.add(word);
    }
  };

  for (const { text: word } of readTokens(name, { joinsWords: true })) add(word, ['any', 'head', 'name']);
  addText(name, ['any', 'head', 'name']);
  addText(tagline, ['any', 'head']);
  addText(text, ['any']);
  for (const tag of tags) {
    addText(tag.name, ['any', 'head', 'tag']);
    lexemes.add(tagLexeme(tag.name)).add(tagLexeme(tag.slug));
    for (const other of tag.otherNames ?? []) {
      addText(other, ['any', 'head', 'tag']);
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
