import { isPlainASCII } from '@/lib/contract/plain/words';
import { fold } from '@/server/text/fold';
import { cutUnits, readTokens, readWordSpans, type Token, wordUnitsMax } from './search-text';
import { type Reading, readWritings, typedText } from './reading';
import { readSigns } from './signs';

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

/**
 * What highlighting may take of the main thread for one answer. The hits share it evenly, and what one leaves goes to
 * those after it. What lies beyond the share of a hit is returned without marks.
 */
const HIGHLIGHT_BUDGET = {
  /** The number of characters that are read, as `charCostOf` counts them: about 0.2 µs each. */
  chars: 24_000,
  /** The number of characters that the tags around matches add. */
  tagChars: 96_000,
} as const;
/** What a character counts of texts in ASCII, and of others, which take longer to read. */
const charCostOf = (text: string) => (isPlainASCII(text) ? 1 : 3);
/** What a word counts, in characters. Texts of many short or joined words take as long as longer ones. */
const WORD_COST = 4;

type Left = { chars: number; tagChars: number };

type HighlighterOptions = {
  tags: Tags;
  /** The part of the budget that the answer may use, if it is one of several in a response. */
  share?: number;
};

/** Finds and marks the words of one query in texts. */
export class Highlighter {
  private readonly singleTerms = new Map<string, Term[]>();
  private readonly prefixTerms: Term[] = [];
  /** Words that stand apart in the query and as one in the text. */
  private readonly joinedTerms: Term[];
  private readonly typedWords: string[];
  private readonly ofSigns: boolean;
  private readonly tags: Tags;
  private readonly left: Left;
  /** The share of the current hit. */
  private hit: Left;
  /** The texts of the current hit, which are highlighted and then cut to snippets. */
  private readonly read = new Map<string, { end: number; found: FoundMarks }>();

  constructor(reading: Reading, { tags, share = 1 }: HighlighterOptions) {
    this.tags = tags;
    this.left = { chars: HIGHLIGHT_BUDGET.chars * share, tagChars: HIGHLIGHT_BUDGET.tagChars * share };
    this.hit = this.left;
    this.typedWords = reading.map(typedText);
    this.ofSigns = this.typedWords.some((word) => !ofWord.test(word));
    const terms = distinct(
      readWritings(reading).flatMap((writing) =>
        writing.flatMap(({ choices, typed }) =>
          choices.flatMap(({ words, isPrefix }) =>
            words.map((text, index) => ({ text, isPrefix: isPrefix && index === words.length - 1, typed })),
          ),
        ),
      ),
    );
    this.joinedTerms = terms.filter(({ typed }) => typed.length > 1);
    for (const term of terms.filter(({ typed }) => typed.length <= 1)) {
      if (term.isPrefix) this.prefixTerms.push(term);
      else this.singleTerms.set(term.text, [...(this.singleTerms.get(term.text) ?? []), term]);
    }
  }

  /** Begins the next hit. Without it, all texts are those of one. @param hitsLeft this one and those that follow. */
  beginHit(hitsLeft: number): void {
    const { left } = this;
    if (this.hit !== left) {
      left.chars += this.hit.chars;
      left.tagChars += this.hit.tagChars;
    }
    this.hit = { chars: left.chars / hitsLeft, tagChars: left.tagChars / hitsLeft };
    left.chars -= this.hit.chars;
    left.tagChars -= this.hit.tagChars;
    this.read.clear();
  }

  /** Returns the text with its matches between the tags. Nothing is escaped; the renderer must escape. */
  highlight(text: string): Highlight {
    const { marks, matchedWords } = this.findMarks(text).found;
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
    const { end: readEnd, found } = this.findMarks(text);
    const words = readWordSpans(text.slice(0, readEnd));
    const isWhole = readEnd === text.length;
    if (isWhole && words.length <= wordCount) {
      const { value, matchLevel } = this.highlight(text);
      return { value, matchLevel };
    }

    const { marks, matchedWords } = found;
    const isFull = matchedWords.length === this.typedWords.length;
    const firstMark = marks[0]?.start ?? 0;
    const matched = Math.max(
      0,
      words.findIndex(({ end }) => end > firstMark),
    );
    // A third of the words precede the match, to give context.
    const from = Math.max(0, Math.min(matched - Math.floor(wordCount / 3), words.length - wordCount));
    const start = from === 0 ? 0 : (words[from]?.start ?? 0);
    const isToEnd = isWhole && from + wordCount >= words.length;
    const end = isToEnd ? text.length : (words[from + wordCount - 1]?.end ?? readEnd);
    const inside = marks.filter((mark) => mark.start >= start && mark.end <= end);
    const piece = this.insertTags(text, inside, { start, end });
    return {
      value: `${from > 0 ? ellipsis : ''}${piece}${isToEnd ? '' : ellipsis}`,
      matchLevel: matchedWords.length === 0 ? 'none' : isFull ? 'full' : 'partial',
    };
  }

  /** The marks of a text, as far as the share of the hit lets it be read. */
  private findMarks(text: string): { end: number; found: FoundMarks } {
    const known = this.read.get(text);
    if (known) return known;
    const charCost = charCostOf(text);
    const end = endOfRead(text, Math.max(0, Math.floor(this.hit.chars / charCost)));
    const part = text.slice(0, end);
    const words = readTokens(part, { joinsWords: text.length <= nameUnitsMax });
    const tokens = this.ofSigns ? [...words, ...readSigns(part, { readsAll: true })] : words;
    // Words are known once they are read, so a hit can exceed its share, at the expense of those after it.
    this.hit.chars -= Math.max(end * charCost, tokens.length * WORD_COST);
    const read = { end, found: this.markTerms(part, tokens) };
    this.read.set(text, read);
    return read;
  }

  private markTerms(text: string, tokens: readonly Token[]): FoundMarks {
    const matched = new Set<string>();
    const found: Mark[] = [];
    const isMarked = new Uint8Array(text.length);
    const isPlain = isPlainASCII(text);
    const mark = (token: Token, { text: term, typed }: Term) => {
      for (const word of typed) matched.add(word);
      const isWhole = token.text === term;
      const end = isWhole ? token.end : endOfStart(text, token, { foldedUnits: term.length, isPlain });
      found.push({ start: token.start, end });
      isMarked.fill(1, token.start, end);
    };
    for (const token of tokens) {
      for (const term of this.singleTerms.get(token.text) ?? []) mark(token, term);
      for (const term of this.prefixTerms) if (token.text.startsWith(term.text)) mark(token, term);
    }
    for (const term of this.joinedTerms) {
      for (const token of tokens) {
        const isMatch = term.isPrefix ? token.text.startsWith(term.text) : token.text === term.text;
        // A joined spelling counts only if its words were not found separately.
        if (isMatch && !isMarked.subarray(token.start, token.end).includes(1)) mark(token, term);
      }
    }
    return { marks: mergeMarks(found), matchedWords: this.typedWords.filter((word) => matched.has(word)) };
  }

  private insertTags(text: string, marks: readonly Mark[], { start, end }: Mark): string {
    const { pre, post } = this.tags;
    let value = '';
    let at = start;
    for (const mark of marks) {
      if (this.hit.tagChars < pre.length + post.length) break;
      this.hit.tagChars -= pre.length + post.length;
      value += text.slice(at, mark.start) + pre + text.slice(mark.start, mark.end) + post;
      at = mark.end;
    }
    return value + text.slice(at, end);
  }
}

const distinct = (terms: readonly Term[]): Term[] => [
  ...new Map(terms.map((term) => [JSON.stringify(term), term])).values(),
];

/** Where to stop reading: at the end of a word before this number of units, if there is one. */
export function endOfRead(text: string, unitsMax: number): number {
  if (text.length <= unitsMax) return text.length;
  const space = text.lastIndexOf(' ', unitsMax);
  if (space >= unitsMax - wordUnitsMax) return Math.max(0, space);
  return cutUnits(text, unitsMax).length;
}

/** Returns the position in the text after the given number of folded units. Folding can turn one letter into two or none. */
function endOfStart(
  text: string,
  { text: word, start, end }: Token,
  { foldedUnits, isPlain }: { foldedUnits: number; isPlain: boolean },
): number {
  // Nothing was left out of it.
  if (isPlain && word.length === end - start) return start + foldedUnits;
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
  for (const { start, end } of marks.toSorted((one, other) => one.start - other.start)) {
    const last = merged.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}

const ofWord = /[\p{L}\p{N}\p{M}]/u;

/** Whether no word lies outside of the marks. */
function isCovered(text: string, marks: readonly Mark[]): boolean {
  let at = 0;
  for (const { start, end } of marks) {
    if (ofWord.test(text.slice(at, start))) return false;
    at = end;
  }
  return !ofWord.test(text.slice(at));
}
