import * as z from 'zod/mini';
import { defineCall } from './call';

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
  summary: 'Whether the session token is valid.',
  answer: z.object({ authenticated: z.boolean() }),
  errors: [],
});

export const signOutCall = defineCall({
  method: 'post',
  path: '/user/private/logout',
  summary:
    'Ends this session, or with `everywhere` every session of the account. Takes effect on every process within a second.',
  access: 'account',
  limits: ['signOutByUser'],
  body: z.object({ everywhere: z._default(z.boolean(), false) }),
  answer: z.object({ message: z.string() }),
  errors: [],
});

export const listSessionsCall = defineCall({
  method: 'get',
  path: '/user/private/sessions',
  summary: 'The sessions of the account, last used first.',
  access: 'account',
  answer: z.object({ sessions: z.array(session) }),
  errors: [],
});

export const endSessionCall = defineCall({
  method: 'delete',
  path: '/user/private/sessions/:id',
  summary: "Ends one of the account's sessions.",
  access: 'account',
  limits: ['signOutByUser'],
  params: z.object({ id: z.string().check(z.regex(/^\d{1,18}$/)) }),
  answer: z.object({ message: z.string() }),
  errors: ['not_found'],
});
