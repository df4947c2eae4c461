import { deleteUnusedImages } from '@/server/commands/images/delete-unused-images';
import type { Job } from './job-runner';

export const deleteUnusedImagesHourly: Job = {
  name: 'delete-unused-images',
  everyMs: 60 * 60 * 1000,
  doneBy: 'one-process',
  run: deleteUnusedImages,
};
