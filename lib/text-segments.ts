import { countChars, cutChars, trimDangling } from '@/lib/contract/plain/text';

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
 * @param charsMax maximum number of characters without the ellipsis.
 */
export function markedExcerpt(segments: readonly TextSegment[], charsMax: number): TextSegment[] {
  const kept: TextSegment[] = [];
  let left = charsMax;
  for (const { text, isMatch } of segments) {
    const length = countChars(text);
    if (length > left) {
      const cut = { text: cutChars(text, left), isMatch };
      return withEllipsis(withoutDanglingEnd([...kept, cut]));
    }
    kept.push({ text, isMatch });
    left -= length;
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

/** Ends a text in an ellipsis, in place of its full stop: with it, the ellipsis would read as four dots. */
export function withEllipsis(segments: readonly TextSegment[]): TextSegment[] {
  const last = segments.at(-1);
  if (!last || last.text.endsWith('…')) return [...segments];
  const before = segments.slice(0, -1);
  const text = last.text.replace(/[.\s]+$/, '');
  // Screen readers put a space before an ellipsis that has its own element.
  if (!last.isMatch) return [...before, { text: `${text}…`, isMatch: false }];
  return [...before, { text, isMatch: true }, { text: '…', isMatch: false }];
}
