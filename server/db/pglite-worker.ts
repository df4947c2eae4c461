import { parentPort, workerData } from 'node:worker_threads';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { fuzzystrmatch } from '@electric-sql/pglite/contrib/fuzzystrmatch';
import * as z from 'zod/mini';
import { DurableFileSystem, durableStartParams } from './durable-file-system';

/** Where the database's files are. */
const pgliteStorage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('folder'), path: z.string() }),
  /** A folder that becomes the database only when it is complete: synced once, by whoever fills it. */
  z.object({ kind: z.literal('draft'), path: z.string() }),
  /** Gone when the thread ends. `image` is a data folder as PGlite dumps it. */
  z.object({ kind: z.literal('memory'), image: z.optional(z.instanceof(Uint8Array)) }),
]);
export type PgliteStorage = z.infer<typeof pgliteStorage>;

/** Bytes are PostgreSQL's protocol; they are answered in the order they came. */
export type PgliteRequest = Uint8Array | 'dump' | 'close';
export type PgliteAnswer = Uint8Array<ArrayBuffer> | 'ready' | 'closed';

/** 16 MB of PostgreSQL's own cache instead of 128 saves 130 MB of memory; the kernel caches the files too. */
const sizing = ['-c', 'shared_buffers=16MB', '-c', 'max_wal_size=256MB'];

function optionsFor(storage: PgliteStorage): PGliteOptions {
  const extensions = { fuzzystrmatch };
  const relaxed = { extensions, startParams: [...PGlite.defaultStartParams, ...sizing] };
  switch (storage.kind) {
    case 'folder':
      return {
        extensions,
        fs: new DurableFileSystem(storage.path),
        startParams: [...durableStartParams, ...sizing],
      };
    case 'draft':
      return { ...relaxed, dataDir: storage.path };
    case 'memory':
      return storage.image ? { ...relaxed, loadDataDir: new Blob([Buffer.from(storage.image)]) } : relaxed;
  }
}

async function serve(storage: PgliteStorage): Promise<void> {
  const pglite = await PGlite.create(optionsFor(storage));
  const answer = (message: PgliteAnswer) =>
    parentPort?.postMessage(message, typeof message === 'string' ? [] : [message.buffer]);

  async function handle(request: PgliteRequest): Promise<void> {
    if (request === 'close') {
      await pglite.close();
      answer('closed');
      parentPort?.close();
    } else if (request === 'dump') {
      const image = await pglite.dumpDataDir('none');
      answer(new Uint8Array(await image.arrayBuffer()));
    } else {
      answer(new Uint8Array(pglite.execProtocolRawSync(request)));
    }
  }

  // A rejection here ends the thread: after an abort nothing in PGlite's memory can be trusted.
  parentPort?.on('message', (request: PgliteRequest) => void handle(request));
  answer('ready');
}

await serve(pgliteStorage.parse(workerData));
