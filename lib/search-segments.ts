import { trimDangling } from './contract/plain/trim-dangling';

/** A piece of a text, and whether it matches a word of the query. */
export type TextSegment = { text: string; isMatch: boolean };

/** Splits a text at its marks, so that matches can be shown without inserting HTML. */
export function toSegments(marked: string, { pre, post }: { pre: string; post: string }): TextSegment[] {
  const segments: TextSegment[] = [];
  const push = (text: string, isMatch: boolean) => {
    if (text !== '') segments.push({ text, isMatch });
  };
  const [before = '', ...rest] = marked.split(pre);
  push(before, false);
  for (const part of rest) {
    const end = part.indexOf(post);
    push(end < 0 ? part : part.slice(0, end), true);
    if (end >= 0) push(part.slice(end + post.length), false);
  }
  return segments;
}

/**
 * The beginning of a text, with an ellipsis if the text is longer.
 *
 * @param charsMax maximum number of characters without the ellipsis, in Unicode code points and not in UTF-16 units.
 */
export function markedExcerpt(segments: readonly TextSegment[], charsMax: number): TextSegment[] {
  const kept: TextSegment[] = [];
  let left = charsMax;
  for (const { text, isMatch } of segments) {
    const characters = Array.from(text);
    if (characters.length > left) {
      const cut = { text: characters.slice(0, left).join(''), isMatch };
      return [...withoutDanglingEnd([...kept, cut]), { text: '…', isMatch: false }];
    }
    kept.push({ text, isMatch });
    left -= characters.length;
  }
  return kept;
}

function withoutDanglingEnd(segments: readonly TextSegment[]): TextSegment[] {
  const last = segments.at(-1);
  if (!last) return [];
  const before = segments.slice(0, -1);
  const text = trimDangling(last.text);
  return text === '' ? withoutDanglingEnd(before) : [...before, { ...last, text }];
}
