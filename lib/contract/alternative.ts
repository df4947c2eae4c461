import * as z from 'zod/mini';
import { nextCursor, defineCall, productId } from './call';
import { rejectionReason } from './moderation';
import { listedProduct, urlPart } from './product';
import { listConditionsQuery } from './product-list';
import { PRODUCT_STATUSES } from './product-reference';
import { byPair, listOfIds } from './reaction';
import { text } from '@/lib/texts/texts';

export const ALTERNATIVE_STATUSES = ['pending', 'approved', 'rejected'] as const;

export const ALTERNATIVE_LIMITS = {
  pageSize: 30,
  /** A product's own page shows this many, and a link to all of them. */
  shownMax: 4,
} as const;

const after = z.optional(urlPart);

const alternative = z.object({
  /** Of the pair: the ids of both products, the lower one first. The calls for upvotes and reactions take it. */
  id: z.string(),
  product: listedProduct,
  /** How many members agree that both products are alternatives to each other. */
  upvoteCount: z.int().check(z.nonnegative()),
});
export type Alternative = z.infer<typeof alternative>;

export const listAlternativesCall = defineCall({
  method: 'get',
  path: '/products/:slug/alternatives',
  isOpen: true,
  summary: text(
    'calls.listAlternatives',
    'The approved alternatives to a product, most upvoted first, page by page. Each of two products is an alternative to the other. A removed product keeps its alternatives, but not its name. Filters apply to the first 100 alternatives.',
  ),
  params: z.object({ slug: urlPart }),
  query: z.extend(z.pick(listConditionsQuery, { filters: true }), {
    after,
    limit: z._default(
      z.coerce.number().check(z.int(), z.gte(1), z.lte(ALTERNATIVE_LIMITS.pageSize)),
      ALTERNATIVE_LIMITS.pageSize,
    ),
  }),
  answer: z.object({
    subject: z.object({
      id: z.string(),
      slug: z.string(),
      /** Absent when the product was removed. */
      name: z.optional(z.string()),
      status: z.enum(PRODUCT_STATUSES),
    }),
    alternatives: z.array(alternative),
    nextCursor,
  }),
  errors: ['not_found'],
});
export type AlternativePage = z.infer<(typeof listAlternativesCall)['answer']>;

export const listPairsCall = defineCall({
  method: 'get',
  path: '/alternatives',
  isOpen: true,
  summary: text(
    'calls.listPairs',
    'Which two of these products are approved alternatives to each other, as ids of pairs. At most 100 ids of products, separated by commas.',
  ),
  query: z.object({ ids: listOfIds(productId) }),
  answer: z.object({ pairs: z.array(z.string()) }),
  errors: [],
});

const proposal = z.object({
  id: z.string(),
  product: listedProduct,
  alternative: listedProduct,
  status: z.enum(ALTERNATIVE_STATUSES),
  rejectionReason: z.optional(z.string()),
  createdAt: z.iso.datetime(),
});
export type Proposal = z.infer<typeof proposal>;

const proposalPage = z.object({ proposals: z.array(proposal), nextCursor });

export const proposeAlternativeCall = defineCall({
  method: 'post',
  path: '/user/private/alternatives',
  summary: text(
    'calls.proposeAlternative',
    'Proposes that two listed products are alternatives to each other; one of them may be discontinued. A moderator decides. `conflict` when the pair was proposed before; a moderator returns a rejected pair to the queue.',
  ),
  access: 'member',
  limits: ['proposeByUser', 'proposeByAddress'],
  body: z.object({ productId, alternativeId: productId }),
  answer: z.object({ id: z.string() }),
  status: 201,
  errors: ['not_found', 'conflict'],
});

export const listProposalsCall = defineCall({
  method: 'get',
  path: '/user/private/alternatives',
  summary: text(
    'calls.listProposals',
    'The alternatives that the user has proposed, with what became of them, newest first.',
  ),
  access: 'account',
  query: z.object({ after }),
  answer: proposalPage,
  errors: [],
});

export const listPendingAlternativesCall = defineCall({
  method: 'get',
  path: '/moderation/alternatives',
  summary: text('calls.listPendingAlternatives', 'The alternatives that wait for a decision, oldest first.'),
  access: 'moderator',
  query: z.object({ after }),
  answer: proposalPage,
  errors: [],
});

const nothingElse = z.object({});

export const approveAlternativeCall = defineCall({
  method: 'post',
  path: '/moderation/alternatives/:id/approve',
  summary: text(
    'calls.approveAlternative',
    'Approves a pending alternative. `conflict` when it is no longer pending.',
  ),
  access: 'moderator',
  params: byPair,
  answer: nothingElse,
  errors: ['not_found', 'conflict'],
});

export const rejectAlternativeCall = defineCall({
  method: 'post',
  path: '/moderation/alternatives/:id/reject',
  summary: text(
    'calls.rejectAlternative',
    'Rejects a pending alternative, with a reason for its proposer. `conflict` when it is no longer pending.',
  ),
  access: 'moderator',
  params: byPair,
  body: z.object({ reason: rejectionReason }),
  answer: nothingElse,
  errors: ['not_found', 'conflict'],
});

export const removeAlternativeCall = defineCall({
  method: 'delete',
  path: '/moderation/alternatives/:id',
  summary: text(
    'calls.removeAlternative',
    'Rejects an alternative that was approved. `conflict` when it is not approved.',
  ),
  access: 'moderator',
  params: byPair,
  answer: nothingElse,
  errors: ['not_found', 'conflict'],
});
