import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS, SECOND_MS } from '@/lib/contract/plain/durations';
import type { Deps } from '@/server/deps';

/**
 * How long one transaction of an import should take: about as long as a visitor may wait for the transaction. Without
 * visitors, longer transactions import several times as many products per second, because most of the cost of a
 * short transaction does not depend on its number of products.
 */
const TURN_MS = { visited: 15, alone: 60 } as const;
/** For so long after two visitors had to wait, there are probably more. */
const VISITED_MS = SECOND_MS / 2;
const URLS_FIRST = 20;
const URLS_MIN = 5;
const URLS_MAX = 100;
/** A transaction that waits longer for its beginning has waited for visitors, or for another process. */
const WAIT_MS_MAX = 1.5;
const PAUSE_MS_MAX = 250;
/** Query plans are renewed after this many URLs, then each time the number of imported URLs has doubled. */
const URLS_BEFORE_PLANS = 200;
/** After such a pause, another import begins. */
const IMPORT_PAUSE_MS = MINUTE_MS;

/**
 * Lets a long import give way to visitors. The embedded database has one connection, on which everyone waits for the
 * transaction that runs: while there are visitors, transactions are kept short, and those who wait get half of the time.
 */
export class ImportPace {
  #urlsPerTurn = URLS_FIRST;
  #pauseMs = 0;
  #waitedAtMs = performance.now();
  #visitedAtMs = performance.now();
  #urlCount = 0;
  #plannedUntil = 0;
  #endedAtMs = 0;

  /** How many URLs the next transaction should import, by how long the last one took. */
  get urlsPerTurn(): number {
    return this.#urlsPerTurn;
  }

  /** Whether the plans that the database keeps may be of a much smaller directory, so that they read whole tables. */
  takeNewPlans(): boolean {
    const isNew = performance.now() - this.#endedAtMs > IMPORT_PAUSE_MS;
    if (isNew) this.#urlCount = 0;
    if (!isNew && this.#urlCount < this.#plannedUntil) return false;
    this.#plannedUntil = Math.max(URLS_BEFORE_PLANS, 2 * this.#urlCount);
    return true;
  }

  /** Runs a transaction, and measures how long it waited and took. */
  async measure<T>(
    db: Pick<Deps['db'], 'transaction'>,
    urls: number,
    work: (transaction: Deps['db']) => Promise<T>,
  ): Promise<T> {
    const askedAtMs = performance.now();
    let begunAtMs = askedAtMs;
    const result = await db.transaction((transaction) => {
      begunAtMs = performance.now();
      return work(transaction);
    });
    const [waitedMs, tookMs] = [begunAtMs - askedAtMs, performance.now() - begunAtMs];
    this.#urlCount += urls;
    this.#endedAtMs = performance.now();
    const hasWaited = waitedMs > WAIT_MS_MAX;
    // A single wait may be that of a job, or of this process for its processor.
    if (hasWaited && begunAtMs - this.#waitedAtMs < VISITED_MS) this.#visitedAtMs = begunAtMs;
    if (hasWaited) this.#waitedAtMs = begunAtMs;
    const turnMs = begunAtMs - this.#visitedAtMs < VISITED_MS ? TURN_MS.visited : TURN_MS.alone;
    const fitting = Math.floor((urls * turnMs) / Math.max(tookMs, 1));
    this.#urlsPerTurn = Math.min(URLS_MAX, Math.max(URLS_MIN, fitting));
    this.#pauseMs = hasWaited ? Math.min(waitedMs + tookMs, PAUSE_MS_MAX) : 0;
    return result;
  }

  /** Leaves the database to those who waited. */
  async pause(): Promise<void> {
    await sleep(this.#pauseMs);
  }
}

/** Of this process, because a terminal sends a long import in batches. */
export const importPace = new ImportPace();
