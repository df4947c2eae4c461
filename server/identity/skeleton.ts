import { SCRIPTS, SCRIPTS_WRITTEN_TOGETHER } from '@/server/text/shown-host';
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
export const isInOneWriting = (word: string): boolean =>
  isInOneAlphabet(word) || inOneWriting.some((pattern) => pattern.test(word));
