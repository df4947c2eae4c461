import { HOUR_MS } from '@/lib/contract/plain/durations';
import { deleteUnusedImages } from '@/server/commands/images/delete-unused-images';
import type { Job } from './job-runner';

export const deleteUnusedImagesHourly: Job = {
  name: 'delete-unused-images',
  everyMs: HOUR_MS,
  doneBy: 'one-process',
  run: deleteUnusedImages,
};
