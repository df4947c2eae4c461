import confusables from './confusables.json' with { type: 'json' };

// The data of Unicode TR39. The packages that have them were last updated years ago, or compile one expression of 6,000 alternatives.
const prototypeOf = new Map(
  Object.entries(confusables.prototypes).flatMap(([prototype, letters]) =>
    Array.from(letters, (letter): [string, string] => [letter, prototype]),
  ),
);

/** Marks that cross, frame or underline a letter make no other letter, nor does a dot on letters that have one. */
const UNREAD_MARKS = /[\u0305\u0332-\u0338\u20D0-\u20F0\p{Me}]/gu;
const SECOND_DOT = /(?<=\p{Soft_Dotted})\u0307/gu;

/**
 * What a text looks like: two texts with one skeleton look the same to people. For comparisons alone, never shown.
 * https://www.unicode.org/reports/tr39/#Confusable_Detection
 */
export const skeletonOf = (text: string): string =>
  Array.from(
    text.normalize('NFKD').replace(UNREAD_MARKS, '').replace(SECOND_DOT, '').toLowerCase().normalize('NFD'),
    (letter) => prototypeOf.get(letter) ?? letter,
  )
    .join('')
    .normalize('NFD')
    .toLowerCase();

/** The Latin letters that a text looks like as it is written: `ТЕАМ` in Cyrillic capitals, or `ᎪᎠᎷᎥᏁ`. */
export const latinLookOf = (text: string): string =>
  Array.from(text.normalize('NFKD'), (letter) => prototypeOf.get(letter) ?? letter).join('');
