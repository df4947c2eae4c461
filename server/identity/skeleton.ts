import confusables from './confusables.json' with { type: 'json' };

// The data of Unicode TR39. The packages that have them were last updated years ago, or compile one expression of 6,000 alternatives.
const prototypeOf = new Map(
  Object.entries(confusables.prototypes).flatMap(([prototype, letters]) =>
    Array.from(letters, (letter): [string, string] => [letter, prototype]),
  ),
);

/**
 * What a text looks like: two texts with one skeleton look the same to people. For comparisons alone, never shown.
 * https://www.unicode.org/reports/tr39/#Confusable_Detection
 */
export const skeletonOf = (text: string): string =>
  Array.from(
    text.normalize('NFKD').toLowerCase().normalize('NFD'),
    (letter) => prototypeOf.get(letter) ?? letter,
  )
    .join('')
    .normalize('NFD')
    .toLowerCase();

const COMMON = String.raw`\p{sc=Common}\p{sc=Inherited}`;
/** The alphabets that a handle may be in; Japanese, Korean and Chinese write with several scripts. */
const ALPHABETS = [
  ...[
    'Latin',
    'Cyrillic',
    'Greek',
    'Armenian',
    'Hebrew',
    'Arabic',
    'Syriac',
    'Thaana',
    'Devanagari',
    'Bengali',
  ],
  ...[
    'Gurmukhi',
    'Gujarati',
    'Oriya',
    'Tamil',
    'Telugu',
    'Kannada',
    'Malayalam',
    'Sinhala',
    'Thai',
    'Lao',
    'Tibetan',
  ],
  ...['Myanmar', 'Georgian', 'Ethiopic', 'Khmer', 'Mongolian', 'Cherokee'],
].map((script) => String.raw`\p{scx=${script}}`);
const EAST_ASIAN = [
  String.raw`\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}`,
  String.raw`\p{scx=Han}\p{scx=Hangul}`,
  String.raw`\p{scx=Han}\p{scx=Bopomofo}`,
];
const known = [...ALPHABETS, ...EAST_ASIAN];
const inOneAlphabet = known.map((letters) => new RegExp(`^[${letters}${COMMON}]*$`, 'u'));
const inNoKnownAlphabet = new RegExp(`^[^${known.join('')}]*$`, 'u');

/** Whether all letters of a text belong to one alphabet. */
export const isInOneAlphabet = (text: string): boolean =>
  inOneAlphabet.some((pattern) => pattern.test(text)) || inNoKnownAlphabet.test(text);
