import { Worker } from 'node:worker_threads';
import { Duplex } from 'node:stream';
import { workerFile } from '@/server/base/worker-file';
import type { PgliteAnswer, PgliteRequest, PgliteStorage } from './pglite-worker';
import { DatabaseUnavailableError } from './limited-pool';

/** PGlite in its own thread, so that a slow query does not block the event loop. */
export type PgliteThread = {
  /** Sends a message of PostgreSQL's protocol and resolves to the response. Responses come in the order of requests. */
  execute(message: Uint8Array): Promise<Uint8Array<ArrayBuffer>>;
  /** The data folder as one file, which `memory` storage can start from. */
  dump(): Promise<Uint8Array<ArrayBuffer>>;
  close(): Promise<void>;
  /** Stops at once, as a power cut does: only committed data stays. */
  kill(): Promise<void>;
  /** Resolves when the thread has ended: to the reason, or to null when it was closed. */
  ended: Promise<Error | null>;
};

type Waiter = { resolve: (answer: PgliteAnswer) => void; reject: (error: Error) => void };

const program = workerFile(import.meta.url, 'pglite-worker');

/**
 * Starts PGlite and waits until it accepts queries.
 *
 * @param execArgv additional arguments of Node for the thread.
 */
export async function startPgliteThread(
  storage: PgliteStorage,
  execArgv: readonly string[] = [],
): Promise<PgliteThread> {
  const worker = new Worker(program.path, {
    workerData: storage,
    execArgv: [...program.execArgv, ...execArgv],
  });
  const waiters: Waiter[] = [];
  let wasClosed = false;
  let failure: Error | null = null;

  const nextAnswer = () =>
    new Promise<PgliteAnswer>((resolve, reject) => {
      if (failure) reject(failure);
      else waiters.push({ resolve, reject });
    });
  const request = (message: PgliteRequest) => {
    const answer = nextAnswer();
    worker.postMessage(message);
    return answer;
  };
  const requestBytes = async (message: PgliteRequest) => {
    const answer = await request(message);
    if (typeof answer === 'string') throw new Error(`The database thread answered out of order: ${answer}.`);
    return answer;
  };

  worker.on('message', (answer: PgliteAnswer) => {
    // Here and not in `close()`: on a busy machine the exit follows before a promise of this answer resolves.
    if (answer === 'closed') wasClosed = true;
    waiters.shift()?.resolve(answer);
  });
  worker.on('error', (error) => {
    failure ??= error instanceof Error ? error : new Error(String(error));
  });
  const ended = new Promise<Error | null>((resolve) => {
    worker.once('exit', (code) => {
      const reason = wasClosed
        ? null
        : (failure ?? new Error(`The database thread ended with code ${code}.`));
      failure = reason ?? new Error('The database is closed.');
      for (const waiter of waiters.splice(0)) waiter.reject(failure);
      resolve(reason);
    });
  });

  await nextAnswer();
  return {
    // A copy, because the buffer belongs to a pool that other messages use.
    execute: (message) => requestBytes(new Uint8Array(message)),
    dump: () => requestBytes('dump'),
    close: async () => {
      await request('close');
      await ended;
    },
    kill: async () => {
      await worker.terminate();
    },
    ended,
  };
}

/** Replaces the socket of node-postgres by PGlite. */
export class PgliteStream extends Duplex {
  readonly #thread: PgliteThread;
  #isNew = true;

  constructor(thread: PgliteThread) {
    super({ decodeStrings: true });
    this.#thread = thread;
    void thread.ended.then((reason) => this.destroy(reason ? unavailable(reason) : undefined));
  }

  connect(): this {
    process.nextTick(() => this.emit('connect'));
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  override _read(): void {
    // Responses are pushed when they arrive.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#send(chunk).then(
      () => done(),
      (reason: unknown) => done(unavailable(reason)),
    );
  }

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), 'binary', done);
  }

  override _final(done: () => void): void {
    this.push(null);
    done();
  }

  async #send(message: Buffer): Promise<void> {
    if (this.#isNew) {
      this.#isNew = false;
      // All connections share one session: reset the state that the previous connection left.
      await this.#thread.execute(simpleQuery('ROLLBACK'));
      await this.#thread.execute(simpleQuery('DISCARD ALL'));
    }
    const answer = await this.#thread.execute(message);
    if (answer.byteLength > 0) this.push(answer);
  }
}

const unavailable = (reason: unknown) =>
  new DatabaseUnavailableError(reason instanceof Error ? reason.message : String(reason), { cause: reason });

/** Message `Q` of the protocol: length, text, and a final zero byte. */
function simpleQuery(text: string): Buffer {
  const message = Buffer.alloc(1 + 4 + Buffer.byteLength(text) + 1);
  message.write('Q');
  message.writeInt32BE(message.length - 1, 1);
  message.write(text, 5);
  return message;
}
