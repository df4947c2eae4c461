import * as z from 'zod/mini';
import { defineCall, isLine, isVisible, atLeast, atMost } from './call';
import { t, text } from '@/lib/texts/texts';

export const ROLES = ['member', 'moderator', 'admin'] as const;
export type Role = (typeof ROLES)[number];

export const PROFILE_LIMITS = {
  nameCharsMin: 1,
  nameCharsMax: 60,
  handleCharsMin: 2,
  handleCharsMax: 40,
  avatarURLCharsMax: 2_048,
} as const;

/** The viewer's own account. Instants are ISO 8601 in UTC. */
export const user = z.object({
  id: z.string(),
  /** Empty when the provider gives none. */
  email: z.string(),
  name: z.string(),
  handle: z.string(),
  avatarURL: z.nullable(z.string()),
  role: z.enum(ROLES),
  createdAt: z.iso.datetime(),
  /** The account is deleted at this instant, unless the user cancels the deletion. */
  deletionDueAt: z.optional(z.iso.datetime()),
  /** The end of the latest suspension, perhaps a past one. */
  suspendedUntil: z.optional(z.iso.datetime()),
});
export type User = z.infer<typeof user>;

/**
 * The account as the browser reads it. A product server has to send an email alone, so what is missing or malformed has a
 * default: the email for the name, and empty texts for an id and a handle.
 */
export const readUser = z.pipe(
  z.object({
    id: z.catch(z.string(), ''),
    email: z.string(),
    name: z.catch(z.string(), ''),
    handle: z.catch(z.string(), ''),
    avatarURL: z.catch(z.nullable(z.string()), null),
    role: z.catch(z.enum(ROLES), 'member'),
    createdAt: z.catch(z.iso.datetime(), new Date(0).toISOString()),
    deletionDueAt: z.catch(z.optional(z.iso.datetime()), undefined),
    suspendedUntil: z.catch(z.optional(z.iso.datetime()), undefined),
  }),
  z.transform((read): User => ({ ...read, name: read.name || read.email })),
);

export const findUserCall = defineCall({
  method: 'get',
  path: '/user/private/getProtectedUserInfo',
  summary: text('calls.findUser', 'The signed-in user.'),
  access: 'account',
  answer: z.object({ user }),
  errors: [],
});

export const memberName = z
  .string()
  .check(
    z.trim(),
    z.minLength(PROFILE_LIMITS.nameCharsMin, { error: () => t('profile.enterName', 'Enter a name.') }),
    atMost(PROFILE_LIMITS.nameCharsMax),
    isLine,
    isVisible,
  );

/** Normalized, so that handles of the same letters are equal, however they are encoded. */
const handle = z
  .string()
  .check(
    z.trim(),
    z.normalize('NFKC'),
    z.toLowerCase(),
    atLeast(PROFILE_LIMITS.handleCharsMin),
    atMost(PROFILE_LIMITS.handleCharsMax),
    z.regex(
      /^(?!.*\p{Default_Ignorable_Code_Point})[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:-[\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*$/u,
      { error: () => t('profile.handleSigns', 'Use letters, digits and single hyphens.') },
    ),
  );

/** The changes to a profile. Absent fields stay as they are. */
export const profileChanges = z.object({
  name: z.optional(memberName),
  handle: z.optional(handle),
  /** The URL of an image that was uploaded here, or null to remove the image. */
  avatarURL: z.optional(z.nullable(z.string().check(z.maxLength(PROFILE_LIMITS.avatarURLCharsMax)))),
});
export type ProfileChanges = z.infer<typeof profileChanges>;

export const updateProfileCall = defineCall({
  method: 'patch',
  path: '/user/private/profile',
  summary: text('calls.updateProfile', 'Changes the name, the handle or the image.'),
  access: 'member',
  limits: ['profileByUser'],
  body: profileChanges,
  answer: z.object({ user }),
  errors: ['conflict'],
});

export const session = z.object({
  id: z.string(),
  /** The header `User-Agent` at sign-in; null when there was none. */
  userAgent: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  /** Accurate to five minutes. */
  lastSeenAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** The session that makes the call. */
  isCurrent: z.boolean(),
});
export type Session = z.infer<typeof session>;

export const checkAuthenticateCall = defineCall({
  method: 'get',
  path: '/user/checkAuthenticate',
  summary: text('calls.checkAuthenticate', 'Whether the session token is valid.'),
  answer: z.object({ authenticated: z.boolean() }),
  errors: [],
});

export const signOutCall = defineCall({
  method: 'post',
  path: '/user/private/logout',
  summary: text(
    'calls.signOut',
    'Ends this session, or with `everywhere` every session of the account. Takes effect on every process within a second.',
  ),
  access: 'account',
  limits: ['signOutByUser'],
  body: z.object({ everywhere: z._default(z.boolean(), false) }),
  answer: z.object({ message: z.string() }),
  errors: [],
});

export const listSessionsCall = defineCall({
  method: 'get',
  path: '/user/private/sessions',
  summary: text('calls.listSessions', 'The sessions of the account, last used first.'),
  access: 'account',
  answer: z.object({ sessions: z.array(session) }),
  errors: [],
});

export const endSessionCall = defineCall({
  method: 'delete',
  path: '/user/private/sessions/:id',
  summary: text('calls.endSession', "Ends one of the account's sessions."),
  access: 'account',
  limits: ['signOutByUser'],
  params: z.object({ id: z.string().check(z.regex(/^\d{1,18}$/)) }),
  answer: z.object({ message: z.string() }),
  errors: ['not_found'],
});
