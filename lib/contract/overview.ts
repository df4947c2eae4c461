import * as z from 'zod/mini';
import { defineCall } from './call';
import { listedProduct, submitter } from './product';
import { countedTag } from './tag';

export const OVERVIEW_LIMITS = { topOfWeekMax: 5, tagsMax: 12, recentSubmittersMax: 8 } as const;

/** What a visitor sees beside every list. The same for everyone. */
export const overview = z.object({
  /** The products approved in the last 7 days with the most upvotes that count in the ranking. */
  topOfWeek: z.array(listedProduct),
  /** The tags whose products got the most upvotes in the last 30 days, then those with the most products. */
  tags: z.array(countedTag),
  /** The members whose submissions were approved last, each once. */
  recentSubmitters: z.array(submitter),
  counts: z.object({
    /** Approved products. */
    products: z.int().check(z.nonnegative()),
    /** Approved today or on one of the six days before (UTC). */
    productsOfWeek: z.int().check(z.nonnegative()),
    /** Members who have given an upvote that counts in the ranking. Counted every hour, up to 100,000. */
    rankers: z.int().check(z.nonnegative()),
  }),
});
export type Overview = z.infer<typeof overview>;

export const findOverviewCall = defineCall({
  method: 'get',
  path: '/overview',
  isOpen: true,
  summary: 'The top of the week, the tags in demand, the last submitters, and counts of the whole directory.',
  answer: overview,
  errors: [],
});
