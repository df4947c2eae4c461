import * as z from 'zod/mini';
import { defineCall } from './call';
import { discontinuationInput } from './moderation';
import { listRemovalsCall } from './removal';
import { REPORT_LIMITS, REPORT_OUTCOMES, REPORT_REASONS } from './plain/report';
import { PRODUCT_LIMITS } from './product';
import { productReference } from './product-reference';
import { byId, productId } from './submission';
import { webURL, withScheme } from './submission-fields';
import { isText } from './text';

const email = z.email();
const after = z.optional(z.string().check(z.minLength(1), z.maxLength(300)));
const count = z.int().check(z.nonnegative());

export const reportInput = z
  .object({
    reason: z.enum(REPORT_REASONS, 'Choose what is wrong.'),
    /** Required for `other`. */
    text: z._default(
      z
        .string()
        .check(z.trim(), z.maxLength(REPORT_LIMITS.textCharsMax, 'Use at most 1,000 characters.'), isText),
      '',
    ),
    /** The link of the other product, for a duplicate. */
    duplicateURL: z._default(
      z.pipe(
        z.string().check(
          z.trim(),
          z.maxLength(PRODUCT_LIMITS.urlCharsMax, 'Use a link of at most 2,048 characters.'),
          z.refine(
            (url) => url === '' || webURL.safeParse(url).success,
            "That's not a web link. Links start with https://.",
          ),
        ),
        z.transform(withScheme),
      ),
      '',
    ),
    /** Where to send the outcome. Ignored for members, and on a site that sends no emails. */
    email: z._default(
      z.string().check(
        z.trim(),
        z.maxLength(REPORT_LIMITS.emailCharsMax),
        z.refine((text) => text === '' || email.safeParse(text).success, "That's not an email address."),
      ),
      '',
    ),
    /** Honeypot: hidden, so only bots fill it in. */
    hp: z._default(z.string(), ''),
  })
  .check(
    z.refine(({ reason, text }) => reason !== 'other' || text !== '', {
      path: ['text'],
      error: 'Say what is wrong.',
    }),
  );
export type ReportInput = z.infer<typeof reportInput>;

export const reportProductCall = defineCall({
  method: 'post',
  path: '/products/:id/reports',
  summary:
    'Reports a listed product to the moderators. Works without an account; with one (`accessToken`), a member has one open report per product, which a further one replaces.',
  params: byId,
  body: reportInput,
  bodyTypes: ['application/x-www-form-urlencoded', 'application/json'],
  answer: z.object({ message: z.string() }),
  errors: ['not_found', 'forbidden'],
});

/** A report as its reporter sees it. */
export const ownReport = z.object({
  id: z.string(),
  /** `slug` is null while the product has no public page. */
  product: z.object({ name: z.string(), slug: z.nullable(z.string()) }),
  reason: z.enum(REPORT_REASONS),
  text: z.string(),
  createdAt: z.iso.datetime(),
  /** Null until a moderator has decided. */
  outcome: z.nullable(z.enum(REPORT_OUTCOMES)),
  /** What the moderator says about it. */
  note: z.nullable(z.string()),
});
export type OwnReport = z.infer<typeof ownReport>;

export const listOwnReportsCall = defineCall({
  method: 'get',
  path: '/user/private/reports',
  summary: "The viewer's reports and their outcomes, newest first.",
  access: 'account',
  query: z.object({ after }),
  answer: z.object({
    reports: z.array(ownReport),
    /** Pass it as `after` for the next page. Null on the last page. */
    nextCursor: z.nullable(z.string()),
  }),
  errors: [],
});

/** A report as moderators see it. */
export const report = z.object({
  id: z.string(),
  reason: z.enum(REPORT_REASONS),
  text: z.string(),
  duplicateURL: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** Null for a visitor without an account. */
  reporter: z.nullable(
    z.object({
      handle: z.string(),
      name: z.string(),
      /** How many of the last decided reports of the member there are, and how many of them were upheld. */
      decidedCount: count,
      upheldCount: count,
    }),
  ),
});
export type Report = z.infer<typeof report>;

/** A product with its open reports, of which the oldest are shown. */
export const reportedProduct = z.object({
  product: productReference,
  reportCount: count,
  oldestAt: z.iso.datetime(),
  reports: z.array(report),
});
export type ReportedProduct = z.infer<typeof reportedProduct>;

export const listReportsCall = defineCall({
  method: 'get',
  path: '/moderation/reports',
  summary: 'Products with open reports: those with the most reports first, then those with the oldest.',
  access: 'moderator',
  query: z.object({ after }),
  answer: z.object({
    products: z.array(reportedProduct),
    /** When the reports were read. Pass it as `seen` to a decision. */
    seen: z.iso.datetime(),
    /** Pass it as `after` for the next page. Null on the last page. */
    nextCursor: z.nullable(z.string()),
  }),
  errors: [],
});

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
  seen: z.iso.datetime().check(z.regex(/^(?!0000)/)),
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
  answer: z.object({ decidedCount: count }),
  errors: ['not_found', 'conflict'],
});

export const restoreProductCall = defineCall({
  method: 'post',
  path: '/moderation/products/:id/restore',
  summary: 'Lists a product again that was removed after a report. `conflict` for any other product.',
  access: 'moderator',
  params: byId,
  answer: z.object({}),
  errors: ['not_found', 'conflict'],
});

export const REPORT_READ_CALLS = [listOwnReportsCall, listRemovalsCall, listReportsCall] as const;
/** What moderators change. */
export const REPORT_CHANGE_CALLS = [decideReportsCall, restoreProductCall] as const;
