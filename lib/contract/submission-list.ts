import * as z from 'zod/mini';
import { after, nextCursor } from './cursor';
import { defineCall } from './call';
import { SUBMISSION_STATUSES, submittedProduct } from './submission';

export const listSubmissionsCall = defineCall({
  method: 'get',
  path: '/user/private/products',
  summary: "The user's own products in one status, newest first, with the number in each status.",
  access: 'account',
  query: z.object({
    status: z._default(z.enum(SUBMISSION_STATUSES), 'approved'),
    after,
  }),
  answer: z.object({
    products: z.array(submittedProduct),
    counts: z.object({
      approved: z.int(),
      pending: z.int(),
      rejected: z.int(),
      discontinued: z._default(z.int(), 0),
    }),
    nextCursor,
  }),
  errors: [],
});
