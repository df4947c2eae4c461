import { dirname, join, resolve } from 'node:path';
import { LRUCache } from 'lru-cache';
import * as z from 'zod/mini';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@/lib/contract/plain/durations';
import type { CardContent } from '@/server/images/card';
import { workerFile } from '@/server/base/worker-file';
import { openProcess, RunningWorker } from './running-worker';
import { WorkerPool } from './worker-pool';

/** Draws cards in a child process, so that no other request waits, and keeps each for an hour. */
export interface CardWorkers {
  /** The card of this key, if it is not older than an hour. */
  peek(key: string): Buffer | undefined;
  /**
   * Draws a card. Requests for the same key that arrive together share one drawing.
   *
   * @throws ApiError `unavailable` when too many cards are waiting; DeadlineError, WorkerEndedError.
   */
  draw(key: string, read: () => Promise<CardContent>): Promise<Buffer>;
  close(): Promise<void>;
}

const answerSchema = z.object({ png: z.instanceof(Buffer) });

const program = workerFile(import.meta.url, 'card-worker');
const heapMbMax = 64;
const drawMsMax = 3 * SECOND_MS;

/** @param cacheFolder where the library that finds fonts keeps what it has found out about them. */
export function createCardWorkers(cacheFolder: string): CardWorkers {
  const variables = {
    FONTCONFIG_FILE: join(dirname(program.path), 'fonts.conf'),
    XDG_CACHE_HOME: resolve(cacheFolder),
  };
  const pool = new WorkerPool({
    open: () => new RunningWorker(openProcess(program, heapMbMax, variables)),
    workersMax: 1,
    // One card takes 0.2 s, so the last one in the queue takes a few seconds.
    queueMax: 16,
    // The process takes 100 MB.
    idleMsMax: MINUTE_MS,
  });
  const drawn = new LRUCache<string, Buffer>({
    ttl: HOUR_MS,
    maxSize: 32 * 1024 * 1024,
    sizeCalculation: (png, key) => png.length + 2 * key.length + 1_024,
  });
  const pending = new Map<string, Promise<Buffer>>();
  const draw = async (key: string, read: () => Promise<CardContent>) => {
    const { png } = answerSchema.parse(await pool.run(await read(), { msMax: drawMsMax }));
    drawn.set(key, png);
    return png;
  };
  return {
    peek: (key) => drawn.get(key),
    draw(key, read) {
      const drawing = pending.get(key) ?? draw(key, read).finally(() => pending.delete(key));
      pending.set(key, drawing);
      return drawing;
    },
    close: () => pool.close(),
  };
}
