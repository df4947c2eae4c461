import { DatabaseError } from 'pg';
import type { Logger } from 'pino';
import { SECOND_MS } from '@/lib/contract/plain/durations';
import { currentContext, runInContext, currentDeadlineMs, withDeadline } from '@/server/base/async-context';
import type { LimitedPool } from './limited-pool';

/** A query of a replica may wait for what it replays. The primary gets it while the request still has time. */
const REPLICA_LIMIT_MS = 1.5 * SECOND_MS;
const MEASURE_EVERY_MS = 500;
/** A replica that answered a measurement longer ago is left out. */
const MEASURED_MS_MAX = 4 * MEASURE_EVERY_MS;
/** How many of the primary's positions are kept: enough to measure a lag of two minutes. */
const POSITIONS_MAX = (120 * SECOND_MS) / MEASURE_EVERY_MS;

type Replica = {
  number: number;
  pool: LimitedPool;
  /** What the replica is known to have replayed. */
  replayed: LogPosition | undefined;
  measuredAtMs: number;
  lagMs: number | undefined;
  isUsed: boolean;
  isMeasuring: boolean;
};

declare module '@/server/base/async-context' {
  interface AsyncContext {
    /** Returns the log position of the last change that this process knows. A public read must contain that change. */
    knownPosition?: () => LogPosition | undefined;
  }
}

/**
 * Lets the queries of `read` go to a replica, except for transactions.
 *
 * @param known the position of the primary's log after the last change that the response must contain.
 */
export const readFromReplicas = <T>(
  known: () => LogPosition | undefined,
  read: () => Promise<T>,
): Promise<T> => runInContext({ knownPosition: known }, read);

/** Runs `read` on the primary, also within a public read. */
export const readFromPrimary = <T>(read: () => Promise<T>): Promise<T> =>
  runInContext({ knownPosition: undefined }, read);

/**
 * The replicas of a primary, and the choice between them. The lag of a replica is the time since the primary was
 * first measured at a position that the replica has not replayed, so it needs no clock of theirs.
 */
export class Replicas {
  readonly #primary: LimitedPool;
  readonly #replicas: readonly Replica[];
  readonly #lagMsMax: number;
  readonly #logger: Logger;
  readonly #timer: NodeJS.Timeout;
  #positions: { position: LogPosition; atMs: number }[] = [];
  #turn = 0;
  #isMeasuring = false;

  /** Routes the public reads of the primary's pool from now on. */
  constructor(
    primary: LimitedPool,
    pools: readonly LimitedPool[],
    { lagMsMax, logger }: { lagMsMax: number; logger: Logger },
  ) {
    this.#primary = primary;
    this.#lagMsMax = lagMsMax;
    this.#logger = logger;
    this.#replicas = pools.map((pool, index) => {
      pool.on('error', () => undefined);
      const state = { replayed: undefined, measuredAtMs: -Infinity, lagMs: undefined };
      return { number: index + 1, pool, ...state, isUsed: true, isMeasuring: false };
    });
    this.#route();
    this.#timer = setInterval(() => this.#measure(), MEASURE_EVERY_MS).unref();
    this.#measure();
  }

  /** The lag of the replica that is furthest behind; -1 while one does not answer. */
  get lagSeconds(): number {
    const lags = this.#replicas.map(({ lagMs }) => lagMs);
    return lags.includes(undefined) ? -1 : Math.max(...lags.map((lagMs = 0) => lagMs)) / SECOND_MS;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#replicas.map(({ pool }) => pool.end()));
  }

  #route(): void {
    const onPrimary = this.#primary.query.bind(this.#primary);
    const query = (...input: unknown[]): unknown => {
      const { knownPosition: known } = currentContext();
      const replica = known && typeof input.at(-1) !== 'function' ? this.#choose(known()) : undefined;
      if (!replica) return Reflect.apply(onPrimary, undefined, input);
      const leftMs = (currentDeadlineMs() ?? Infinity) - performance.now();
      const answer = withDeadline(Math.min(leftMs, REPLICA_LIMIT_MS), async () => {
        const rows: unknown = await Reflect.apply(replica.pool.query.bind(replica.pool), undefined, input);
        return rows;
      });
      return answer.catch((error: unknown) => {
        // A replica refuses writes and ends queries that its replay waits for; a lost connection says more.
        if (!(error instanceof DatabaseError)) this.#note(replica, undefined);
        const again: unknown = Reflect.apply(onPrimary, undefined, input);
        return again;
      });
    };
    Reflect.set(this.#primary, 'query', query);
  }

  /** In turn, one of the replicas that are well and have replayed all that is known. */
  #choose(known: LogPosition | undefined): Replica | undefined {
    if (known === undefined) return undefined;
    this.#turn += 1;
    const nowMs = performance.now();
    for (let step = 0; step < this.#replicas.length; step += 1) {
      const replica = this.#replicas[(this.#turn + step) % this.#replicas.length];
      if (!replica?.isUsed || replica.replayed === undefined) continue;
      if (nowMs - replica.measuredAtMs > MEASURED_MS_MAX) continue;
      if (compareLogPositions(replica.replayed, known) >= 0) return replica;
    }
    return undefined;
  }

  /** A server that does not answer has one measurement under way, and delays none of the others. */
  #measure(): void {
    if (!this.#isMeasuring) void this.#measurePrimary();
    for (const replica of this.#replicas) if (!replica.isMeasuring) void this.#measureReplica(replica);
  }

  async #measurePrimary(): Promise<void> {
    this.#isMeasuring = true;
    const atMs = performance.now();
    const position = await readPosition(
      this.#primary,
      'SELECT pg_current_wal_insert_lsn()::text AS position',
    );
    this.#isMeasuring = false;
    if (position === undefined || position === this.#positions.at(-1)?.position) return;
    this.#positions = [...this.#positions.slice(1 - POSITIONS_MAX), { position, atMs }];
  }

  async #measureReplica(replica: Replica): Promise<void> {
    replica.isMeasuring = true;
    const statement = 'SELECT pg_last_wal_replay_lsn()::text AS position WHERE pg_is_in_recovery()';
    this.#note(replica, await readPosition(replica.pool, statement));
    replica.isMeasuring = false;
  }

  #note(replica: Replica, replayed: LogPosition | undefined): void {
    const nowMs = performance.now();
    const missing =
      replayed && this.#positions.find(({ position }) => compareLogPositions(position, replayed) > 0);
    replica.replayed = replayed;
    if (replayed !== undefined) replica.measuredAtMs = nowMs;
    replica.lagMs = replayed === undefined ? undefined : missing ? nowMs - missing.atMs : 0;
    const isUsed = replica.lagMs !== undefined && replica.lagMs <= this.#lagMsMax;
    if (isUsed === replica.isUsed) return;
    replica.isUsed = isUsed;
    const line = {
      replica: replica.number,
      ...(replica.lagMs !== undefined && { lagMs: Math.round(replica.lagMs) }),
    };
    if (isUsed) this.#logger.info(line, 'A replica of the database is used again.');
    else if (replayed === undefined)
      this.#logger.error(
        line,
        'A replica of the database does not answer as one. Public reads leave it out.',
      );
    else this.#logger.error(line, 'A replica of the database is too far behind. Public reads leave it out.');
  }
}

async function readPosition(pool: LimitedPool, statement: string): Promise<LogPosition | undefined> {
  try {
    const { rows } = await readFromPrimary(() => pool.query<{ position: LogPosition | null }>(statement));
    return rows[0]?.position ?? undefined;
  } catch {
    return undefined;
  }
}

/** A position in the log of PostgreSQL, as it writes one: two hexadecimal numbers, such as `16/B374D848`. */
export type LogPosition = string;

/** Negative, 0 or positive, as for sorting. */
export function compareLogPositions(one: LogPosition, other: LogPosition): number {
  const [high = 0, low = 0] = one.split('/').map((part) => Number.parseInt(part, 16));
  const [otherHigh = 0, otherLow = 0] = other.split('/').map((part) => Number.parseInt(part, 16));
  return high - otherHigh || low - otherLow;
}
