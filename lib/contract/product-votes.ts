import * as z from 'zod/mini';
import { defineCall } from './call';
import { bySlug } from './product';

const voteCount = z.int().check(z.nonnegative());

/** The upvotes of a product in numbers: those that count in the ranking, and those that don't. */
export const productVotes = z.object({
  /** By the age that the account had at the time of the upvote. */
  counting: z.object({
    under7Days: voteCount,
    under30Days: voteCount,
    under365Days: voteCount,
    older: voteCount,
  }),
  /** By the reason why they do not count. */
  notCounting: z.object({
    /** The account is too young. They count later. */
    waitingForAge: voteCount,
    ofSubmitter: voteCount,
    /** They are not shown either. */
    ofBanned: voteCount,
    /** By a moderator, because the accounts vote together. */
    setAside: voteCount,
  }),
  /** From 1; null after the first 1,000. Up to ten minutes old. */
  places: z.object({
    hot: z.nullable(z.int().check(z.positive())),
    /** The place among all products, by upvotes of all time. */
    top: z.nullable(z.int().check(z.positive())),
  }),
});
export type ProductVotes = z.infer<typeof productVotes>;

export const findProductVotesCall = defineCall({
  method: 'get',
  path: '/products/:slug/votes',
  isOpen: true,
  summary:
    'Why an approved product stands where it does: its upvotes that count, those that do not and why, and its places. Names nobody.',
  params: bySlug,
  answer: z.object({ product: z.object({ slug: z.string(), name: z.string() }), votes: productVotes }),
  errors: ['not_found', 'gone'],
});
