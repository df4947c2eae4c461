import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS } from '@/lib/contract/plain/durations';

/** What a server says on a new connection. `refuses`: that the database or its user is no longer there. */
export type ServerState = 'answers' | 'refuses' | 'silent';

const PAUSE_MS = SECOND_MS;
/** A turn that takes longer is a stall of this process, which must not blame the server. */
const TURN_MS_MAX = 3 * SECOND_MS;
/** A user or database that is replaced is away for a moment. */
const REFUSALS_MAX = 3;

type Watched = {
  ask: () => Promise<ServerState>;
  /** When a query last had its answer, as `performance.now()` says. */
  answeredAtMs: () => number;
  /** How long the server may be silent: longer than it takes to restart. */
  awayMsMax: number;
  isClosed: () => boolean;
};

/** Resolves to a sentence when a server has been away for too long. Asks only while queries have no answers. */
export async function watchServer({ ask, answeredAtMs, awayMsMax, isClosed }: Watched): Promise<string> {
  let awayMs = 0;
  let refusals = 0;
  for (let turnAtMs = performance.now(); ;) {
    await sleep(PAUSE_MS, undefined, { ref: false });
    if (isClosed()) return new Promise(() => undefined);
    const state = answeredAtMs() > turnAtMs ? 'answers' : await ask();
    const nowMs = performance.now();
    const wasAway = state !== 'answers' && answeredAtMs() <= turnAtMs;
    awayMs = wasAway ? awayMs + Math.min(nowMs - turnAtMs, TURN_MS_MAX) : 0;
    refusals = wasAway && state === 'refuses' ? refusals + 1 : 0;
    turnAtMs = nowMs;
    if (refusals >= REFUSALS_MAX) return 'The server of the database no longer has the database or its user.';
    if (awayMs >= awayMsMax)
      return `The database has not answered for ${Math.round(awayMs / SECOND_MS)} seconds.`;
  }
}
