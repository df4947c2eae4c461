import * as z from 'zod/mini';
import { sentInstant, after, nextCursor, defineCall, byId } from './call';
import { productReference } from './product-reference';
import { text } from '@/lib/texts/texts';

export const SITE_CHECK_LIMITS = { pageSize: 30 } as const;

/**
 * `changed`: the page is not the one that was listed, and the link to it is behind a notice. `moved`: the site says that
 * the page has moved for good. `gone`: the host or the page has not existed for two weeks.
 */
export const SITE_CONCERNS = ['changed', 'moved', 'gone'] as const;
export type SiteConcern = (typeof SITE_CONCERNS)[number];

/** What a page was like: enough to see later whether its URL still leads to the same thing, and little to keep. */
export const pageFingerprint = z.object({
  /** After all redirects. */
  url: z.string(),
  /** The registrable domain of that URL, or its host without one. */
  domain: z.string(),
  title: z.string(),
  /** The beginning of the page's text. */
  excerpt: z.string(),
  /** ISO 639-3. Null for a text that is too short or in none of 82 languages. */
  language: z.nullable(z.string()),
  wordCount: z.int(),
  /** A similarity hash: the 64 smallest hashes of the page's different words, in their order. */
  sketch: z.array(z.int()),
  /** How much speaks for a page that parks a domain, and how much for one that lures into gambling. */
  parking: z.int(),
  gambling: z.int(),
  /** The page asks for consent, or whether a person is there, or says that it is away for now. */
  isInterstitial: z.boolean(),
  iconURL: z.nullable(z.string()),
  /** ISO 8601. The day on which the certificate of the site begins. */
  certificateSince: z.optional(z.string()),
});
export type PageFingerprint = z.infer<typeof pageFingerprint>;

/** What moderators compare. Texts are those of the page, as untrusted as it is. */
const seenPage = z.extend(
  z.pick(pageFingerprint, {
    url: true,
    domain: true,
    title: true,
    excerpt: true,
    language: true,
    certificateSince: true,
  }),
  /** The host of `url`, as `product` has it. */
  { host: z.optional(z.string()) },
);
export type SeenPage = z.infer<typeof seenPage>;

export const siteCheck = z.object({
  product: productReference,
  concern: z.enum(SITE_CONCERNS),
  concernSince: z.iso.datetime(),
  checkedAt: z.iso.datetime(),
  /** Why the last check was not fine. */
  problem: z.nullable(z.string()),
  /** The page when it was fine for the last time. Null if it never was. */
  before: z.nullable(seenPage),
  after: z.nullable(seenPage),
  movedTo: z.nullable(z.string()),
});
export type SiteCheck = z.infer<typeof siteCheck>;

export const listSiteChecksCall = defineCall({
  method: 'get',
  path: '/moderation/sites',
  summary: text(
    'calls.listSiteChecks',
    'Listed products whose sites have changed, moved or gone, newest first.',
  ),
  access: 'moderator',
  query: z.object({ after }),
  answer: z.object({
    siteChecks: z.array(siteCheck),
    nextCursor,
  }),
  errors: [],
});

export const acceptSiteCall = defineCall({
  method: 'post',
  path: '/moderation/sites/:id/accept',
  summary: text(
    'calls.acceptSite',
    'Says that the site of a product is fine as it is now: the link to it is free again, and later checks compare with the present page. `conflict` when the site has changed again since `seen`.',
  ),
  access: 'moderator',
  params: byId,
  /** `checkedAt` of what the moderator has seen. */
  body: z.object({ seen: sentInstant() }),
  answer: z.object({}),
  errors: ['not_found', 'conflict'],
});

export const followSiteCall = defineCall({
  method: 'post',
  path: '/moderation/sites/:id/follow',
  summary: text(
    'calls.followSite',
    'Gives a product the URL to which its site has moved. `conflict` when another product has that URL, the product has an edit in the queue, or the site has changed again since `seen`.',
  ),
  access: 'moderator',
  params: byId,
  body: z.object({ seen: sentInstant() }),
  answer: z.object({}),
  errors: ['bad_request', 'not_found', 'conflict'],
});
