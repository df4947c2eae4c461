import * as z from 'zod/mini';
import { after, nextCursor, defineCall, byId } from './call';
import { productReference } from './product-reference';
import { publicRole } from './product';
import { text } from '@/lib/texts/texts';

export const VERSION_KINDS = [
  'first',
  'submitted',
  'edited',
  'approved',
  'corrected',
  'imported',
  'reverted',
] as const;

export const HISTORY_LIMITS = {
  pageSize: 20,
  /** Older versions of a product are deleted. */
  versionsMax: 200,
} as const;

const change = z.object({
  /** `name`, `tagline`, `description`, `url`, `tags`, or the label of a field of the site. */
  part: z.string(),
  before: z.string(),
  after: z.string(),
});
export type VersionChange = z.infer<typeof change>;

export const productVersion = z.object({
  id: z.string(),
  kind: z.enum(VERSION_KINDS),
  /** Null for imports, for the first version, and for a former member. */
  memberHandle: z.nullable(z.string()),
  memberRole: publicRole,
  createdAt: z.iso.datetime(),
  /** Compared with the version before. Empty for the first version, and where details were only confirmed. */
  changes: z.array(change),
  /** Whether the product says this now. */
  isPresent: z.boolean(),
});
export type HistoryEntry = z.infer<typeof productVersion>;

export const listVersionsCall = defineCall({
  method: 'get',
  path: '/moderation/products/:id/versions',
  summary: text(
    'calls.listVersions',
    'What a product said, newest first, with what each version changed. Pending edits are no versions.',
  ),
  access: 'moderator',
  params: byId,
  query: z.object({ after }),
  answer: z.object({
    product: productReference,
    versions: z.array(productVersion),
    nextCursor,
  }),
  errors: ['not_found'],
});

export const revertProductCall = defineCall({
  method: 'post',
  path: '/moderation/versions/:id/revert',
  summary: text(
    'calls.revertProduct',
    'Makes a listed product say again what a version said: name, tagline, description, URL, tags and fields. Images stay. `conflict` when the product is not listed, has an edit in the queue, or another product has the URL now.',
  ),
  access: 'moderator',
  params: byId,
  answer: z.object({ product: productReference }),
  errors: ['not_found', 'conflict'],
});
