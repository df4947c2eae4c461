import * as z from 'zod/mini';
import { defineCall } from './call';
import { fieldInputs } from './field';
import { productReference } from './product-reference';
import { webURL } from './submission-fields';
import { PRODUCT_LIMITS } from './product';
import { text } from '@/lib/texts/texts';

export const productPreview = z.object({
  /** The URL to submit: the page's canonical URL, without tracking parameters. */
  url: z.string(),
  /** Empty when the page has nothing usable. */
  name: z.string(),
  tagline: z.string(),
  /** The site's icon, uploaded here. Its URL answers `processing` at first, as for every upload. */
  iconURL: z.optional(z.string()),
  /** The image that the page names for links to it, uploaded here, if it is wide enough for a screenshot. */
  screenshotURL: z.optional(z.string()),
  /** What the page states, for the declared fields that take it. Suggestions. */
  fields: z.optional(fieldInputs),
  /** Why the page could not be read, as a sentence. The form works without it. */
  problem: z.optional(z.string()),
  duplicateOf: z.optional(productReference),
  /** Why the link can't be submitted, without `duplicateOf`: it is that of a product which is not public. */
  takenMessage: z.optional(z.string()),
  similar: z.array(productReference),
});
export type ProductPreview = z.infer<typeof productPreview>;

export const previewProductCall = defineCall({
  method: 'post',
  path: '/user/private/products/preview',
  summary: text(
    'calls.previewProduct',
    'Reads name, tagline, icon and image from the page at a URL, to start a submission. `problem` says why a page could not be read; `duplicateOf` is a product that already has the URL; `takenMessage` says that a product has it which the user may not see. `bad_request` for a URL outside of the public web.',
  ),
  access: 'member',
  limits: ['previewByUser', 'previewByAddress'],
  body: z.object({ url: webURL }),
  answer: productPreview,
  errors: [],
});

const unfinishedForm = z.object({
  url: z.optional(z.string().check(z.maxLength(PRODUCT_LIMITS.urlCharsMax))),
  name: z.optional(z.string().check(z.maxLength(PRODUCT_LIMITS.nameCharsMax))),
});

export const findDuplicatesCall = defineCall({
  method: 'get',
  path: '/user/private/duplicates',
  summary: text(
    'calls.findDuplicates',
    "The product with this URL, and approved products with a similar name. Of a product that is neither public nor the user's own, only `takenMessage` says that it has the URL. Fast enough for every keystroke; fetches nothing.",
  ),
  access: 'member',
  limits: ['draftByUser'],
  query: unfinishedForm,
  answer: z.pick(productPreview, { duplicateOf: true, takenMessage: true, similar: true }),
  errors: [],
});
