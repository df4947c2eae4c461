import * as z from 'zod/mini';
import { after, nextCursor, defineCall, byId } from './call';
import { productReference } from './product-reference';
import { publicRole } from './product';
import { text } from '@/lib/texts/texts';

/** How the job finds rings. docs/ranking.md says how the values were chosen. */
export const RING_RULES = {
  /** How long networks and links are kept, and which upvotes are compared. */
  days: 30,
  /** How many of a member's last upvotes are compared. */
  votesMax: 100,
  /** Which upvotes of a product are near in time, and at most how many before and after. */
  nearbyHours: 2,
  nearbyMax: 100,
  /** Two members are linked from this many products on that both upvoted at about the same time, and from this score on. */
  commonMin: 4,
  linkMin: 8,
  /** From this score on, links make a ring. Weaker ones only add members to it. */
  coreLinkMin: 15,
  /** What a shared network adds at most, and accounts that were created within a day. */
  networkWeightMax: 6,
  sameDayWeight: 3,
  networkMembersMax: 1_000,
  /** Between how many active members a coincidence is judged. */
  votersMin: 200,
  votersMax: 10_000,
  /** The size of a ring. In its core, each member is linked to four others and to a third of them. */
  membersMin: 5,
  membersMax: 200,
  linkedMin: 4,
  linkedShare: 1 / 3,
  /** Which share of the core another member must be linked to. */
  addedShare: 1 / 2,
  linksMax: 10_000,
  /** A ring's products: the ones that a third of its members have upvoted. */
  productsMax: 50,
  pageSize: 10,
} as const;

const count = z.int().check(z.nonnegative());

/** What speaks for a ring. */
export const ringFigures = z.object({
  /** The upvotes of its members on its products. */
  upvoteCount: count,
  /** How many of all recent upvotes of its members these are, in percent. */
  upvotePercent: count,
  /** Between which the middle 80 % of these upvotes of a product were given, the median of the products. */
  minutes: count,
  /** The networks that its members upvoted from, and how many members share the most common one. */
  networkCount: count,
  networkMembersMax: count,
  /** Between which the middle 80 % of its accounts were created. */
  days: count,
});

export const ring = z.object({
  id: z.string(),
  /** The average of the links between the members. */
  score: z.number(),
  foundAt: z.iso.datetime(),
  figures: ringFigures,
  members: z.array(z.object({ handle: z.string(), role: publicRole, createdAt: z.iso.datetime() })),
  products: z.array(productReference),
  /** Null while its upvotes count. */
  setAsideAt: z.nullable(z.iso.datetime()),
  setAsideCount: count,
  /** Those that could be set aside, because they were given since. */
  otherCount: count,
});
export type Ring = z.infer<typeof ring>;

export const listRingsCall = defineCall({
  method: 'get',
  path: '/moderation/rings',
  summary: text(
    'calls.listRings',
    'Rings: accounts that upvote together, newest first. Nothing is set aside without a moderator.',
  ),
  access: 'moderator',
  query: z.object({ after }),
  answer: z.object({
    rings: z.array(ring),
    nextCursor,
  }),
  errors: [],
});

export const setRingAsideCall = defineCall({
  method: 'post',
  path: '/moderation/rings/:id/set-aside',
  summary: text(
    'calls.setRingAside',
    "Sets the members' upvotes of the ring's products aside: they are still shown, and no longer count in the ranking. Safe to repeat; then also those that were given since.",
  ),
  access: 'moderator',
  params: byId,
  answer: z.object({ upvoteCount: count }),
  errors: ['not_found'],
});

export const restoreRingCall = defineCall({
  method: 'delete',
  path: '/moderation/rings/:id/set-aside',
  summary: text(
    'calls.restoreRing',
    'Undoes that: the upvotes count again, where nothing else is against it.',
  ),
  access: 'moderator',
  params: byId,
  answer: z.object({ upvoteCount: count }),
  errors: ['not_found'],
});
