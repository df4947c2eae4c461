import { dirname, join, resolve } from 'node:path';
import * as z from 'zod/mini';
import { LRUCache } from 'lru-cache';
import { SECOND_MS, HOUR_MS, MINUTE_MS } from '@/lib/contract/plain/durations';
import { IMAGE_FORMATS } from '@/lib/contract/plain/image-url';
import { storedText } from '@/server/base/stored-text';
import { workerFile } from '@/server/base/worker-file';
import { ImageRefusal, type ProcessedImage } from '@/server/images/image-processing';
import type { CardContent } from '@/server/images/card';
import { openProcess, RunningWorker } from './running-worker';
import { WorkerPool } from './worker-pool';

/**
 * Decodes and encodes uploads in a child process: a decoder that crashes, hangs or needs much memory does not affect
 * requests, and its memory is free again when it ends.
 */
export interface ImageWorkers {
  /** @throws ImageRefusal; DeadlineError after `msMax`; WorkerEndedError when the decoder crashed. */
  process(bytes: Buffer, msMax: number): Promise<ProcessedImage>;
  close(): Promise<void>;
}

const imageAnswer = z.union([
  z.object({
    refusal: z.object({ reason: z.enum(['too_large', 'unsupported_media']), text: storedText }),
  }),
  z.object({
    image: z.object({
      widthPx: z.int(),
      heightPx: z.int(),
      files: z.array(
        z.object({
          variant: z.object({
            size: z.enum(['card', 'page', 'mark']),
            format: z.enum([...IMAGE_FORMATS, 'fallback']),
          }),
          bytes: z.instanceof(Buffer),
        }),
      ),
    }),
  }),
]);

// Two programs, because the one that decodes uploads blocks the format of marks, SVG, in all of its process.
const imageProgram = workerFile(import.meta.url, 'image-worker');
const cardProgram = workerFile(import.meta.url, 'card-worker');
const heapMbMax = 64;

export function createImageWorkers(): ImageWorkers {
  const pool = new WorkerPool({
    open: () => new RunningWorker(openProcess(imageProgram, heapMbMax)),
    workersMax: 1,
    // The job processes one image at a time.
    queueMax: 10,
    // The process ends soon after the last upload, because an idle process takes 60 MB.
    idleMsMax: 5 * SECOND_MS,
  });
  return {
    async process(bytes, msMax) {
      const answer = imageAnswer.parse(await pool.run({ bytes }, { msMax }));
      if ('image' in answer) return answer.image;
      throw new ImageRefusal(answer.refusal.reason, answer.refusal.text);
    },
    close: () => pool.close(),
  };
}

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

const cardAnswer = z.object({ png: z.instanceof(Buffer) });

const drawMsMax = 3 * SECOND_MS;

/** @param cacheFolder where the library that finds fonts keeps what it has found out about them. */
export function createCardWorkers(cacheFolder: string): CardWorkers {
  const variables = {
    FONTCONFIG_FILE: join(dirname(cardProgram.path), 'fonts.conf'),
    XDG_CACHE_HOME: resolve(cacheFolder),
  };
  const pool = new WorkerPool({
    open: () => new RunningWorker(openProcess(cardProgram, heapMbMax, variables)),
    workersMax: 1,
    // One card takes 0.2 s, so the last one in the queue takes a few seconds.
    queueMax: 16,
    // The process takes 100 MB.
    idleMsMax: MINUTE_MS,
  });
  const drawn = new LRUCache<string, Buffer, () => Promise<CardContent>>({
    ttl: HOUR_MS,
    maxSize: 32 * 1024 * 1024,
    sizeCalculation: (png, key) => png.length + 2 * key.length + 1_024,
    fetchMethod: async (_key, _stale, { context: read }) => {
      return cardAnswer.parse(await pool.run(await read(), { msMax: drawMsMax })).png;
    },
  });
  return {
    peek: (key) => drawn.get(key),
    draw: (key, read) => drawn.forceFetch(key, { context: read }),
    close: () => pool.close(),
  };
}

/** Draws icons of the site, SVG of ours, in a process that ends then: the process of the site blocks the format. */
export async function drawIcons(icons: readonly { icon: string; px: number }[]): Promise<Buffer[]> {
  const pool = new WorkerPool({
    open: () => new RunningWorker(openProcess(cardProgram, heapMbMax)),
    workersMax: 1,
    queueMax: icons.length,
    idleMsMax: SECOND_MS,
  });
  try {
    const answers = await Promise.all(icons.map((each) => pool.run(each, { msMax: 10 * SECOND_MS })));
    return answers.map((answer) => cardAnswer.parse(answer).png);
  } finally {
    await pool.close();
  }
}
