import * as z from 'zod/mini';
import { defineCall } from './call';
import { MEMBER_LIMITS } from './plain/measure';
import { byId } from './submission';
import { isText, sentInstant } from './text';
import { ROLES } from './user';
import { memberRecord } from './member';

const text = (charsMax: number, missing: string, long: string) =>
  z.string().check(z.trim(), z.minLength(1, missing), z.maxLength(charsMax, long), isText);

/** Shown to the member. */
export const measureReason = text(
  MEMBER_LIMITS.reasonCharsMax,
  'Write a reason.',
  'Use at most 500 characters.',
);
export const memberNote = text(MEMBER_LIMITS.noteCharsMax, 'Write a note.', 'Use at most 1,000 characters.');

/** A change of a member. It answers the new record. */
const action = <Body extends z.ZodMiniType>(name: string, summary: string, body: Body) =>
  defineCall({
    method: 'post',
    path: `/moderation/users/:id/${name}`,
    summary: `${summary} \`forbidden\` about yourself, and about the same or a higher role.`,
    access: 'moderator',
    params: byId,
    body,
    answer: z.object({ record: memberRecord }),
    errors: ['not_found', 'conflict'],
  });

export const noteMemberCall = action(
  'notes',
  'Adds a note that moderators alone read. It cannot be changed.',
  z.object({ text: memberNote }),
);

export const warnMemberCall = action(
  'warn',
  'Warns a member, who sees the warning on the dashboard until it is acknowledged, and gets an email.',
  z.object({ reason: measureReason }),
);

export const suspendMemberCall = action(
  'suspend',
  'Suspends a member until a date, at most for a year: the member can read, and change nothing. A further suspension replaces it. `conflict` for a banned member.',
  z.object({ reason: measureReason, suspendedUntil: sentInstant('Use a date.') }),
);

export const endSuspensionCall = action(
  'unsuspend',
  'Ends a suspension. `conflict` without one.',
  z.object({}),
);

export const banMemberCall = action(
  'ban',
  'Bans a member: the sessions end, the profile is gone, upvotes are neither shown nor counted, and products name a former member. `conflict` when the member is banned already.',
  z.object({ reason: measureReason }),
);

export const unbanMemberCall = action(
  'unban',
  'Undoes a ban: the profile, the name on products, the upvotes and the claims come back. The sessions stay ended. `conflict` without a ban.',
  z.object({}),
);

export const setRoleCall = defineCall({
  method: 'post',
  path: '/moderation/users/:id/role',
  summary:
    'Gives a member another role. `forbidden` about yourself and about admins. `conflict` when the member has the role already.',
  access: 'admin',
  params: byId,
  body: z.object({ role: z.enum(ROLES) }),
  answer: z.object({ record: memberRecord }),
  errors: ['not_found', 'conflict'],
});
