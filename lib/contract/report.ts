import * as z from 'zod/mini';
import { after, nextCursor } from './cursor';
import { defineCall } from './call';
import { REPORT_LIMITS, REPORT_REASONS } from './plain/report';
import { PRODUCT_LIMITS } from './product';
import { productReference } from './product-reference';
import { byId } from './submission';
import { webURL, withScheme } from './submission-fields';
import { honeypot, isText } from './text';
import { publicRole } from './product';

const email = z.email();
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
    hp: honeypot,
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
  limits: ['reportByAddress'],
  summary:
    'Reports a listed product to the moderators. Works without an account; with one (`accessToken`), a member has one open report per product, which a further one replaces.',
  params: byId,
  body: reportInput,
  bodyTypes: ['application/x-www-form-urlencoded', 'application/json'],
  answer: z.object({ message: z.string() }),
  errors: ['not_found', 'forbidden'],
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
      role: publicRole,
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
    nextCursor,
  }),
  errors: [],
});
