import { trimDangling } from '@/lib/contract/plain/trim-dangling';

/** Cuts a text to at most `unitsMax` UTF-16 units, after a whole word if possible, and adds an ellipsis. */
export function cutAtWord(text: string, unitsMax: number): string {
  if (text.length <= unitsMax) return text;
  let cut = '';
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(
    text.slice(0, unitsMax + 64),
  )) {
    if (cut.length + segment.length > unitsMax - 1) break;
    cut += segment;
  }
  const isInsideWord = /^\S/.test(text.slice(cut.length));
  const wordEnd = isInsideWord ? cut.search(/\s+\S*$/) : cut.length;
  const whole = wordEnd > unitsMax / 2 ? cut.slice(0, wordEnd) : cut;
  return `${trimDangling(whole)}…`;
}
