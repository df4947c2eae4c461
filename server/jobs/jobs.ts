import { deleteAccountsHourly } from './delete-accounts';
import { deleteUnusedImagesHourly } from './delete-unused-images';
import { purgeExpiredHourly } from './purge-expired';
import type { Job } from './job-runner';
import { processImages } from './process-images';
import { countUpvotesEachMinute } from './count-upvotes';

/** What every process of the product server does beside answering. */
export const JOBS: readonly Job[] = [
  processImages,
  deleteUnusedImagesHourly,
  deleteAccountsHourly,
  purgeExpiredHourly,
  countUpvotesEachMinute,
];
