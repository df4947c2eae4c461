import * as z from 'zod/mini';
import { SECOND_MS } from '@/lib/contract/plain/durations';
import { IMAGE_FORMATS } from '@/lib/contract/plain/image-url';
import { ImageRefusal, type ProcessedImage } from '@/server/images/image-processing';
import { workerFile } from '@/server/base/worker-file';
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

const answerSchema = z.union([
  z.object({
    refusal: z.object({ reason: z.enum(['too_large', 'unsupported_media']), message: z.string() }),
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

const program = workerFile(import.meta.url, 'image-worker');
const heapMbMax = 64;

export function createImageWorkers(): ImageWorkers {
  const pool = new WorkerPool({
    open: () => new RunningWorker(openProcess(program, heapMbMax)),
    workersMax: 1,
    // The job processes one image at a time.
    queueMax: 10,
    // The process ends soon after the last upload, because an idle process takes 60 MB.
    idleMsMax: 5 * SECOND_MS,
  });
  return {
    async process(bytes, msMax) {
      const answer = answerSchema.parse(await pool.run({ bytes }, { msMax }));
      if ('image' in answer) return answer.image;
      throw new ImageRefusal(answer.refusal.reason, answer.refusal.message);
    },
    close: () => pool.close(),
  };
}
