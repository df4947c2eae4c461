import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '@/server/deps';

/** How long one transaction should take: about what a visitor may wait for it. */
const TURN_MS = 25;
const URLS_FIRST = 20;
const URLS_MIN = 5;
const URLS_MAX = 100;
/** A transaction that waits longer for its beginning has waited for visitors, or for another process. */
const WAIT_MS_MAX = 4;
const PAUSE_MS_MAX = 250;

/**
 * Lets a long import give way to visitors. The embedded database has one connection, on which everyone waits for the
 * transaction that runs: transactions are kept short, and while others wait, they get half of the time.
 */
export class ImportPace {
  #urlsPerTurn = URLS_FIRST;
  #pauseMs = 0;

  /** How many URLs the next transaction should import, by how long the last one took. */
  get urlsPerTurn(): number {
    return this.#urlsPerTurn;
  }

  /** Runs a transaction, and measures how long it waited and took. */
  async measure<T>(db: Deps['db'], urls: number, work: (transaction: Deps['db']) => Promise<T>): Promise<T> {
    const askedAtMs = performance.now();
    let begunAtMs = askedAtMs;
    const result = await db.transaction((transaction) => {
      begunAtMs = performance.now();
      return work(transaction);
    });
    const [waitedMs, tookMs] = [begunAtMs - askedAtMs, performance.now() - begunAtMs];
    const fitting = Math.floor((urls * TURN_MS) / Math.max(tookMs, 1));
    this.#urlsPerTurn = Math.min(URLS_MAX, Math.max(URLS_MIN, fitting));
    this.#pauseMs = waitedMs > WAIT_MS_MAX ? Math.min(waitedMs + tookMs, PAUSE_MS_MAX) : 0;
    return result;
  }

  /** Leaves the database to those who waited. */
  async pause(): Promise<void> {
    await sleep(this.#pauseMs);
  }
}
