import * as z from 'zod/mini';
import { after, byId, defineCall, nextCursor } from './call';
import { fieldInputs, fieldsFromPage } from './field';
import { PRODUCT_PARTS } from './plain/product-parts';
import { product, PRODUCT_LIMITS } from './product';
import { productDescription, productName, productTagline, tagNames, webURL } from './submission-fields';
import { APPEAL_OUTCOMES } from './plain/moderation';
import { text } from '@/lib/texts/texts';

/** The tabs of the dashboard. Removed products are in none of them. */
export const SUBMISSION_STATUSES = ['approved', 'pending', 'rejected', 'discontinued'] as const;
export type SubmissionStatus = (typeof SUBMISSION_STATUSES)[number];

export const SUBMISSION_LIMITS = {
  similarMax: 5,
  pageSize: 100,
  /** How long the URL of a withdrawn product stays taken. */
  withdrawnURLHours: 24,
} as const;

/** The URL of an uploaded or previewed image; null for none. */
const submittedImageURL = z.nullable(z.string().check(z.maxLength(PRODUCT_LIMITS.urlCharsMax)));

/** The fields of a submission form. */
export const submission = z.object({
  url: webURL,
  name: productName,
  tagline: productTagline,
  /** Markdown. */
  description: z._default(productDescription, ''),
  /** Tag names, best match first. Unknown tags are created. */
  tags: tagNames,
  /** A square image. Without one, the product's mark is a brand's or a tile. */
  iconURL: z._default(submittedImageURL, null),
  screenshotURL: z._default(submittedImageURL, null),
  fields: z._default(fieldInputs, {}),
  fieldsFromPage: z.optional(fieldsFromPage),
  /** Whether the member has made the product. Some sites ask for it: see `/rules`. */
  isMaker: z.optional(z.nullable(z.boolean())),
  /** The former name of `screenshotURL`. */
  imageURL: z.optional(submittedImageURL),
});
export type Submission = z.infer<typeof submission>;
export type SubmissionInput = z.input<typeof submission>;

/** The changes of an edit. Absent fields stay as they are. */
export const submissionChanges = z.object({
  url: z.optional(webURL),
  name: z.optional(productName),
  tagline: z.optional(productTagline),
  description: z.optional(productDescription),
  tags: z.optional(tagNames),
  iconURL: z.optional(submittedImageURL),
  screenshotURL: z.optional(submittedImageURL),
  fields: z.optional(fieldInputs),
  fieldsFromPage: z.optional(fieldsFromPage),
  /** The former name of `screenshotURL`. */
  imageURL: z.optional(submittedImageURL),
});
export type SubmissionChanges = z.infer<typeof submissionChanges>;

/** What the page of an approved product shows while an edit waits for a moderator, or was rejected by one. */
export const publishedVersion = z.object({
  ...z.pick(product, { name: true, url: true, iconURL: true, screenshotURL: true, imageURL: true }).shape,
});

/** An appeal as its member sees it. */
export const ownAppeal = z.object({
  text: z.string(),
  createdAt: z.iso.datetime(),
  /** Null until a moderator has decided. */
  outcome: z.nullable(z.enum(APPEAL_OUTCOMES)),
  reply: z.nullable(z.string()),
});
export type OwnAppeal = z.infer<typeof ownAppeal>;

/** A product as its submitter sees it: with the edit, if there is one. `slug` always leads to its page. */
export const submittedProduct = z.extend(product, {
  /** The values of the fields that this site declares, as its form takes them. Absent without any. */
  fields: z.optional(fieldInputs),
  /** For a pending product: its place in the queue; 1 is next. */
  queuePlace: z.optional(z.int().check(z.positive())),
  /** Of a rejected one: what the submitter has answered. Absent without an answer. */
  answer: z.optional(ownAppeal),
  /** Of an edit of an approved product: what is public instead. Absent when the product has no public page. */
  publishedVersion: z.optional(publishedVersion),
  /** The parts that moderators have changed since its submitter has sent it. */
  moderatorChanges: z.optional(z.array(z.enum(PRODUCT_PARTS))),
});
export type SubmittedProduct = z.infer<typeof submittedProduct>;

export const renderDescriptionCall = defineCall({
  method: 'post',
  path: '/user/private/descriptions/preview',
  summary: text('calls.renderDescription', "Renders a description as the product's page will show it."),
  access: 'member',
  limits: ['draftByUser'],
  body: z.object({ description: productDescription }),
  /** Sanitized by the server: safe to insert. */
  answer: z.object({ descriptionHTML: z.string() }),
  errors: [],
});

export const submitProductCall = defineCall({
  method: 'post',
  path: '/user/private/products',
  summary: text(
    'calls.submitProduct',
    'Submits a product, which then waits for a moderator. On `conflict`, `product` is the product that already has the URL.',
  ),
  access: 'member',
  limits: ['submitByNewUser', 'submitByUser', 'submitByAddress'],
  body: submission,
  answer: z.object({ product: submittedProduct }),
  status: 201,
  errors: ['conflict'],
});

export const findSubmissionCall = defineCall({
  method: 'get',
  path: '/user/private/products/:id',
  summary: text(
    'calls.findSubmission',
    "One of the user's own products, in any status. Moderators may read every product.",
  ),
  access: 'account',
  params: byId,
  answer: z.object({ product: submittedProduct }),
  errors: ['not_found'],
});

export const editProductCall = defineCall({
  method: 'patch',
  path: '/user/private/products/:id',
  summary: text(
    'calls.editProduct',
    "Changes one of the user's own products. A rejected product is submitted again. If name, url, icon or screenshot of an approved product change, the edit waits for a moderator, and the approved version stays public until then.",
  ),
  access: 'member',
  limits: ['editByUser', 'editByAddress'],
  params: byId,
  body: submissionChanges,
  answer: z.object({ product: submittedProduct }),
  errors: ['not_found', 'conflict', 'gone'],
});

export const withdrawProductCall = defineCall({
  method: 'delete',
  path: '/user/private/products/:id',
  summary: text(
    'calls.withdrawProduct',
    "Withdraws one of the user's own products. A product that others have upvoted, bookmarked, claimed or otherwise added to stays, and a former member becomes its submitter. Otherwise a product that was never approved is deleted, and its URL can be submitted again at once; a product that was approved is removed: its page answers `gone`, its URL can be submitted again after 24 hours, and moderators can restore it for 30 days. Repeating the call changes nothing.",
  ),
  access: 'member',
  limits: ['withdrawByUser'],
  isForUnsuspended: true,
  params: byId,
  answer: z.object({ message: z.string() }),
  errors: ['not_found'],
});

export const listSubmissionsCall = defineCall({
  method: 'get',
  path: '/user/private/products',
  summary: text(
    'calls.listSubmissions',
    "The user's own products in one status, newest first, with the number in each status.",
  ),
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
