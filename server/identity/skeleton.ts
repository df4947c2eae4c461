import { SCRIPTS, SCRIPTS_WRITTEN_TOGETHER } from '@/server/text/scripts';
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

const lettersOf = (scripts: readonly string[]) =>
  scripts.map((script) => String.raw`\p{scx=${script}}`).join('');
const COMMON = String.raw`\p{sc=Common}\p{sc=Inherited}`;
const patternsOf = (...alphabets: (readonly string[])[]) =>
  alphabets.map((scripts) => new RegExp(`^[${lettersOf(scripts)}${COMMON}]*$`, 'u'));

const inOneAlphabet = patternsOf(...SCRIPTS.map((script) => [script]), ...SCRIPTS_WRITTEN_TOGETHER);
const inOneWriting = patternsOf(...SCRIPTS_WRITTEN_TOGETHER.map((scripts) => ['Latin', ...scripts]));
const inNoKnownAlphabet = new RegExp(`^[^${lettersOf(SCRIPTS)}]*$`, 'u');

/** Whether all letters of a text belong to one alphabet. */
export const isInOneAlphabet = (text: string): boolean =>
  inOneAlphabet.some((pattern) => pattern.test(text)) || inNoKnownAlphabet.test(text);

/** Whether all letters of a word belong to one alphabet, or are Latin ones in an East Asian word, as in “Tシャツ”. */
export const isInOneWriting = (word: string): boolean =>
  isInOneAlphabet(word) || inOneWriting.some((pattern) => pattern.test(word));
