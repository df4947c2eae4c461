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

/** The tabs of a member's dashboard. What was removed is in none. */
export const SUBMISSION_STATUSES = ['approved', 'pending', 'rejected'] as const;
export type SubmissionStatus = (typeof SUBMISSION_STATUSES)[number];

export const SUBMISSION_LIMITS = {
  similarMax: 5,
  pageSize: 100,
  /** How long the URL of a withdrawn product stays taken. */
  withdrawnURLHours: 24,
} as const;

/** An address as people type it: without a scheme it is taken for https. */
export const withScheme = (address: string) =>
  address === '' || /^[a-z][a-z0-9+.-]*:(?!\d+(?:[/?#]|$))/i.test(address) ? address : `https://${address}`;

const webAddress = z.pipe(
  z.pipe(z.string().check(z.trim(), z.minLength(1, 'Paste the address.')), z.transform(withScheme)),
  z.string().check(
    z.maxLength(urlCharsMax, 'Keep the address under 2,048 characters.'),
    z.refine((address) => isWebAddress(address), 'That is not a web address. It starts with https://.'),
  ),
);

/** The parser of addresses passes over control characters; what is shown and kept is what was typed. */
function isWebAddress(address: string): boolean {
  return /^https?:[^\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]*$/iu.test(address) && URL.canParse(address);
}

const name = z
  .string()
  .check(
    z.trim(),
    z.minLength(nameCharsMin, 'Write a name of at least 2 characters.'),
    z.maxLength(nameCharsMax, 'Keep the name to 60 characters.'),
    isLine,
    isVisible,
  );

const tagline = z
  .string()
  .check(
    z.trim(),
    z.minLength(taglineCharsMin, 'Say in at least 10 characters what it does.'),
    z.maxLength(taglineCharsMax, 'Keep the tagline to 120 characters.'),
    isLine,
    isVisible,
  );

const description = z
  .string()
  .check(z.trim(), z.maxLength(descriptionCharsMax, 'Keep the description to 5,000 characters.'), isText);

const tagNames = z
  .array(
    z
      .string()
      .check(
        z.trim(),
        z.minLength(1, 'A tag needs a name.'),
        z.maxLength(tagNameCharsMax, 'Keep each tag to 40 characters.'),
        z.regex(/(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}]/u, 'A tag needs a letter or a digit.'),
        isLine,
      ),
  )
  .check(z.minLength(tagsMin, 'Choose at least one tag.'), z.maxLength(tagsMax, 'Choose at most 5 tags.'));

/** An address that an upload or a preview answered with; null for no picture. */
const imageURL = z.nullable(z.string().check(z.maxLength(urlCharsMax)));

/** What a member writes about a product. */
export const submission = z.object({
  url: webAddress,
  name,
  tagline,
  /** Markdown. */
  description: z._default(description, ''),
  /** Names, the most fitting first; those that are not there yet are made. */
  tags: tagNames,
  imageURL: z._default(imageURL, null),
});
export type Submission = z.infer<typeof submission>;
export type SubmissionInput = z.input<typeof submission>;

/** What an edit changes; what is absent stays. */
export const submissionChanges = z.object({
  url: z.optional(webAddress),
  name: z.optional(name),
  tagline: z.optional(tagline),
  description: z.optional(description),
  tags: z.optional(tagNames),
  imageURL: z.optional(imageURL),
});
export type SubmissionChanges = z.infer<typeof submissionChanges>;

/** What the page of an approved product shows while an edit waits for a moderator, or was rejected by one. */
export const publishedVersion = z.object({ name: z.string(), url: z.string(), imageURL: z.string() });

/** A product as its submitter sees it: with the edit, if there is one. `slug` always leads to its page. */
export const submittedProduct = z.extend(product, {
  /** Of a pending product: how many are looked at before it, and itself; 1 is next. */
  queuePlace: z.optional(z.int().check(z.positive())),
  /** Of an edit of an approved product: what is public instead. Absent when the product has no public page. */
  publishedVersion: z.optional(publishedVersion),
});
export type SubmittedProduct = z.infer<typeof submittedProduct>;

export const productPreview = z.object({
  /** The address to submit: without tracking parameters, and in the spelling that the site itself leads to. */
  url: z.string(),
  /** Empty when the page says nothing of use. */
  name: z.string(),
  tagline: z.string(),
  /** The page's picture, uploaded for the member; answers `processing` at first, as every upload does. */
  imageURL: z.optional(z.string()),
  /** Why the page could not be read, as a sentence. The form goes on without it. */
  problem: z.optional(z.string()),
  duplicateOf: z.optional(productReference),
  /** Approved products of a similar name. */
  similar: z.array(productReference),
});
export type ProductPreview = z.infer<typeof productPreview>;

export const previewProductCall = defineCall({
  method: 'post',
  path: '/user/private/products/preview',
  summary:
    'What the page at an address says of itself, to begin a submission with. A page that cannot be read answers with `problem`, a product that is listed already with `duplicateOf`; `bad_request` is for an address that is not on the public web.',
  access: 'member',
  body: z.object({ url: webAddress }),
  answer: productPreview,
  errors: ['bad_request', 'rate_limited'],
});

/** The part of an unfinished form that is there already; both may be absent. */
const beginnings = z.object({
  url: z.optional(z.string().check(z.maxLength(urlCharsMax))),
  name: z.optional(z.string().check(z.maxLength(nameCharsMax))),
});

export const findDuplicatesCall = defineCall({
  method: 'get',
  path: '/user/private/duplicates',
  summary:
    'For every keystroke: the product at this address, and approved ones of a similar name. Fetches nothing.',
  access: 'member',
  query: beginnings,
  answer: z.object({ duplicateOf: z.optional(productReference), similar: z.array(productReference) }),
  errors: ['bad_request', 'rate_limited'],
});

export const renderDescriptionCall = defineCall({
  method: 'post',
  path: '/user/private/descriptions/preview',
  summary: 'A description as its page will show it.',
  access: 'member',
  body: z.object({ description }),
  /** Sanitised by the server; safe to insert. */
  answer: z.object({ descriptionHTML: z.string() }),
  errors: ['bad_request', 'rate_limited'],
});

export const submitProductCall = defineCall({
  method: 'post',
  path: '/user/private/products',
  summary:
    'Submits a product, which then waits for a moderator. `conflict` carries in `product` the one that has the address already.',
  access: 'member',
  body: submission,
  answer: z.object({ product: submittedProduct }),
  status: 201,
  errors: ['bad_request', 'conflict', 'rate_limited'],
});

export const byId = z.object({ id: z.string().check(z.regex(/^[1-9]\d{0,17}$/, 'That is not an id.')) });

export const findSubmissionCall = defineCall({
  method: 'get',
  path: '/user/private/products/:id',
  summary: 'One of the member’s own products, whatever its status. Moderators may read any.',
  access: 'account',
  params: byId,
  answer: z.object({ product: submittedProduct }),
  errors: ['bad_request', 'not_found'],
});

export const editProductCall = defineCall({
  method: 'patch',
  path: '/user/private/products/:id',
  summary:
    'Changes one of the member’s own products. A rejected one is submitted again. An edit of an approved one that changes name, url or image waits for a moderator; the approved version stays public until then.',
  access: 'member',
  params: byId,
  body: submissionChanges,
  answer: z.object({ product: submittedProduct }),
  errors: ['bad_request', 'not_found', 'conflict', 'gone'],
});

export const withdrawProductCall = defineCall({
  method: 'delete',
  path: '/user/private/products/:id',
  summary:
    'Takes back one of the member’s own products. A product that was never approved is deleted, and its URL can be submitted again at once. A product that was approved is removed: its page answers `gone`, and its URL can be submitted again after 24 hours. Repeating the call changes nothing.',
  access: 'account',
  params: byId,
  answer: z.object({ message: z.string() }),
  errors: ['bad_request', 'not_found'],
});

export const listSubmissionsCall = defineCall({
  method: 'get',
  path: '/user/private/products',
  summary: 'The member’s own products of one status, newest first, and how many there are of each.',
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
  errors: ['bad_request'],
});
