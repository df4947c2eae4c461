import { PROCESS_IMAGES, processNextImage } from '@/server/commands/images/process-image';
import type { Job } from './job-runner';

/** Works off the queue of uploads, one at a time; an upload in this process rings for it. */
export const processImages: Job = {
  name: PROCESS_IMAGES,
  everyMs: 5_000,
  doneBy: 'each-process',
  async run(deps, signal) {
    while (!signal.aborted && (await processNextImage(deps)));
  },
};
