import type { Db } from '@/server/db/client';
import { listAddedWords } from '@/server/queries/search/search-vocabulary';
import { editsMax, editCost } from './edit-distance';

/** What a typed word may have been meant to be: one word, or two without the space between them. */
export type Suggestion = { words: readonly string[]; isPrefix: boolean; cost: number };

/** A word that only begins as typed is a little less likely than one that ends there. Tenths of a mistake. */
const START_COST = 2;
const SPLIT_COST = 10;
const splitUnitsMin = 3;
const suggestionsMax = 30;
/** How old the words may be. */
const readIntervalMs = 1_000;

/** The letters of a text as a set of 32 bits; letters may share one. */
function lettersOf(text: string): number {
  let letters = 0;
  for (let index = 0; index < text.length; index += 1) letters |= 1 << (text.charCodeAt(index) & 31);
  return letters;
}

function countBits(bits: number): number {
  let rest = bits - ((bits >>> 1) & 0x55555555);
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333);
  return Math.imul((rest + (rest >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** How many letters the second set of letters is taken from. */
const headUnits = 9;

/** Words that begin with the same two units, and beside each the set of its letters and of its first letters. */
type Group = { words: string[]; letters: number[]; headLetters: number[] };
const groupUnits = 2;

/**
 * All words that products use, to correct typing mistakes by. A copy of a table that only grows, read on from where
 * it ended: 125,000 words take 10 MB.
 */
export class Vocabulary {
  private readonly groups = new Map<string, Group>();
  private lastOrder = '0';
  private readAtMs = -Infinity;
  private reading: Promise<void> | undefined;

  /** Reads what was added since; nothing if that was done within the last second. */
  async readFrom(db: Db): Promise<void> {
    if (performance.now() - this.readAtMs < readIntervalMs) return;
    this.reading ??= this.readOn(db).finally(() => {
      this.reading = undefined;
    });
    await this.reading;
  }

  private async readOn(db: Db): Promise<void> {
    const startedAtMs = performance.now();
    const { words, lastOrder } = await listAddedWords(db, this.lastOrder);
    for (const word of words) this.add(word);
    this.lastOrder = lastOrder;
    this.readAtMs = startedAtMs;
  }

  private add(word: string): void {
    const start = word.slice(0, groupUnits);
    const group = this.groups.get(start) ?? { words: [], letters: [], headLetters: [] };
    this.groups.set(start, group);
    group.words.push(word);
    group.letters.push(lettersOf(word));
    group.headLetters.push(lettersOf(word.slice(0, headUnits)));
  }

  /** Whether any product uses the word, or one that begins so. */
  has(text: string, isPrefix: boolean): boolean {
    const words = this.groups.get(text.slice(0, groupUnits))?.words ?? [];
    return words.some((word) => (isPrefix ? word.startsWith(text) : word === text));
  }

  /**
   * Real words that this one may have been meant to be, the likeliest first, without the word itself. Two mistakes
   * are thought of only when one explains nothing.
   */
  suggest(typed: string, isPrefix: boolean): Suggestion[] {
    const most = editsMax(typed);
    if (most === 0) return [];
    const splits = this.split(typed, isPrefix);
    for (let mistakes = 1; mistakes <= most; mistakes += 1) {
      const suggestions = [...this.correct(typed, isPrefix, mistakes), ...splits];
      if (suggestions.length > 0) {
        return suggestions.sort((one, other) => one.cost - other.cost).slice(0, suggestionsMax);
      }
    }
    return [];
  }

  private correct(typed: string, isPrefix: boolean, mistakes: number): Suggestion[] {
    const best = new Map<string, Suggestion>();
    for (const word of this.findCandidates(typed, isPrefix, mistakes)) {
      const { whole, start, startUnits } = editCost(typed, word, mistakes);
      const startCost = isPrefix ? start + START_COST : Infinity;
      const text = whole <= startCost ? word : word.slice(0, startUnits);
      const cost = Math.min(whole, startCost);
      if (cost < (best.get(text)?.cost ?? Infinity) && text !== typed)
        best.set(text, { words: [text], isPrefix, cost });
    }
    return [...best.values()];
  }

  /** Words with enough of the typed letters, and with a beginning that one mistake explains. */
  private findCandidates(typed: string, isPrefix: boolean, mistakes: number): string[] {
    const found: string[] = [];
    const wanted = lettersOf(typed);
    const shortest = typed.length - mistakes;
    const longest = isPrefix ? Infinity : typed.length + mistakes;
    const [one, two] = [typed.charCodeAt(0), typed.charCodeAt(1)];
    for (const [start, group] of this.groups) {
      const [first, second] = [start.charCodeAt(0), start.charCodeAt(1)];
      if (first !== one && first !== two && second !== one && second !== two) continue;
      const letters = typed.length + mistakes <= headUnits ? group.headLetters : group.letters;
      group.words.forEach((word, index) => {
        const isLikely = countBits(wanted & ~(letters[index] ?? 0)) <= mistakes;
        if (isLikely && word.length >= shortest && word.length <= longest && word !== typed) found.push(word);
      });
    }
    return found;
  }

  /** Two words whose space was left out. */
  private split(typed: string, isPrefix: boolean): Suggestion[] {
    const splits: Suggestion[] = [];
    for (let at = splitUnitsMin; at <= typed.length - splitUnitsMin; at += 1) {
      const [first, second] = [typed.slice(0, at), typed.slice(at)];
      if (this.has(first, false) && this.has(second, isPrefix))
        splits.push({ words: [first, second], isPrefix, cost: SPLIT_COST });
    }
    return splits;
  }
}
