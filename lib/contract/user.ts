import * as z from 'zod/mini';
import { defineCall } from './call';
import { isLine, isVisible } from './text';

export const ROLES = ['member', 'moderator', 'admin'] as const;
export type Role = (typeof ROLES)[number];

export const PROFILE_LIMITS = {
  nameCharsMin: 1,
  nameCharsMax: 60,
  handleCharsMin: 2,
  handleCharsMax: 40,
  avatarURLCharsMax: 2_048,
} as const;

/** A member as the member sees themself. Instants are ISO 8601 in UTC. */
export const user = z.object({
  id: z.string(),
  /** Empty when the provider knows none. */
  email: z.string(),
  name: z.string(),
  handle: z.string(),
  avatarURL: z.nullable(z.string()),
  role: z.enum(ROLES),
  createdAt: z.iso.datetime(),
  /** The account is deleted for good at this instant, unless the member takes it back. */
  deletionDueAt: z.optional(z.iso.datetime()),
});
export type User = z.infer<typeof user>;

export const findUserCall = defineCall({
  method: 'get',
  path: '/user/private/getProtectedUserInfo',
  summary: 'The member whose session it is.',
  access: 'account',
  answer: z.object({ user }),
  errors: [],
});

export const memberName = z
  .string()
  .check(
    z.trim(),
    z.minLength(PROFILE_LIMITS.nameCharsMin, 'Write a name.'),
    z.maxLength(PROFILE_LIMITS.nameCharsMax, 'Keep your name to 60 characters.'),
    isLine,
    isVisible,
  );

/** Normalised, so that two that look alike letter by letter are one. */
const handle = z
  .string()
  .check(
    z.trim(),
    z.normalize('NFKC'),
    z.toLowerCase(),
    z.minLength(PROFILE_LIMITS.handleCharsMin, 'Use at least 2 characters.'),
    z.maxLength(PROFILE_LIMITS.handleCharsMax, 'Keep your handle to 40 characters.'),
    z.regex(
      /^(?!.*\p{Default_Ignorable_Code_Point})[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:-[\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*$/u,
      'Use letters, digits and single hyphens.',
    ),
  );

/** What a member may change of themself; what is absent stays. */
export const profileChanges = z.object({
  name: z.optional(memberName),
  handle: z.optional(handle),
  /** A picture that was uploaded here, or null for none. */
  avatarURL: z.optional(z.nullable(z.string().check(z.maxLength(PROFILE_LIMITS.avatarURLCharsMax)))),
});
export type ProfileChanges = z.infer<typeof profileChanges>;

export const updateProfileCall = defineCall({
  method: 'patch',
  path: '/user/private/profile',
  summary: 'Changes the name, the handle or the picture.',
  access: 'member',
  body: profileChanges,
  answer: z.object({ user }),
  errors: ['bad_request', 'conflict'],
});
