import { fold } from '@/server/text/fold';
import { readTokens, readWordSpans } from './search-text';
import { type Reading, readWritings } from './search';

export type Highlight = {
  value: string;
  matchLevel: 'none' | 'partial' | 'full';
  /** Whether the whole value is marked. Present only if there is a match. */
  fullyHighlighted?: boolean;
  /** The words of the query, as typed, that the value contains. */
  matchedWords: string[];
};

export type Tags = { pre: string; post: string };

/** Maximum length of a name, in UTF-16 units. In longer texts, adjacent words do not match as one word. */
const nameUnitsMax = 100;

type Term = { text: string; isPrefix: boolean; typed: readonly string[] };
type Mark = { start: number; end: number };
type FoundMarks = { marks: Mark[]; matchedWords: string[] };

/** Finds and marks the words of one query in texts. */
export class Highlighter {
  private readonly terms: Term[];
  private readonly typedWords: string[];
  /** The marks of the latest text, which is highlighted and then cut to a snippet. */
  private latest: { text: string; found: FoundMarks } | undefined;

  constructor(
    reading: Reading,
    private readonly tags: Tags,
  ) {
    this.typedWords = reading.map(typedWord);
    this.terms = readWritings(reading).flatMap((writing) =>
      writing.flatMap(({ choices, typed }) =>
        choices.flatMap(({ words, isPrefix }) =>
          words.map((text, index) => ({ text, isPrefix: isPrefix && index === words.length - 1, typed })),
        ),
      ),
    );
  }

  /** Returns the text with its matches between the tags. Nothing is escaped; the renderer must escape. */
  highlight(text: string): Highlight {
    const { marks, matchedWords } = this.findMarks(text);
    const isFull = matchedWords.length === this.typedWords.length;
    return {
      value: this.insertTags(text, marks, { start: 0, end: text.length }),
      matchLevel: matchedWords.length === 0 ? 'none' : isFull ? 'full' : 'partial',
      ...(matchedWords.length > 0 && { fullyHighlighted: isCovered(text, marks) }),
      matchedWords,
    };
  }

  /** Returns the given number of words around the first match, or from the beginning. */
  snippet(text: string, wordCount: number, ellipsis: string): Pick<Highlight, 'value' | 'matchLevel'> {
    const words = readWordSpans(text);
    const { value, matchLevel } = this.highlight(text);
    if (words.length <= wordCount) return { value, matchLevel };

    const { marks } = this.findMarks(text);
    const firstMark = marks[0]?.start ?? 0;
    const matched = Math.max(
      0,
      words.findIndex(({ end }) => end > firstMark),
    );
    // A third of the words precede the match, to give context.
    const from = Math.max(0, Math.min(matched - Math.floor(wordCount / 3), words.length - wordCount));
    const start = from === 0 ? 0 : (words[from]?.start ?? 0);
    const isToEnd = from + wordCount >= words.length;
    const end = isToEnd ? text.length : (words[from + wordCount - 1]?.end ?? text.length);
    const inside = marks.filter((mark) => mark.start >= start && mark.end <= end);
    const piece = this.insertTags(text, inside, { start, end });
    return { value: `${from > 0 ? ellipsis : ''}${piece}${isToEnd ? '' : ellipsis}`, matchLevel };
  }

  private findMarks(text: string): FoundMarks {
    if (this.latest?.text !== text) this.latest = { text, found: this.markTerms(text) };
    return this.latest.found;
  }

  private markTerms(text: string): FoundMarks {
    const matched = new Set<string>();
    const found: Mark[] = [];
    const isMarked = new Uint8Array(text.length);
    const tokens = readTokens(text, { joinsWords: text.length <= nameUnitsMax });
    for (const term of this.terms) {
      for (const token of tokens) {
        const isMatch = term.isPrefix ? token.text.startsWith(term.text) : token.text === term.text;
        // A joined spelling counts only if its words were not found separately.
        const isFound = term.typed.length > 1 && isMarked.subarray(token.start, token.end).includes(1);
        if (!isMatch || isFound) continue;
        for (const word of term.typed) matched.add(word);
        const end = token.text === term.text ? token.end : endOfStart(text, token, term.text.length);
        found.push({ start: token.start, end });
        isMarked.fill(1, token.start, end);
      }
    }
    return { marks: mergeMarks(found), matchedWords: this.typedWords.filter((word) => matched.has(word)) };
  }

  private insertTags(text: string, marks: readonly Mark[], { start, end }: Mark): string {
    let value = '';
    let at = start;
    for (const mark of marks) {
      value += text.slice(at, mark.start) + this.tags.pre + text.slice(mark.start, mark.end) + this.tags.post;
      at = mark.end;
    }
    return value + text.slice(at, end);
  }
}

const typedWord = (choices: Reading[number]): string => choices[0]?.words.join('') ?? '';

/** Returns the position in the text after the given number of folded units. Folding can turn one letter into two or none. */
function endOfStart(text: string, { start, end }: Mark, foldedUnits: number): number {
  let at = start;
  let length = 0;
  for (const character of text.slice(start, end)) {
    if (length >= foldedUnits) break;
    at += character.length;
    length += /[\p{L}\p{N}+#.]/u.test(character) ? fold(character).length : 0;
  }
  // Combining accents belong to the letter before them.
  while (at < end && /\p{M}/u.test(text[at] ?? '')) at += 1;
  return at;
}

function mergeMarks(marks: readonly Mark[]): Mark[] {
  const merged: Mark[] = [];
  for (const { start, end } of [...marks].sort((one, other) => one.start - other.start)) {
    const last = merged.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}

function isCovered(text: string, marks: readonly Mark[]): boolean {
  return readWordSpans(text).every(({ start, end }) =>
    marks.some((mark) => mark.start <= start && end <= mark.end),
  );
}
