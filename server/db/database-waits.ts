import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS } from '@/lib/contract/plain/durations';
import { currentDeadlineMs } from '@/server/base/async-context';

/** The longest that work without a deadline waits for a connection, or for the answer to one query. */
export const QUERY_LIMIT_MS = 10_000;

/** How long a start waits for a slow machine or a busy database before it gives up. */
export const START_LIMIT_MINUTES = 10;
export const START_LIMIT_MS = START_LIMIT_MINUTES * MINUTE_MS;

/** After this time without any answer, the server is probed. With a probe of 1.2 s, requests fail within 3 s. */
const SUSPICION_MS = 1_000;
const PROBE_PAUSE_MS = 500;
const SWEEP_MS = 100;

export type Wait = { sinceMs: number; deadlineMs: number; giveUp: () => void };

/**
 * Everything in one pool that waits for the database: for a connection, or for the answer to a query. Gives up a wait
 * at its deadline, and all waits at once when the server turns out not to answer at all.
 */
export class DatabaseWaits {
  readonly #probe: (() => Promise<boolean>) | undefined;
  readonly #waits = new Set<Wait>();
  #sweeper: NodeJS.Timeout | undefined;
  #answeredAtMs = -Infinity;
  #isProbing = false;
  #isClosed = false;
  #isSilent = false;

  /** @param probe whether the server answers a new connection. Without it, only deadlines end a wait. */
  constructor(probe?: () => Promise<boolean>) {
    this.#probe = probe;
  }

  /** The server has stopped answering, and has not answered a probe since. Nothing should wait for it. */
  get isSilent(): boolean {
    return this.#isSilent;
  }

  /** When the server last answered a query, as `performance.now()` says. */
  get answeredAtMs(): number {
    return this.#answeredAtMs;
  }

  /** @param giveUp is called at most once, and only before the wait has ended. */
  begin(giveUp: () => void): Wait {
    const sinceMs = performance.now();
    const wait = { sinceMs, deadlineMs: currentDeadlineMs() ?? sinceMs + QUERY_LIMIT_MS, giveUp };
    this.#waits.add(wait);
    // After the I/O that has arrived: a stalled process must not take its own delay for the server's.
    this.#sweeper ??= setInterval(() => setImmediate(() => this.#sweep()), SWEEP_MS).unref();
    return wait;
  }

  end(wait: Wait): void {
    this.#waits.delete(wait);
  }

  noteAnswer(): void {
    this.#answeredAtMs = performance.now();
  }

  close(): void {
    this.#isClosed = true;
  }

  #sweep(): void {
    const nowMs = performance.now();
    const [oldest] = this.#waits;
    for (const wait of this.#waits) if (nowMs >= wait.deadlineMs) this.#giveUp(wait);
    if (oldest && nowMs - Math.max(oldest.sinceMs, this.#answeredAtMs) > SUSPICION_MS) {
      void this.#watchServer();
    }
    if (this.#waits.size > 0) return;
    clearInterval(this.#sweeper);
    this.#sweeper = undefined;
  }

  #giveUp(wait: Wait): void {
    this.#waits.delete(wait);
    wait.giveUp();
  }

  async #watchServer(): Promise<void> {
    if (!this.#probe || this.#isProbing) return;
    this.#isProbing = true;
    while (!this.#isClosed && !(await this.#isAnswering(this.#probe))) {
      this.#isSilent = true;
      for (const wait of this.#waits) this.#giveUp(wait);
      await sleep(PROBE_PAUSE_MS, undefined, { ref: false });
    }
    this.#isSilent = false;
    this.#isProbing = false;
    this.noteAnswer();
  }

  /** An answer to any other query counts, too: a slow machine may need longer for a new connection. */
  async #isAnswering(probe: () => Promise<boolean>): Promise<boolean> {
    const startedAtMs = performance.now();
    return (await probe()) || this.#answeredAtMs > startedAtMs;
  }
}
