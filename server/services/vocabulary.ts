import type { Db } from '@/server/db/client';
import { listAddedWords } from '@/server/queries/search-vocabulary';
import { mistakesMax, spellingCost } from './spelling';

/** What a typed word may have been meant to be: one word, or two without the space between them. */
export type Suggestion = { words: readonly string[]; isPrefix: boolean; cost: number };

/** A word that only begins as typed is a little less likely than one that ends there. */
const START_COST = 0.15;
const SPLIT_COST = 0.5;
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
  return (((rest + (rest >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

/** How many letters the second set of letters is taken from. */
const headUnits = 8;

/**
 * All words that products use, to correct typing mistakes by. A copy of a table that only grows, read on from where
 * it ended: 200,000 words take 20 MB, and one look through them about 1 ms.
 */
export class Vocabulary {
  private words: string[] = [];
  private letters = new Uint32Array(1024);
  private headLetters = new Uint32Array(1024);
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
    const index = this.words.push(word) - 1;
    if (index >= this.letters.length) {
      this.letters = enlarge(this.letters);
      this.headLetters = enlarge(this.headLetters);
    }
    this.letters[index] = lettersOf(word);
    this.headLetters[index] = lettersOf(word.slice(0, headUnits));
  }

  /** Whether any product uses the word, or one that begins so. */
  has(text: string, isPrefix: boolean): boolean {
    return this.words.some((word) => (isPrefix ? word.startsWith(text) : word === text));
  }

  /** Real words that this one may have been meant to be, the likeliest first, without the word itself. */
  suggest(typed: string, isPrefix: boolean): Suggestion[] {
    const mistakes = mistakesMax(typed);
    if (mistakes === 0) return [];
    const best = new Map<string, Suggestion>();
    for (const word of this.findCandidates(typed, isPrefix, mistakes)) {
      const { whole, start, startUnits } = spellingCost(typed, word, mistakes);
      const startCost = isPrefix ? start + START_COST : Infinity;
      const text = whole <= startCost ? word : word.slice(0, startUnits);
      const cost = Math.min(whole, startCost);
      if (cost > 0 && text !== typed && cost < (best.get(text)?.cost ?? Infinity)) {
        best.set(text, { words: [text], isPrefix, cost });
      }
    }
    return [...best.values(), ...this.split(typed, isPrefix)]
      .sort((one, other) => one.cost - other.cost)
      .slice(0, suggestionsMax);
  }

  /** Words with enough of the typed letters to be worth a closer look. */
  private findCandidates(typed: string, isPrefix: boolean, mistakes: number): string[] {
    const wanted = lettersOf(typed);
    const letters = typed.length + mistakes <= headUnits ? this.headLetters : this.letters;
    const shortest = typed.length - mistakes;
    const longest = isPrefix ? Infinity : typed.length + mistakes;
    return this.words.filter(
      (word, index) =>
        word.length >= shortest &&
        word.length <= longest &&
        countBits(wanted & ~(letters[index] ?? 0)) <= mistakes,
    );
  }

  /** Two words whose space was left out. */
  private split(typed: string, isPrefix: boolean): Suggestion[] {
    if (typed.length < 2 * splitUnitsMin) return [];
    const firsts = this.words.filter(
      (word) =>
        word.length >= splitUnitsMin && word.length <= typed.length - splitUnitsMin && typed.startsWith(word),
    );
    return firsts.flatMap((first) => {
      const second = typed.slice(first.length);
      return this.has(second, isPrefix) ? [{ words: [first, second], isPrefix, cost: SPLIT_COST }] : [];
    });
  }
}

function enlarge(values: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(values.length * 2);
  larger.set(values);
  return larger;
}
