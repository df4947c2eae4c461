import * as z from 'zod/mini';
import { after } from './cursor';
import { defineCall } from './call';
import { MEMBER_LIMITS } from './plain/measure';
import { byId } from './submission';
import { ROLES } from './user';
import { measure } from './measure';

const count = z.int().check(z.nonnegative());

export const MEMBER_STANDINGS = ['active', 'suspended', 'banned', 'leaving'] as const;

/** A member in the moderators' list. */
export const memberSummary = z.object({
  id: z.string(),
  handle: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
  createdAt: z.iso.datetime(),
  standing: z.enum(MEMBER_STANDINGS),
  /** The end of a suspension. */
  suspendedUntil: z.nullable(z.iso.datetime()),
  /** The rejections of submissions and edits that stand. */
  rejectionCount: count,
  /** What is wrong with the handle or the name: nobody could take it today. */
  nameIssue: z.optional(z.string()),
});
export type MemberSummary = z.infer<typeof memberSummary>;

export const listMembersCall = defineCall({
  method: 'get',
  path: '/moderation/users',
  summary:
    'Members, the newest first, those with the most rejections, or those whose handle or name could deceive. `q` finds the first 30 whose handle or name begins so.',
  access: 'moderator',
  query: z.object({
    q: z.optional(z.string().check(z.trim(), z.maxLength(MEMBER_LIMITS.queryCharsMax))),
    order: z._default(z.enum(['newest', 'rejected', 'names']), 'newest'),
    after,
  }),
  answer: z.object({
    members: z.array(memberSummary),
    /** Pass it as `after` for the next page. Null on the last page, and for a search. */
    nextCursor: z.nullable(z.string()),
  }),
  errors: [],
});

/** What moderators see of one member. */
export const memberRecord = z.object({
  member: memberSummary,
  /** Whether the viewer may decide about the member: only about others with a lower role. */
  isSubordinate: z.boolean(),
  submissions: z.object({ approved: count, pending: count, rejected: count, discontinued: count }),
  /** The last rejections, newest first. */
  rejections: z.array(
    z.object({ name: z.string(), slug: z.string(), reason: z.string(), rejectedAt: z.iso.datetime() }),
  ),
  reports: z.object({ openCount: count, decidedCount: count, upheldCount: count }),
  /** Given upvotes, and those set aside; each counted up to `countedMax`. */
  upvoteCount: count,
  setAsideCount: count,
  sessionCount: count,
  /** Who has decided: absent in the record of the viewer. */
  measures: z.array(z.extend(measure, { moderatorHandle: z.optional(z.nullable(z.string())) })),
  notes: z.array(
    z.object({
      id: z.string(),
      text: z.string(),
      createdAt: z.iso.datetime(),
      /** Absent in the record of the viewer. */
      authorHandle: z.optional(z.nullable(z.string())),
    }),
  ),
});
export type MemberRecord = z.infer<typeof memberRecord>;

export const findMemberCall = defineCall({
  method: 'get',
  path: '/moderation/users/:id',
  summary: 'What moderators see of one member.',
  access: 'moderator',
  params: byId,
  answer: z.object({ record: memberRecord }),
  errors: ['not_found'],
});
