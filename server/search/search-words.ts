import { fold } from '@/server/text/fold';
import { type QueryWord, readTokens } from './search-text';

/** What the index keeps of a product. */
export type SearchWords = {
  /** Every form under which the product is found, as the column `search_documents.words` has them. */
  lexemes: string[];
  /** Plain words that typing mistakes are corrected to. */
  vocabulary: string[];
};

/** Which of a product's texts a word has to be in: anywhere; its name or tagline; its name. */
const SEARCH_FIELDS = { any: '', head: 't/', name: 'n/' } as const;
export type SearchField = keyof typeof SEARCH_FIELDS;

type SearchableTexts = {
  name: string;
  tagline: string;
  text: string;
  tags: readonly { name: string; slug: string }[];
};

/** Beginnings up to this length stand in the index themselves: half of all products have a word with an r. Characters. */
const shortPrefixChars = 2;

/** A word that corrections may lead to: three letters or digits, a letter among them, no window of an unspaced script. */
const vocabularyPattern =
  /^(?=.*\p{L})(?!.*[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])[\p{L}\p{N}\p{M}]{3,}$/u;

/** Most words by far, told at a tenth of the price. */
const plainVocabularyPattern = /^[a-z][a-z0-9]{2,}$/;

export function readSearchWords({ name, tagline, text, tags }: SearchableTexts): SearchWords {
  const lexemes = new Set<string>();
  const vocabulary = new Set<string>();
  const add = (word: string, fields: readonly SearchField[]) => {
    for (const field of fields) lexemes.add(SEARCH_FIELDS[field] + word);
    for (const start of shortPrefixes(word)) {
      lexemes.add(`${start}*`);
      if (fields.includes('name')) lexemes.add(`${SEARCH_FIELDS.name}${start}*`);
    }
  };
  const addText = (value: string, fields: readonly SearchField[]) => {
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
    addText(tag.name, ['any']);
    lexemes.add(tagLexeme(tag.name)).add(tagLexeme(tag.slug));
  }
  return { lexemes: [...lexemes], vocabulary: [...vocabulary] };
}

const wordsOf = (text: string) => new Set(readTokens(text).map(({ text: word }) => word));

/** No character of the first two takes two units. */
const asciiStart = /^[\x20-\x7e]([\x20-\x7e]|$)/;

function shortPrefixes(word: string): string[] {
  if (asciiStart.test(word)) return word.length === 1 ? [word] : [word.slice(0, 1), word.slice(0, 2)];
  const characters = Array.from(word.slice(0, 2 * shortPrefixChars)).slice(0, shortPrefixChars);
  return characters.map((_, index) => characters.slice(0, index + 1).join(''));
}

/** By its name or its slug, in any case: "Design Tools" and `design-tools` are one. */
function tagLexeme(nameOrSlug: string): string {
  return `#${fold(nameOrSlug)
    .trim()
    .replace(/[\s-]+/g, ' ')}`;
}

const quote = (lexeme: string) => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

/** The condition on a document, in the language of `tsquery`, that it has the word in the field. */
export function wordCondition(
  { text, isPrefix }: Pick<QueryWord, 'text' | 'isPrefix'>,
  field: SearchField,
): string {
  if (!isPrefix) return quote(SEARCH_FIELDS[field] + text);
  const isShort = Array.from(text).length <= shortPrefixChars;
  if (!isShort) return `${quote(SEARCH_FIELDS[field] + text)}:*`;
  // Taglines have no short beginnings of their own: they would add a quarter to the index.
  return quote(`${field === 'name' ? SEARCH_FIELDS.name : ''}${text}*`);
}

export const tagCondition = (nameOrSlug: string) => quote(tagLexeme(nameOrSlug));
