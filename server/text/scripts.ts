import { splitWords } from './split-words';

/** The scripts that people write today (UAX 31, table 5). */
export const SCRIPTS = splitWords(`
  Latin Cyrillic Greek Arabic Armenian Bengali Bopomofo Devanagari Ethiopic Georgian Gujarati Gurmukhi Han Hangul Hebrew
  Hiragana Kannada Katakana Khmer Lao Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan
`);

/** Japanese, Korean and Chinese are each written with several scripts (UTS 39, 5.2). */
export const SCRIPTS_WRITTEN_TOGETHER = [
  ['Han', 'Hiragana', 'Katakana'],
  ['Han', 'Hangul'],
  ['Han', 'Bopomofo'],
] as const;
