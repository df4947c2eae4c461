import * as z from 'zod/mini';
import { after, nextCursor, defineCall, byId, productId, honeypot, sentInstant, optionalText } from './call';
import { REPORT_LIMITS, REPORT_REASONS, REPORT_OUTCOMES } from './plain/report';
import { publicRole } from './product';
import { productReference } from './product-reference';
import { webURL, withScheme, isShortURL, sayNotWebLink } from './submission-fields';
import { discontinuationInput } from './moderation';
import { t, text } from '@/lib/texts/texts';

const email = z.email();
const count = z.int().check(z.nonnegative());

export const reportInput = z
  .object({
    reason: z.enum(REPORT_REASONS, { error: () => t('report.chooseReason', 'Choose what is wrong.') }),
    text: optionalText(REPORT_LIMITS.textCharsMax),
    duplicateURL: z._default(
      z.pipe(
        z.string().check(
          z.trim(),
          isShortURL,
          z.refine((url) => url === '' || webURL.safeParse(url).success, { error: sayNotWebLink }),
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
        z.refine((text) => text === '' || email.safeParse(text).success, {
          error: () => t('field.notAnEmail', "That's not an email address."),
        }),
      ),
      '',
    ),
    hp: honeypot,
  })
  .check(
    z.refine(({ reason, text }) => reason !== 'other' || text !== '', {
      path: ['text'],
      error: () => t('report.sayWhatIsWrong', 'Say what is wrong.'),
    }),
  );
export type ReportInput = z.infer<typeof reportInput>;

export const reportProductCall = defineCall({
  method: 'post',
  path: '/products/:id/reports',
  limits: ['reportByAddress'],
  summary: text(
    'calls.reportProduct',
    'Reports a listed product to the moderators. Works without an account; with one (`accessToken`), a member has one open report per product, which a further one replaces.',
  ),
  params: byId,
  body: reportInput,
  bodyTypes: ['application/x-www-form-urlencoded', 'application/json'],
  answer: z.object({ message: z.string() }),
  errors: ['not_found', 'forbidden'],
});

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
  summary: text(
    'calls.listReports',
    'Products with open reports: those with the most reports first, then those with the oldest.',
  ),
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

export const ownReport = z.object({
  id: z.string(),
  /** `slug` is null while the product has no public page. */
  product: z.object({ name: z.string(), slug: z.nullable(z.string()) }),
  reason: z.enum(REPORT_REASONS),
  text: z.string(),
  createdAt: z.iso.datetime(),
  /** Null until a moderator has decided. */
  outcome: z.nullable(z.enum(REPORT_OUTCOMES)),
  note: z.nullable(z.string()),
});
export type OwnReport = z.infer<typeof ownReport>;

export const listOwnReportsCall = defineCall({
  method: 'get',
  path: '/user/private/reports',
  summary: text('calls.listOwnReports', "The viewer's reports and their outcomes, newest first."),
  access: 'account',
  query: z.object({ after }),
  answer: z.object({
    reports: z.array(ownReport),
    nextCursor,
  }),
  errors: [],
});

export const reportDecision = z.object({
  outcome: z.enum(REPORT_OUTCOMES),
  /** What is done about upheld reports: nothing, the product is removed, or it is marked as discontinued. */
  remedy: z._default(z.enum(['none', 'remove', 'discontinue']), 'none'),
  discontinuation: z.optional(discontinuationInput),
  /** What the moderators write to the reporters. */
  note: optionalText(REPORT_LIMITS.noteCharsMax),
  /** Only reports up to this instant are decided. The database has no year 0. */
  seen: sentInstant().check(z.regex(/^(?!0000)/)),
  /** This report alone. Absent: all of the product. */
  reportId: z.optional(productId),
});
export type ReportDecision = z.infer<typeof reportDecision>;

export const decideReportsCall = defineCall({
  method: 'post',
  path: '/moderation/products/:id/reports',
  summary: text(
    'calls.decideReports',
    'Decides on the open reports of a product, at most 1,000 at once, or on one of them. Tells the reporters. `conflict` when none of them is open, or when the product cannot be removed or discontinued.',
  ),
  access: 'moderator',
  params: byId,
  body: reportDecision,
  answer: z.object({ decidedCount: z.int().check(z.nonnegative()) }),
  errors: ['not_found', 'conflict'],
});

export const restoreProductCall = defineCall({
  method: 'post',
  path: '/moderation/products/:id/restore',
  summary: text(
    'calls.restoreProduct',
    'Lists a product again that was withdrawn by its submitter, or removed after a report, in the last 30 days. `conflict` for any other product, and when another one has the URL by now.',
  ),
  access: 'moderator',
  params: byId,
  answer: z.object({}),
  errors: ['not_found', 'conflict'],
});

export const REMOVAL_LIMITS = {
  /** How long moderators can undo a removal, from when the product left the directory. */
  restoreDays: 30,
  pageSize: 30,
} as const;

/** A product of the viewer that moderators have removed after a report. */
export const removal = z.object({
  id: z.string(),
  name: z.string(),
  removedAt: z.iso.datetime(),
  /** The edit that the product had. It returns, pending or rejected, when the product is listed again. Null if there was none. */
  edit: z.nullable(z.object({ name: z.string(), isRejected: z.boolean() })),
});
export type Removal = z.infer<typeof removal>;

export const listRemovalsCall = defineCall({
  method: 'get',
  path: '/user/private/removals',
  summary: text(
    'calls.listRemovals',
    "The user's products that moderators have removed after a report: the last 20 of them, newest first.",
  ),
  access: 'account',
  answer: z.object({ removals: z.array(removal) }),
  errors: [],
});

/** A product that moderators can restore. */
export const removedProduct = z.object({
  id: z.string(),
  name: z.string(),
  removedAt: z.iso.datetime(),
  /** Who has removed it: its submitter, or moderators after a report. */
  by: z.enum(['submitter', 'moderators']),
});
export type RemovedProduct = z.infer<typeof removedProduct>;

export const listRemovedProductsCall = defineCall({
  method: 'get',
  path: '/moderation/removals',
  summary: text(
    'calls.listRemovedProducts',
    'The products that were removed in the last 30 days, by their submitters or after a report, and can be restored. The last one first.',
  ),
  access: 'moderator',
  query: z.object({ after }),
  answer: z.object({ products: z.array(removedProduct), nextCursor }),
  errors: [],
});

/** Why a product is erased. The log keeps it, and nothing about the product. */
export const ERASURE_GROUNDS = ['court-order', 'personal-data', 'illegal-content'] as const;
export type ErasureGround = (typeof ERASURE_GROUNDS)[number];

export const eraseProductCall = defineCall({
  method: 'post',
  path: '/moderation/products/:id/erase',
  summary: text(
    'calls.eraseProduct',
    'Erases a product at once and for good, with everything that hangs on it and with its name in the log. Nobody can undo it.',
  ),
  access: 'admin',
  needsFreshSignIn: true,
  params: z.object({ id: productId }),
  body: z.object({ ground: z.enum(ERASURE_GROUNDS) }),
  answer: z.object({}),
  errors: ['not_found'],
});
