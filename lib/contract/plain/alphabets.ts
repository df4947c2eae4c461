/** The scripts that people write today (UAX 31, table 5). */
export const SCRIPTS = [
  ...['Latin', 'Cyrillic', 'Greek', 'Arabic', 'Armenian', 'Bengali', 'Bopomofo', 'Devanagari', 'Ethiopic'],
  ...['Georgian', 'Gujarati', 'Gurmukhi', 'Han', 'Hangul', 'Hebrew', 'Hiragana', 'Kannada', 'Katakana'],
  ...[
    'Khmer',
    'Lao',
    'Malayalam',
    'Myanmar',
    'Oriya',
    'Sinhala',
    'Tamil',
    'Telugu',
    'Thaana',
    'Thai',
    'Tibetan',
  ],
] as const;

/** Japanese, Korean and Chinese are each written with several scripts (UTS 39, 5.2). */
export const SCRIPTS_WRITTEN_TOGETHER = [
  ['Han', 'Hiragana', 'Katakana'],
  ['Han', 'Hangul'],
  ['Han', 'Bopomofo'],
] as const;

const lettersOf = (scripts: readonly string[]) =>
  scripts.map((script) => String.raw`\p{scx=${script}}`).join('');
const COMMON = String.raw`\p{sc=Common}\p{sc=Inherited}`;
const patternsOf = (...alphabets: (readonly string[])[]) =>
  alphabets.map((scripts) => new RegExp(`^[${lettersOf(scripts)}${COMMON}]*$`, 'u'));

const inOneAlphabet = patternsOf(...SCRIPTS.map((script) => [script]), ...SCRIPTS_WRITTEN_TOGETHER);
const inOneWriting = patternsOf(...SCRIPTS_WRITTEN_TOGETHER.map((scripts) => ['Latin', ...scripts]));
const inNoKnownAlphabet = new RegExp(`^[^${lettersOf(SCRIPTS)}]*$`, 'u');

export const isInOneAlphabet = (text: string): boolean =>
  inOneAlphabet.some((pattern) => pattern.test(text)) || inNoKnownAlphabet.test(text);

/** Whether all letters of a word belong to one alphabet, or are Latin ones in an East Asian word, as in “Tシャツ”. */
const isInOneWriting = (word: string): boolean =>
  isInOneAlphabet(word) || inOneWriting.some((pattern) => pattern.test(word));

const WORD_BREAKS = /[^\p{L}\p{M}\p{N}]+/u;

/** Whether a word of a text has letters of two alphabets, which may look alike. */
export const mixesAlphabets = (text: string): boolean => !text.split(WORD_BREAKS).every(isInOneWriting);
