import * as z from 'zod/mini';
import { defineCall } from './call';
import { provider } from './sign-in';

export const ACCOUNT_LIMITS = {
  /** How long a deletion can be taken back. */
  deletionDays: 14,
} as const;

/** One way into an account. */
export const identity = z.object({
  provider,
  /** The address that the provider knows; empty when none. */
  email: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
});
export type Identity = z.infer<typeof identity>;

export const listIdentitiesCall = defineCall({
  method: 'get',
  path: '/user/private/identities',
  summary: 'The providers with which the account signs in.',
  access: 'account',
  answer: z.object({ identities: z.array(identity) }),
  errors: [],
});

export const linkIdentityCall = defineCall({
  method: 'post',
  path: '/user/private/identities',
  summary: 'Adds another provider to the account, by the result of a popup sign-in with it.',
  access: 'member',
  body: z.object({
    provider,
    idToken: z.string().check(z.minLength(1), z.maxLength(8_192)),
    /** The provider’s own access token; the header `accessToken` has the session token here. */
    providerToken: z.string().check(z.minLength(1), z.maxLength(4_096)),
  }),
  answer: z.object({ identities: z.array(identity), message: z.string() }),
  errors: ['bad_request', 'conflict', 'rate_limited'],
});

export const exportAccountCall = defineCall({
  method: 'get',
  path: '/user/private/export',
  summary: 'Everything that is kept about the member, table by table.',
  access: 'account',
  answer: z.object({
    exportedAt: z.iso.datetime(),
    account: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
  }),
  errors: [],
});

export const deleteAccountCall = defineCall({
  method: 'delete',
  path: '/user/private/account',
  summary: 'Asks for the account to be deleted, which happens 14 days later. Ends every other session.',
  access: 'account',
  answer: z.object({ deletionDueAt: z.iso.datetime(), message: z.string() }),
  errors: [],
});

export const restoreAccountCall = defineCall({
  method: 'post',
  path: '/user/private/account/restore',
  summary: 'Takes back the deletion of the account.',
  access: 'account',
  answer: z.object({ message: z.string() }),
  errors: [],
});
