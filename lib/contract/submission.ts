import * as z from 'zod/mini';
import { defineCall } from './call';
import { product, PRODUCT_LIMITS } from './product';
import { productReference } from './product-reference';
import { isLine, isText, isVisible } from './text';

const {
  nameCharsMin,
  nameCharsMax,
  taglineCharsMin,
  taglineCharsMax,
  descriptionCharsMax,
  urlCharsMax,
  tagsMin,
  tagsMax,
  tagNameCharsMax,
} = PRODUCT_LIMITS;

/** The tabs of the dashboard. Removed products are in none of them. */
export const SUBMISSION_STATUSES = ['approved', 'pending', 'rejected'] as const;
export type SubmissionStatus = (typeof SUBMISSION_STATUSES)[number];

export const SUBMISSION_LIMITS = {
  similarMax: 5,
  pageSize: 100,
  /** How long the URL of a withdrawn product stays taken. */
  withdrawnURLHours: 24,
} as const;

/** Adds `https://` to a URL that was typed without a scheme. */
export const withScheme = (url: string) =>
  url === '' || /^[a-z][a-z0-9+.-]*:(?!\d+(?:[/?#]|$))/i.test(url) ? url : `https://${url}`;

const webURL = z.pipe(
  z.pipe(z.string().check(z.trim(), z.minLength(1, 'Paste a link.')), z.transform(withScheme)),
  z
    .string()
    .check(
      z.maxLength(urlCharsMax, 'Use a link of at most 2,048 characters.'),
      z.refine(isWebURL, "That's not a web link. Links start with https://."),
    ),
);

/** `URL` ignores control characters, but the URL is stored and shown as it was typed. */
function isWebURL(url: string): boolean {
  return /^https?:[^\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]*$/iu.test(url) && URL.canParse(url);
}

export const productName = z
  .string()
  .check(
    z.trim(),
    z.minLength(nameCharsMin, 'Use at least 2 characters.'),
    z.maxLength(nameCharsMax, 'Use at most 60 characters.'),
    isLine,
    isVisible,
  );

export const productTagline = z
  .string()
  .check(
    z.trim(),
    z.minLength(taglineCharsMin, 'Use at least 10 characters to say what it does.'),
    z.maxLength(taglineCharsMax, 'Use at most 120 characters.'),
    isLine,
    isVisible,
  );

export const productDescription = z
  .string()
  .check(z.trim(), z.maxLength(descriptionCharsMax, 'Use at most 5,000 characters.'), isText);

const tagName = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'A tag needs a name.'),
    z.maxLength(tagNameCharsMax, 'Use at most 40 characters for each tag.'),
    z.regex(/(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}]/u, 'A tag needs a letter or a digit.'),
    isLine,
  );

export const tagNames = z
  .array(tagName)
  .check(z.minLength(tagsMin, 'Choose at least one tag.'), z.maxLength(tagsMax, 'Choose at most 5 tags.'));

/** The URL of an uploaded or previewed image; null for none. */
const imageURL = z.nullable(z.string().check(z.maxLength(urlCharsMax)));

/** The fields of a submission form. */
export const submission = z.object({
  url: webURL,
  name: productName,
  tagline: productTagline,
  /** Markdown. */
  description: z._default(productDescription, ''),
  /** Tag names, best match first. Unknown tags are created. */
  tags: tagNames,
  imageURL: z._default(imageURL, null),
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
  imageURL: z.optional(imageURL),
});
export type SubmissionChanges = z.infer<typeof submissionChanges>;

/** What the page of an approved product shows while an edit waits for a moderator, or was rejected by one. */
export const publishedVersion = z.object({ name: z.string(), url: z.string(), imageURL: z.string() });

/** A product as its submitter sees it: with the edit, if there is one. `slug` always leads to its page. */
export const submittedProduct = z.extend(product, {
  /** For a pending product: its place in the queue; 1 is next. */
  queuePlace: z.optional(z.int().check(z.positive())),
  /** Of an edit of an approved product: what is public instead. Absent when the product has no public page. */
  publishedVersion: z.optional(publishedVersion),
});
export type SubmittedProduct = z.infer<typeof submittedProduct>;

export const productPreview = z.object({
  /** The URL to submit: the page's canonical URL, without tracking parameters. */
  url: z.string(),
  /** Empty when the page has nothing usable. */
  name: z.string(),
  tagline: z.string(),
  /** The page's image, uploaded here. Its URL answers `processing` at first, as for every upload. */
  imageURL: z.optional(z.string()),
  /** Why the page could not be read, as a sentence. The form works without it. */
  problem: z.optional(z.string()),
  duplicateOf: z.optional(productReference),
  /** Approved products with a similar name. */
  similar: z.array(productReference),
});
export type ProductPreview = z.infer<typeof productPreview>;

export const previewProductCall = defineCall({
  method: 'post',
  path: '/user/private/products/preview',
  summary:
    'Reads name, tagline and image from the page at a URL, to start a submission. `problem` says why a page could not be read; `duplicateOf` is a product that already has the URL. `bad_request` for a URL outside of the public web.',
  access: 'member',
  body: z.object({ url: webURL }),
  answer: productPreview,
  errors: [],
});

/** The fields of an unfinished form. */
const unfinishedForm = z.object({
  url: z.optional(z.string().check(z.maxLength(urlCharsMax))),
  name: z.optional(z.string().check(z.maxLength(nameCharsMax))),
});

export const findDuplicatesCall = defineCall({
  method: 'get',
  path: '/user/private/duplicates',
  summary:
    'The product with this URL, and approved products with a similar name. Fast enough for every keystroke; fetches nothing.',
  access: 'member',
  query: unfinishedForm,
  answer: z.object({ duplicateOf: z.optional(productReference), similar: z.array(productReference) }),
  errors: [],
});

export const renderDescriptionCall = defineCall({
  method: 'post',
  path: '/user/private/descriptions/preview',
  summary: "Renders a description as the product's page will show it.",
  access: 'member',
  body: z.object({ description: productDescription }),
  /** Sanitized by the server: safe to insert. */
  answer: z.object({ descriptionHTML: z.string() }),
  errors: [],
});

export const submitProductCall = defineCall({
  method: 'post',
  path: '/user/private/products',
  summary:
    'Submits a product, which then waits for a moderator. On `conflict`, `product` is the product that already has the URL.',
  access: 'member',
  body: submission,
  answer: z.object({ product: submittedProduct }),
  status: 201,
  errors: ['conflict'],
});

export const byId = z.object({ id: z.string().check(z.regex(/^[1-9]\d{0,17}$/, "That's not a valid id.")) });

export const findSubmissionCall = defineCall({
  method: 'get',
  path: '/user/private/products/:id',
  summary: "One of the user's own products, in any status. Moderators may read every product.",
  access: 'account',
  params: byId,
  answer: z.object({ product: submittedProduct }),
  errors: ['not_found'],
});

export const editProductCall = defineCall({
  method: 'patch',
  path: '/user/private/products/:id',
  summary:
    "Changes one of the user's own products. A rejected product is submitted again. If name, url or image of an approved product change, the edit waits for a moderator, and the approved version stays public until then.",
  access: 'member',
  params: byId,
  body: submissionChanges,
  answer: z.object({ product: submittedProduct }),
  errors: ['not_found', 'conflict', 'gone'],
});

export const withdrawProductCall = defineCall({
  method: 'delete',
  path: '/user/private/products/:id',
  summary:
    "Withdraws one of the user's own products. A product that was never approved is deleted, and its URL can be submitted again at once. A product that was approved is removed: its page answers `gone`, and its URL can be submitted again after 24 hours. Repeating the call changes nothing.",
  access: 'account',
  params: byId,
  answer: z.object({ message: z.string() }),
  errors: ['not_found'],
});

export const listSubmissionsCall = defineCall({
  method: 'get',
  path: '/user/private/products',
  summary: "The user's own products in one status, newest first, with the number in each status.",
  access: 'account',
  query: z.object({
    status: z._default(z.enum(SUBMISSION_STATUSES), 'approved'),
    after: z.optional(z.string().check(z.minLength(1), z.maxLength(300))),
  }),
  answer: z.object({
    products: z.array(submittedProduct),
    counts: z.object({ approved: z.int(), pending: z.int(), rejected: z.int() }),
    /** Opaque; pass it as `after` for the next page. Null on the last page. */
    nextCursor: z.nullable(z.string()),
  }),
  errors: [],
});
