import { MINUTE_MS } from '@/lib/contract/plain/durations';
import { SYNONYM_LIMITS } from '@/lib/contract/synonym-rule';
import type { Db } from '@/server/db/client';
import { countMissedWords } from '@/server/queries/search/synonym-rules';
import type { QueryWord } from './search-text';

const writtenAfterMs = MINUTE_MS;
const waitingMax = 100;
/** Longer and shorter words, and those with digits or signs, may say who searches. */
const countedPattern = /^[\p{L}\p{M}]{3,30}$/u;

/** Counts words of searches that found nothing, without who searched. Writes them a minute later, with others. */
export class MissedWords {
  #waiting = new Map<string, number>();
  #sinceMs = 0;

  note(words: readonly QueryWord[], isKnown: (word: QueryWord) => boolean): void {
    for (const word of words) {
      const { text, kind } = word;
      const isFull = this.#waiting.size >= waitingMax && !this.#waiting.has(text);
      if (kind !== 'spaced' || isFull || !countedPattern.test(text) || isKnown(word)) continue;
      if (this.#waiting.size === 0) this.#sinceMs = performance.now();
      this.#waiting.set(text, (this.#waiting.get(text) ?? 0) + 1);
    }
  }

  /** Writes in the background what waits for a minute. What is not written by the end of the process is not counted. */
  writeLater(db: Db, now: Date): void {
    if (this.#waiting.size === 0 || performance.now() - this.#sinceMs < writtenAfterMs) return;
    this.write(db, now).catch(() => undefined);
  }

  async write(db: Db, now: Date): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = new Map();
    const typed = [...waiting.keys()].toSorted();
    // Each keystroke is a search: of "xylo" and "xylophone", only the latter is a word.
    const counts = typed.flatMap((word, at): [string, number][] =>
      typed[at + 1]?.startsWith(word) ? [] : [[word, waiting.get(word) ?? 0]],
    );
    if (counts.length === 0) return;
    await countMissedWords(db, new Map(counts), { day: now, wordsMax: SYNONYM_LIMITS.missedWordsMax });
  }
}
