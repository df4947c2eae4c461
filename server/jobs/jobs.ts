import { deleteAccountsHourly } from './delete-accounts';
import { deleteUnusedImagesHourly } from './delete-unused-images';
import { forgetTracesHourly } from './forget-traces';
import type { Job } from './job-runner';
import { processImages } from './process-images';
import { weighUpvotesEachMinute } from './weigh-upvotes';

/** What every process of the product server does beside answering. */
export const JOBS: readonly Job[] = [
  processImages,
  deleteUnusedImagesHourly,
  deleteAccountsHourly,
  forgetTracesHourly,
  weighUpvotesEachMinute,
];
