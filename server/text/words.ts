import { countChars, cutChars, trimDangling } from '@/lib/contract/plain/text';

/** A list of words, written as a text: lines and spaces separate them. */
export const splitWords = (text: string): string[] => text.split(/\s+/).filter(Boolean);

/** Cuts a text to at most `charsMax` characters, after a whole word if possible, and adds an ellipsis. */
export function cutAtWord(text: string, charsMax: number): string {
  if (countChars(text) <= charsMax) return text;
  const cut = cutAtGrapheme(text, charsMax - 1);
  const isInsideWord = /^\S/.test(text.slice(cut.length));
  const wordEnd = isInsideWord ? cut.search(/\s+\S*$/) : cut.length;
  const whole = wordEnd > cut.length / 2 ? cut.slice(0, wordEnd) : cut;
  return `${trimDangling(whole)}…`;
}

/** Keeps what readers see as one character whole, unless the first one alone is too long. */
function cutAtGrapheme(text: string, charsMax: number): string {
  const start = text.slice(0, 2 * charsMax + 64);
  let cut = '';
  let left = charsMax;
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(start)) {
    left -= countChars(segment);
    if (left < 0) break;
    cut += segment;
  }
  return cut === '' ? cutChars(text, charsMax) : cut;
}
