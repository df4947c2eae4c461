import { Duplex } from 'node:stream';
import { DatabaseUnavailableError } from './limited-pool';
import type { PgliteThread } from './pglite-thread';

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
