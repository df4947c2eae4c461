import * as z from 'zod/mini';
import { after, nextCursor, defineCall, byId, isLine, optionalText } from './call';
import { ENDED_INVITATIONS } from './plain/sign-in-failure';
import { publicRole } from './product';
import { text, t } from '@/lib/texts/texts';

export const INVITATION_LIMITS = {
  noteCharsMax: 200,
  daysMax: 90,
  usesMax: 100,
  /** Invitations that let somebody in at the same time. */
  openMax: 200,
  pageSize: 30,
} as const;

function numberUpTo(max: number) {
  const error = () => t('field.useNumber', 'Use a number from {min} to {max}.', { min: 1, max });
  return z.int({ error }).check(z.gte(1, { error }), z.lte(max, { error }));
}

/** An invitation as moderators see it. Its link is shown only once, when it is created. */
export const invitation = z.object({
  id: z.string(),
  note: z.string(),
  creatorHandle: z.string(),
  usesMax: z.int(),
  useCount: z.int(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  state: z.enum(['open', ...ENDED_INVITATIONS]),
});
export type Invitation = z.infer<typeof invitation>;

export const invitationInput = z.object({
  note: optionalText(INVITATION_LIMITS.noteCharsMax, isLine),
  days: numberUpTo(INVITATION_LIMITS.daysMax),
  usesMax: numberUpTo(INVITATION_LIMITS.usesMax),
});

export const listInvitationsCall = defineCall({
  method: 'get',
  path: '/moderation/invitations',
  summary: text('calls.listInvitations', 'The invitations of all moderators, newest first.'),
  access: 'moderator',
  query: z.object({ after }),
  answer: z.object({
    invitations: z.array(invitation),
    nextCursor,
    isNeeded: z.boolean(),
  }),
  errors: [],
});

export const createInvitationCall = defineCall({
  method: 'post',
  path: '/moderation/invitations',
  summary: text(
    'calls.createInvitation',
    'Creates an invitation. Its link is the page `/invitation` of the site, with `token` as the fragment; the token cannot be read again. `conflict` when too many are open.',
  ),
  access: 'moderator',
  body: invitationInput,
  answer: z.object({ invitation, token: z.string() }),
  status: 201,
  errors: ['conflict'],
});

export const revokeInvitationCall = defineCall({
  method: 'delete',
  path: '/moderation/invitations/:id',
  summary: text(
    'calls.revokeInvitation',
    'Withdraws an invitation: nobody can sign up with the invitation afterwards. Members who signed up with the invitation stay members.',
  ),
  access: 'moderator',
  params: byId,
  answer: z.object({ invitation }),
  errors: ['not_found'],
});

export const openInvitationCall = defineCall({
  method: 'post',
  path: '/user/invitation',
  limits: ['invitationByAddress'],
  summary: text(
    'calls.openInvitation',
    'Opens an invitation: a cookie keeps its token for the sign-in that follows in this browser. `not_found` for every unknown token; `gone` when it has expired, was used up or was withdrawn.',
  ),
  body: z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) }),
  answer: z.object({
    expiresAt: z.iso.datetime(),
    /** The public profile of the moderator who invites. Null when it is not public. */
    inviter: z.nullable(z.object({ handle: z.string(), name: z.string(), role: publicRole })),
  }),
  errors: ['not_found', 'gone'],
});
