import * as z from 'zod/mini';
import { defineCall } from './call';
import { discontinuationInput } from './discontinuation';
import { REPORT_LIMITS, REPORT_OUTCOMES } from './plain/report';
import { byId, productId } from './submission';
import { isText, sentInstant } from './text';

export const reportDecision = z.object({
  outcome: z.enum(REPORT_OUTCOMES),
  /** What is done about upheld reports: nothing, the product is removed, or it is marked as discontinued. */
  remedy: z._default(z.enum(['none', 'remove', 'discontinue']), 'none'),
  /** For `discontinue`. */
  discontinuation: z.optional(discontinuationInput),
  /** For the reporters. */
  note: z._default(
    z
      .string()
      .check(z.trim(), z.maxLength(REPORT_LIMITS.noteCharsMax, 'Use at most 500 characters.'), isText),
    '',
  ),
  /** Only reports up to this instant are decided. The database has no year 0. */
  seen: sentInstant().check(z.regex(/^(?!0000)/)),
  /** This report alone. Absent: all of the product. */
  reportId: z.optional(productId),
});
export type ReportDecision = z.infer<typeof reportDecision>;

export const decideReportsCall = defineCall({
  method: 'post',
  path: '/moderation/products/:id/reports',
  summary:
    'Decides on the open reports of a product, at most 1,000 at once, or on one of them. Tells the reporters. `conflict` when none of them is open, or when the product cannot be removed or discontinued.',
  access: 'moderator',
  params: byId,
  body: reportDecision,
  answer: z.object({ decidedCount: z.int().check(z.nonnegative()) }),
  errors: ['not_found', 'conflict'],
});

export const restoreProductCall = defineCall({
  method: 'post',
  path: '/moderation/products/:id/restore',
  summary:
    'Lists a product again that was withdrawn by its submitter, or removed after a report, in the last 30 days. `conflict` for any other product, and when another one has the URL by now.',
  access: 'moderator',
  params: byId,
  answer: z.object({}),
  errors: ['not_found', 'conflict'],
});
