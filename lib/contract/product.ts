import * as z from 'zod/mini';
import { nextCursor, defineCall } from './call';
import { fact, listedFact } from './field';
import { ICON_SOURCES } from './plain/image-url';
import { PRODUCT_STATUSES } from './product-reference';
import { tag } from './tag';
import { text, t } from '@/lib/texts/texts';

export const PRODUCT_LIMITS = {
  nameCharsMin: 2,
  nameCharsMax: 60,
  taglineCharsMin: 10,
  taglineCharsMax: 120,
  descriptionCharsMax: 5_000,
  urlCharsMax: 2_048,
  tagsMin: 1,
  tagsMax: 5,
  tagNameCharsMax: 40,
  pageSizeMax: 50,
  pageSize: 30,
  relatedMax: 6,
  successorsMax: 3,
} as const;

export const PRODUCT_SORTS = ['hot', 'new', 'top'] as const;
export type ProductSort = (typeof PRODUCT_SORTS)[number];

export const TOP_PERIODS = ['day', 'week', 'month', 'all'] as const;
export type TopPeriod = (typeof TOP_PERIODS)[number];

/** Of moderators and admins. Their mark says it on pages, which no name can imitate. */
export const publicRole = z.optional(z.enum(['moderator', 'admin']));

export const submitter = z.object({
  handle: z.string(),
  name: z.string(),
  avatarURL: z.nullable(z.string()),
  role: publicRole,
});
export type Submitter = z.infer<typeof submitter>;

/**
 * What a product says. Everyone can read all of it, and an edit can change all of it: `products` and `product_edits` have
 * a column for each of these fields, which queries and presenters take from here.
 */
const productContent = z.object({
  name: z.string(),
  tagline: z.string(),
  /** Markdown, as submitted. */
  description: z.string(),
  /** The description, rendered and sanitized by the server: safe to insert. */
  descriptionHTML: z.string(),
  url: z.string(),
});
export const PRODUCT_CONTENT = z.keyof(productContent).options;

/**
 * The languages of a product's texts, as tags of BCP 47, as far as the texts tell and if they are others than the language of
 * the site's own texts.
 */
const textLanguages = z.object({
  name: z.optional(z.string()),
  tagline: z.optional(z.string()),
  description: z.optional(z.string()),
  /** Why the product is discontinued. */
  reason: z.optional(z.string()),
});
export type TextLanguages = z.infer<typeof textLanguages>;

/** A product on the wire. Independent of the viewer, so that any cache may store it. Instants are ISO 8601 in UTC. */
const productBase = z.object({
  id: z.string(),
  slug: z.string(),
  ...z.pick(productContent, { name: true, tagline: true, url: true }).shape,
  /** The host of `url` in its own letters, without `www.`. Absent if `url` has them, or if they could deceive. */
  host: z.optional(z.string()),
  /** Absent without any. */
  languages: z.optional(textLanguages),
  /** Since when the page at `url` is another one than was listed. Present until a moderator has looked at it. */
  linkHeldAt: z.optional(z.iso.datetime()),
  /** The product's mark: a square icon. Always there; `iconSource` says where it comes from. */
  iconURL: z.string(),
  iconSource: z.enum(ICON_SOURCES),
  /** A picture of the product at work, best 16:10. Null when there is none. */
  screenshotURL: z.nullable(z.string()),
  /** An image of the product: the same as `iconURL`. */
  imageURL: z.string(),
  tags: z.array(tag),
  upvoteCount: z.int().check(z.nonnegative()),
  bookmarkCount: z.int().check(z.nonnegative()),
  status: z.enum(PRODUCT_STATUSES),
  rejectionReason: z.optional(z.string()),
  /** Null when the product was imported or the submitter's account was deleted. */
  submitter: z.nullable(submitter),
  createdAt: z.iso.datetime(),
  approvedAt: z.nullable(z.iso.datetime()),
});

/** A product in a list: without its description, which has up to 5,000 characters and which no list shows. */
export const listedProduct = z.extend(productBase, {
  /** The values of the fields that lists show, in the order of the fields. Absent without any. */
  listedFacts: z.optional(z.array(listedFact)),
});
export type ListedProduct = z.infer<typeof listedProduct>;

export const discontinuation = z.object({
  discontinuedOn: z.iso.date(),
  reason: z.string(),
  languages: z.optional(textLanguages),
  /** Where to go instead, best first. They may be discontinued themselves. */
  successors: z.array(listedProduct),
});

export const product = z.extend(productBase, {
  ...productContent.shape,
  /** The product's values of the fields that this site declares, in their order. Absent without any. */
  facts: z.optional(z.array(fact)),
  /** How an approved product ranks in the hot order. Only in the answer of the call for one product. */
  standing: z.optional(
    z.object({
      /** From 1; null after the first 1,000. Up to ten minutes old. */
      place: z.nullable(z.int().check(z.positive())),
      productCount: z.int().check(z.positive()),
      /** The upvotes that count in the ranking. The submitter's own does not. */
      rankingUpvoteCount: z.int().check(z.nonnegative()),
    }),
  ),
  /** Only of a discontinued product, in the answer of the call for one product. */
  discontinuation: z.optional(discontinuation),
  /** The host whose owner is verified. Only in the answer of the call for one product. */
  verifiedHost: z.optional(z.string()),
});
export type Product = z.infer<typeof product>;

export const productPage = z.object({
  products: z.array(listedProduct),
  nextCursor,
});
export type ProductPage = z.infer<typeof productPage>;

/** Slugs, cursors and tag names arrive in URLs. None of ours is longer than this. */
export const urlPart = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(300),
    z.regex(/^\P{Cc}*$/u, { error: () => t('field.notValid', 'That is not a valid value.') }),
  );

export const bySlug = z.object({ slug: urlPart });

export const findProductCall = defineCall({
  method: 'get',
  path: '/products/:slug',
  isOpen: true,
  summary: text(
    'calls.findProduct',
    "One approved or discontinued product. With a session token also the viewer's own products in any status; for moderators all products. A former slug answers `not_found` with the current slug in `fields.movedTo`; a removed product answers `gone`.",
  ),
  params: bySlug,
  answer: z.object({ product }),
  errors: ['not_found', 'gone'],
});

export const listRelatedProductsCall = defineCall({
  method: 'get',
  path: '/products/:slug/related',
  isOpen: true,
  summary: text(
    'calls.listRelatedProducts',
    'Approved products like this one: its alternatives, then those that share rare tags and words of its tagline.',
  ),
  params: bySlug,
  answer: z.object({ products: z.array(listedProduct) }),
  errors: ['not_found', 'gone'],
});
