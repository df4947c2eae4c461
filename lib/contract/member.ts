import * as z from 'zod/mini';
import { after, defineCall, byId, sentInstant, requiredText } from './call';
import { MEMBER_LIMITS } from './plain/moderation';
import { ROLES } from './user';
import { measure } from './measure';
import { type Text, text } from '@/lib/texts/texts';

const count = z.int().check(z.nonnegative());

export const MEMBER_STANDINGS = ['active', 'suspended', 'banned', 'leaving'] as const;

export const memberSummary = z.object({
  id: z.string(),
  handle: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
  createdAt: z.iso.datetime(),
  standing: z.enum(MEMBER_STANDINGS),
  suspendedUntil: z.nullable(z.iso.datetime()),
  /** The rejections of submissions and edits that stand. */
  rejectionCount: count,
  /** What is wrong with the handle or the name, which no member could take today. */
  nameIssue: z.optional(z.string()),
});
export type MemberSummary = z.infer<typeof memberSummary>;

export const listMembersCall = defineCall({
  method: 'get',
  path: '/moderation/users',
  summary: text(
    'calls.listMembers',
    'Members, the newest first, those with the most rejections, or those whose handle or name could deceive. `q` finds the first 30 whose handle or name begins so.',
  ),
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
  summary: text('calls.findMember', 'What moderators see of one member.'),
  access: 'moderator',
  params: byId,
  answer: z.object({ record: memberRecord }),
  errors: ['not_found'],
});

/** Shown to the member. */
export const measureReason = requiredText(
  MEMBER_LIMITS.reasonCharsMax,
  text('field.writeReason', 'Write a reason.'),
);
export const memberNote = requiredText(MEMBER_LIMITS.noteCharsMax, text('field.writeNote', 'Write a note.'));

/** A change of a member. It answers the new record. */
const action = <Body extends z.ZodMiniType>(name: string, summary: Text, body: Body) =>
  defineCall({
    method: 'post',
    path: `/moderation/users/:id/${name}`,
    summary,
    access: 'moderator',
    params: byId,
    body,
    answer: z.object({ record: memberRecord }),
    errors: ['not_found', 'conflict'],
  });

export const noteMemberCall = action(
  'notes',
  text(
    'calls.noteMember',
    'Adds a note that moderators alone read. It cannot be changed. `forbidden` about yourself, and about the same or a higher role.',
  ),
  z.object({ text: memberNote }),
);

export const warnMemberCall = action(
  'warn',
  text(
    'calls.warnMember',
    'Warns a member, who sees the warning on the dashboard until it is acknowledged, and gets an email. `forbidden` about yourself, and about the same or a higher role.',
  ),
  z.object({ reason: measureReason }),
);

export const suspendMemberCall = action(
  'suspend',
  text(
    'calls.suspendMember',
    'Suspends a member until a date, at most for a year: the member can read, take things back and answer the moderators, but not add or change anything. Send the end of the last day: texts name that day. A further suspension replaces it. `conflict` for a banned member. `forbidden` about yourself, and about the same or a higher role.',
  ),
  z.object({ reason: measureReason, suspendedUntil: sentInstant(text('field.useDate', 'Use a date.')) }),
);

export const endSuspensionCall = action(
  'unsuspend',
  text(
    'calls.endSuspension',
    'Ends a suspension. `conflict` without one. `forbidden` about yourself, and about the same or a higher role.',
  ),
  z.object({}),
);

export const banMemberCall = action(
  'ban',
  text(
    'calls.banMember',
    'Bans a member: the sessions end, the profile is gone, upvotes are neither shown nor counted, and products name a former member. `conflict` when the member is banned already. `forbidden` about yourself, and about the same or a higher role.',
  ),
  z.object({ reason: measureReason }),
);

export const unbanMemberCall = action(
  'unban',
  text(
    'calls.unbanMember',
    'Undoes a ban: the profile, the name on products, the upvotes and the claims come back. The sessions stay ended. `conflict` without a ban. `forbidden` about yourself, and about the same or a higher role.',
  ),
  z.object({}),
);

export const setRoleCall = defineCall({
  method: 'post',
  path: '/moderation/users/:id/role',
  summary: text(
    'calls.setRole',
    'Gives a member another role. `forbidden` about yourself and about admins. `conflict` when the member has the role already.',
  ),
  access: 'admin',
  params: byId,
  body: z.object({ role: z.enum(ROLES) }),
  answer: z.object({ record: memberRecord }),
  errors: ['not_found', 'conflict'],
});
