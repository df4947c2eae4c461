import { AsyncResource } from 'node:async_hooks';
import { EventEmitter } from 'node:events';
import { Client, type ClientConfig, Pool, type PoolClient, type PoolConfig } from 'pg';
import { PlainError } from '@/server/base/errors';
import { currentWork, type Work } from '@/server/base/log';
import { DatabaseWaits, type Wait } from './database-waits';

/** The database does not answer, or not in time. The same request may succeed later. */
export class DatabaseUnavailableError extends PlainError {
  override readonly name = 'DatabaseUnavailableError';
}

/** A query that has ended. `work` is what sent it. */
type EndedQuery = { text: string; durationMs: number; work: Work | undefined };
type Queries = { note?: (query: EndedQuery) => void };

type Checkout = (
  error: Error | undefined,
  client: PoolClient | undefined,
  done: (reason?: Error | boolean) => void,
) => void;

/**
 * A pool in which nothing waits forever: each query, and each wait for a connection, ends at the deadline of the
 * current work, or earlier when the server does not answer at all. The connection of a query that was given up is
 * closed, so that no other work gets it.
 *
 * @see withDeadline
 */
export class LimitedPool extends Pool {
  readonly #waits: DatabaseWaits;
  readonly #queries: Queries;

  /**
   * @param probe whether the server answers a new connection. Without it, only deadlines end a query.
   * @param options.hasSessions whether statements stay prepared. Without it, they are sent without their names.
   */
  constructor(config: PoolConfig, probe?: () => Promise<boolean>, { hasSessions = true } = {}) {
    const waits = new DatabaseWaits(probe);
    const queries: Queries = {};
    super({ ...config, Client: limitedClient(waits, queries, hasSessions) });
    this.#waits = waits;
    this.#queries = queries;
  }

  /** When the server last answered a query, as `performance.now()` says. */
  get answeredAtMs(): number {
    return this.#waits.answeredAtMs;
  }

  /** Calls back when a query has its answer, has failed or was given up. A second call replaces the first. */
  watchQueries(note: (query: EndedQuery) => void): void {
    this.#queries.note = note;
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: Checkout): void;
  override connect(callback?: Checkout): Promise<PoolClient> | undefined {
    if (callback) {
      this.#checkOut(callback);
      return undefined;
    }
    return new Promise((resolve, reject) => {
      this.#checkOut((error, client) => {
        if (client) resolve(client);
        else reject(error ?? new DatabaseUnavailableError('There is no connection.'));
      });
    });
  }

  override end(): Promise<void>;
  override end(callback: () => void): void;
  override end(callback?: () => void): Promise<void> | undefined {
    this.#waits.close();
    if (!callback) return super.end();
    super.end(callback);
    return undefined;
  }

  #checkOut(callback: Checkout): void {
    const fail = (reason: string) =>
      callback(new DatabaseUnavailableError(reason), undefined, () => undefined);
    if (this.#waits.isSilent) {
      process.nextTick(fail, 'The database server does not answer.');
      return;
    }
    let isWaiting = true;
    const wait = this.#waits.begin(() => {
      isWaiting = false;
      fail('There was no connection to the database in time.');
    });
    const checkOut: Checkout = (error, client, done) => {
      this.#waits.end(wait);
      if (!client) {
        if (isWaiting) callback(error, undefined, done);
      } else if (isWaiting) {
        callback(error, client, releaseOnEnd(client, done));
      } else {
        done();
      }
    };
    // Otherwise the query would run in the async context, and with the deadline, of the caller that released the connection.
    super.connect(AsyncResource.bind(checkOut));
  }
}

/**
 * Returns a connection that ends to the pool, which then forgets it: Drizzle never releases the connection of a
 * transaction whose BEGIN failed. Releasing it again does nothing.
 */
function releaseOnEnd(client: PoolClient, done: (reason?: Error | boolean) => void) {
  let isReleased = false;
  const release = (reason?: Error | boolean) => {
    if (isReleased) return;
    isReleased = true;
    client.off('end', drop);
    done(reason);
  };
  const drop = () => release(true);
  client.once('end', drop);
  client.release = release;
  return release;
}

const textOf = (query: unknown) =>
  String(typeof query === 'string' ? query : Reflect.get(Object(query), 'text'));

/** A pooler gives the next transaction another connection, which does not know the statement. */
const withoutName = ([config, ...rest]: unknown[]): unknown[] =>
  typeof config === 'object' && config !== null && 'name' in config && 'text' in config
    ? [{ ...config, name: undefined }, ...rest]
    : [config, ...rest];

const limitedClient = (waits: DatabaseWaits, queries: Queries, hasSessions: boolean) =>
  class extends Client {
    constructor(config?: ClientConfig) {
      super(config);
      const running: { wait: Wait; text: string; work: Work | undefined }[] = [];
      const query = this.query.bind(this);
      const limitedQuery = (...input: unknown[]): unknown => {
        // With a query under way, this closes the socket at once.
        const wait = waits.begin(() => void this.end());
        running.push({ wait, text: textOf(input[0]), work: currentWork() });
        return Reflect.apply(query, undefined, hasSessions ? input : withoutName(input));
      };
      Reflect.set(this, 'query', limitedQuery);

      const endNext = (count = 1) => {
        for (const { wait, ...query } of running.splice(0, count)) {
          waits.end(wait);
          queries.note?.({ ...query, durationMs: performance.now() - wait.sinceMs });
        }
      };
      // The server has answered a query. A busy pool sends the next query before pg emits `drain`.
      const connection: unknown = Reflect.get(this, 'connection');
      if (connection instanceof EventEmitter) {
        connection.on('readyForQuery', () => {
          waits.noteAnswer();
          endNext();
        });
      }
      const endAll = () => endNext(running.length);
      this.on('drain', endAll);
      this.on('end', endAll);
      // The query that fails reports the error. Without a listener, a connection that breaks in use ends the process.
      this.on('error', () => undefined);
    }
  };
