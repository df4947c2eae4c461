import { WHY_HIDDEN, type SkipReason } from './list-ledger';
import type { SourceLine } from './markdown-tables';

type Hidden = SourceLine & { why: SkipReason };

/** Blanks out fenced code and comments, and tells what was in them. An unclosed fence or comment is text. */
export function hideCodeAndComments(lines: readonly SourceLine[]): { lines: SourceLine[]; hidden: Hidden[] } {
  const fences = lines.map(({ text }) => /^[\s>]*(?:[-*+]\s+)?(`{3,}|~{3,})([^`]*)$/.exec(text));
  const lastClosing = new Map<string, number>();
  fences.forEach((fence, index) => {
    if (fence?.[1] !== undefined && fence[2]?.trim() === '') lastClosing.set(fence[1].charAt(0), index);
  });
  const lastEnd = lines.findLastIndex(({ text }) => withoutSpans(text).includes('-->'));
  const hidden: Hidden[] = [];
  const hide = (text: string, number: number, why: SkipReason) => {
    if (text.trim() !== '') hidden.push({ text, number, why });
  };
  let open: string | undefined;
  let isComment = false;
  const shown = lines.map(({ text, number }, index): SourceLine => {
    const fence = isComment ? undefined : fences[index]?.[1];
    if (open !== undefined) {
      if (fence?.startsWith(open) === true && fences[index]?.[2]?.trim() === '') open = undefined;
      hide(text, number, WHY_HIDDEN.code);
      return { text: '', number };
    }
    if (fence !== undefined) {
      if ((lastClosing.get(fence.charAt(0)) ?? -1) > index) open = fence;
      hide(text, number, WHY_HIDDEN.code);
      return { text: '', number };
    }
    let kept = '';
    let rest = text;
    while (rest !== '') {
      // In code, the signs of a comment are words.
      const signs = isComment ? rest : withoutSpans(rest);
      const mark = isComment ? '-->' : '<!--';
      const at = signs.indexOf(mark);
      if (at < 0) {
        if (isComment) hide(rest, number, WHY_HIDDEN.comment);
        else kept += rest;
        break;
      }
      if (isComment) {
        hide(rest.slice(0, at), number, WHY_HIDDEN.comment);
        isComment = false;
      } else {
        kept += rest.slice(0, at);
        // An unclosed comment hides only its opening mark.
        isComment = signs.includes('-->', at) || index < lastEnd;
      }
      rest = rest.slice(at + mark.length);
    }
    return { text: kept, number };
  });
  return { lines: shown, hidden };
}

/** Replaces code in a line by as many blanks. */
function withoutSpans(text: string): string {
  if (!text.includes('`')) return text;
  return text.replace(/(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, (span) => ' '.repeat(span.length));
}
