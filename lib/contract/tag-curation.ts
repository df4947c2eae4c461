import * as z from 'zod/mini';
import { after, nextCursor, defineCall, productId, tidied, atMost } from './call';
import { tagName } from './submission-fields';
import { tag } from './tag';
import { t, text } from '@/lib/texts/texts';

export const TAG_LIMITS = {
  descriptionCharsMax: 500,
  slugCharsMax: 80,
  synonymsMax: 20,
  /** How many levels of tags there are, the uppermost one included. */
  levelsMax: 5,
  /** Afterwards, a merge of tags cannot be undone. */
  undoDays: 30,
  pageSize: 30,
} as const;

export const byTag = z.object({ id: productId });

/** A tag as moderators see it. */
export const curatedTag = z.object({
  ...tag.shape,
  id: z.string(),
  productCount: z.int(),
  description: z.string(),
  /** The tag above it. */
  parent: z.nullable(tag),
  /** Other names that lead to it. */
  synonyms: z.array(tag),
  /** Slugs from before it was renamed. */
  formerSlugs: z.array(z.string()),
  isHidden: z.boolean(),
});
export type CuratedTag = z.infer<typeof curatedTag>;

export const TAG_LIST_STATES = ['all', 'hidden'] as const;
export type TagListState = (typeof TAG_LIST_STATES)[number];

export const listCuratedTagsCall = defineCall({
  method: 'get',
  path: '/moderation/tags',
  summary: text(
    'calls.listCuratedTags',
    'Lists the tags that begin with `q`, by slug, without merged tags. A tag that has `q` as a synonym or former slug comes first.',
  ),
  access: 'moderator',
  query: z.object({
    q: z._default(z.string().check(z.trim(), z.maxLength(80), z.regex(/^\P{Cc}*$/u)), ''),
    state: z._default(z.enum(TAG_LIST_STATES), 'all'),
    after,
  }),
  answer: z.object({
    tags: z.array(curatedTag),
    nextCursor,
  }),
  errors: [],
});

export const renameTagCall = defineCall({
  method: 'put',
  path: '/moderation/tags/:id/name',
  summary: text(
    'calls.renameTag',
    'Gives a tag another name and slug. Its former slug leads to it for good. `conflict` for a slug that leads to another tag.',
  ),
  access: 'moderator',
  params: byTag,
  body: z.object({
    name: tagName,
    slug: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, { error: () => t('tag.needsAddress', 'An address is missing.') }),
        z.maxLength(80),
      ),
  }),
  answer: z.object({}),
  errors: ['bad_request', 'not_found', 'conflict'],
});

export const describeTagCall = defineCall({
  method: 'put',
  path: '/moderation/tags/:id/description',
  summary: text(
    'calls.describeTag',
    'Says on the page of a tag what it is about, as plain text. Empty for nothing.',
  ),
  access: 'moderator',
  params: byTag,
  body: z.object({
    description: z.string().check(
      tidied,
      atMost(TAG_LIMITS.descriptionCharsMax),
      z.regex(/^[^\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]*$/u, {
        error: () => t('tag.oneParagraph', 'Write it as one paragraph.'),
      }),
    ),
  }),
  answer: z.object({}),
  errors: ['not_found', 'conflict'],
});

export const addSynonymCall = defineCall({
  method: 'post',
  path: '/moderation/tags/:id/synonyms',
  summary: text(
    'calls.addSynonym',
    'Makes another name lead to a tag: where tags are typed, in searches, imports and URLs. `conflict` for a name that leads to another tag.',
  ),
  access: 'moderator',
  params: byTag,
  body: z.object({ name: tagName }),
  answer: z.object({}),
  errors: ['bad_request', 'not_found', 'conflict'],
});

export const removeSynonymCall = defineCall({
  method: 'delete',
  path: '/moderation/tags/:id/synonyms/:slug',
  summary: text('calls.removeSynonym', 'Removes a synonym. A former slug still leads to the tag.'),
  access: 'moderator',
  params: z.object({
    id: productId,
    slug: z.string().check(z.minLength(1), z.maxLength(300), z.regex(/^\P{Cc}*$/u)),
  }),
  answer: z.object({}),
  errors: ['not_found', 'conflict'],
});

export const hideTagCall = defineCall({
  method: 'put',
  path: '/moderation/tags/:id/hidden',
  summary: text(
    'calls.hideTag',
    'Hides a tag: it has no page and is in no list. Its products keep it. Safe to repeat.',
  ),
  access: 'moderator',
  params: byTag,
  answer: z.object({}),
  errors: ['not_found', 'conflict'],
});

export const showTagCall = defineCall({
  method: 'delete',
  path: '/moderation/tags/:id/hidden',
  summary: text('calls.showTag', 'Shows a hidden tag again, on all its products. Safe to repeat.'),
  access: 'moderator',
  params: byTag,
  answer: z.object({}),
  errors: ['not_found', 'conflict'],
});

export const nestTagCall = defineCall({
  method: 'put',
  path: '/moderation/tags/:id/parent',
  summary: text(
    'calls.nestTag',
    'Puts a tag below another one, or below none. `bad_request` for a circle, and for more than five levels.',
  ),
  access: 'moderator',
  params: byTag,
  body: z.object({ parentId: z.nullable(productId) }),
  answer: z.object({}),
  errors: ['not_found', 'conflict'],
});
