import * as z from 'zod/mini';
import { after, atMost, byId, defineCall, isLine, isText, nextCursor, tidied } from './call';
import { say, t, text } from '@/lib/texts/texts';

export const OWN_PAGE_LIMITS = {
  pagesMax: 50,
  slugCharsMax: 60,
  titleCharsMax: 80,
  bodyCharsMax: 50_000,
  positionMax: 999,
  /** How many versions of a page are kept. */
  versionsMax: 50,
  versionsPageSize: 10,
} as const;

/** Where the site links to a page. `header`: in the header, and in the footer, too, because phones have no room above. */
export const PAGE_PLACES = ['none', 'footer', 'header'] as const;
export type PagePlace = (typeof PAGE_PLACES)[number];

const slugMissing = text('ownPage.needsSlug', 'Use letters from a to z, digits, and hyphens between them.');

export const ownPageInput = z.object({
  /** The path of the page, without its slash. */
  slug: z
    .string()
    .check(
      atMost(OWN_PAGE_LIMITS.slugCharsMax),
      z.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, { error: () => say(slugMissing) }),
    ),
  title: z
    .string()
    .check(
      tidied,
      z.minLength(1, { error: () => t('ownPage.needsTitle', 'Give the page a title.') }),
      atMost(OWN_PAGE_LIMITS.titleCharsMax),
      isLine,
    ),
  /** In Markdown. */
  body: z.string().check(atMost(OWN_PAGE_LIMITS.bodyCharsMax), isText),
  place: z.enum(PAGE_PLACES),
  position: z.int().check(z.gte(0), z.lte(OWN_PAGE_LIMITS.positionMax)),
  /** A draft is for admins alone. */
  isPublished: z.boolean(),
});
export type OwnPageInput = z.infer<typeof ownPageInput>;

const facts = z.object({
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  place: z.enum(PAGE_PLACES),
  position: z.int(),
  isPublished: z.boolean(),
  /** Of the last change. */
  version: z.int(),
  updatedAt: z.iso.datetime(),
});
export type OwnPageFacts = z.infer<typeof facts>;

export const ownPage = z.extend(facts, { body: z.string() });
export type OwnPage = z.infer<typeof ownPage>;

/** The longest page in Japanese takes three bytes for each character. */
const PAGE_BODY_BYTES = 256 * 1024;

export const findOwnPageCall = defineCall({
  method: 'get',
  path: '/pages/:slug',
  summary: text('calls.findOwnPage', 'A page that the admins of the site have written and published.'),
  params: z.object({ slug: z.string().check(z.minLength(1), z.maxLength(OWN_PAGE_LIMITS.slugCharsMax)) }),
  answer: z.object({
    slug: z.string(),
    title: z.string(),
    /** Its first sentence. */
    description: z.string(),
    html: z.string(),
    updatedAt: z.iso.datetime(),
  }),
  errors: ['not_found'],
});

export const listOwnPagesCall = defineCall({
  method: 'get',
  path: '/moderation/pages',
  summary: text('calls.listOwnPages', 'The pages that admins have written, in the order of their links.'),
  access: 'admin',
  answer: z.object({ pages: z.array(facts) }),
  errors: [],
});

export const readOwnPageCall = defineCall({
  method: 'get',
  path: '/moderation/pages/:id',
  summary: text('calls.readOwnPage', 'A page that admins have written, also as a draft.'),
  access: 'admin',
  params: byId,
  answer: z.object({ page: ownPage }),
  errors: ['not_found'],
});

export const previewOwnPageCall = defineCall({
  method: 'post',
  path: '/moderation/pages/previews',
  summary: text('calls.previewOwnPage', 'The HTML of a page before it is saved. Changes nothing.'),
  access: 'admin',
  body: z.pick(ownPageInput, { body: true }),
  bodyBytesMax: PAGE_BODY_BYTES,
  answer: z.object({ html: z.string() }),
  errors: [],
});

export const createOwnPageCall = defineCall({
  method: 'post',
  path: '/moderation/pages',
  summary: text(
    'calls.createOwnPage',
    'Creates a page. `conflict` when there are too many, `bad_request` naming `slug` when something else has its path.',
  ),
  access: 'admin',
  body: ownPageInput,
  bodyBytesMax: PAGE_BODY_BYTES,
  answer: z.object({ page: ownPage }),
  status: 201,
  errors: ['conflict'],
});

/** The version that the person has seen. */
const basedOn = z.int().check(z.gte(1), z.lte(2_147_483_646));

export const changeOwnPageCall = defineCall({
  method: 'put',
  path: '/moderation/pages/:id',
  summary: text(
    'calls.changeOwnPage',
    'Changes a page on the whole site within a second. `conflict` when somebody has changed it since `basedOn`, `bad_request` naming `slug` when something else has its path.',
  ),
  access: 'admin',
  params: byId,
  body: z.extend(ownPageInput, { basedOn }),
  bodyBytesMax: PAGE_BODY_BYTES,
  answer: z.object({ page: ownPage }),
  errors: ['not_found', 'conflict'],
});

export const deleteOwnPageCall = defineCall({
  method: 'delete',
  path: '/moderation/pages/:id',
  summary: text('calls.deleteOwnPage', 'Deletes a page with its history. Safe to repeat.'),
  access: 'admin',
  params: byId,
  answer: z.object({}),
  errors: [],
});

export const ownPageVersion = z.object({
  version: z.int(),
  slug: z.string(),
  title: z.string(),
  body: z.string(),
  place: z.enum(PAGE_PLACES),
  position: z.int(),
  isPublished: z.boolean(),
  /** The version that this one has brought back. */
  restored: z.nullable(z.int()),
  /** As the log has it. */
  authorHandle: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
});
export type OwnPageVersion = z.infer<typeof ownPageVersion>;

export const listOwnPageVersionsCall = defineCall({
  method: 'get',
  path: '/moderation/pages/:id/versions',
  summary: text('calls.listOwnPageVersions', 'The versions of a page that are kept, newest first.'),
  access: 'admin',
  params: byId,
  query: z.object({ after }),
  answer: z.object({ versions: z.array(ownPageVersion), nextCursor }),
  errors: [],
});

export const restoreOwnPageCall = defineCall({
  method: 'post',
  path: '/moderation/pages/:id/versions/:version/restore',
  summary: text(
    'calls.restoreOwnPage',
    'Brings an earlier version of a page back, as a new version. `conflict` as for a change.',
  ),
  access: 'admin',
  params: z.extend(byId, { version: z.string().check(z.regex(/^[1-9]\d{0,8}$/)) }),
  body: z.object({ basedOn }),
  answer: z.object({ page: ownPage }),
  errors: ['not_found', 'conflict'],
});
