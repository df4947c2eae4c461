import { parentPort, workerData } from 'node:worker_threads';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { fuzzystrmatch } from '@electric-sql/pglite/contrib/fuzzystrmatch';
import * as z from 'zod/mini';
import { DurableFileSystem, durableStartParams } from './durable-file-system';
import { createWriteGuard } from './lease';

/** Where the files of the database are. */
const pgliteStorage = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('folder'),
    path: z.string(),
    lease: z.optional(
      z.object({
        proof: z.object({ file: z.string(), ino: z.number(), dev: z.number() }),
        beats: z.instanceof(SharedArrayBuffer),
      }),
    ),
  }),
  /** The folder of a new database. The caller syncs it to the disk once, when it is complete. */
  z.object({ kind: z.literal('staging'), path: z.string() }),
  /** Lost when the thread ends. `image` is a data folder dumped by PGlite. */
  z.object({ kind: z.literal('memory'), image: z.optional(z.instanceof(Uint8Array)) }),
]);
export type PgliteStorage = z.infer<typeof pgliteStorage>;

/** Bytes are messages of PostgreSQL's protocol, answered in the order of their arrival. */
export type PgliteRequest = Uint8Array | 'dump' | 'close';
export type PgliteAnswer = Uint8Array<ArrayBuffer> | 'ready' | 'closed';

/**
 * 16 MB of PostgreSQL's cache instead of 128 MB saves 130 MB of memory. The kernel caches the files as well. Plans without
 * merge joins: see the settings of sessions in postgres.ts.
 */
const settings = ['-c', 'shared_buffers=16MB', '-c', 'max_wal_size=256MB', '-c', 'enable_mergejoin=off'];

function optionsFor(storage: PgliteStorage): PGliteOptions {
  const extensions = { fuzzystrmatch };
  const relaxed = { extensions, startParams: [...PGlite.defaultStartParams, ...settings] };
  switch (storage.kind) {
    case 'folder':
      return {
        extensions,
        fs: new DurableFileSystem(storage.path, storage.lease && createWriteGuard(storage.lease)),
        startParams: [...durableStartParams, ...settings],
      };
    case 'staging':
      return { ...relaxed, dataDir: storage.path };
    case 'memory':
      return storage.image ? { ...relaxed, loadDataDir: new Blob([Buffer.from(storage.image)]) } : relaxed;
  }
}

/** `execProtocolRawSync` would keep every row of every answer: it parses the answer into a list that is never emptied. */
async function execute(pglite: PGlite, message: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  // Each part is a view of PGlite's memory.
  const onRawData = (part: Uint8Array) => void parts.push(part.slice());
  await pglite.execProtocolRawStream(message, { onRawData, syncToFs: false });
  // Not `Buffer.concat`, whose result may share its memory with others and could not be transferred.
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
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
      answer(await execute(pglite, request));
    }
  }

  // A rejection ends the thread: after an abort, PGlite's memory cannot be trusted.
  parentPort?.on('message', (request: PgliteRequest) => void handle(request));
  answer('ready');
}

await serve(pgliteStorage.parse(workerData));
