import * as z from 'zod/mini';
import { defineCall } from './call';
import { provider, SIGN_IN_WAYS } from './sign-in';
import { text } from '@/lib/texts/texts';

export const ACCOUNT_LIMITS = {
  /** How long a deletion can be undone. */
  deletionDays: 14,
} as const;

export const identity = z.object({
  provider: z.enum(SIGN_IN_WAYS),
  /** As the provider knows it; empty when it knows none. */
  email: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
});
export type Identity = z.infer<typeof identity>;

export const listIdentitiesCall = defineCall({
  method: 'get',
  path: '/user/private/identities',
  summary: text('calls.listIdentities', 'The providers that sign in to the account.'),
  access: 'account',
  answer: z.object({ identities: z.array(identity) }),
  errors: [],
});

export const linkIdentityCall = defineCall({
  method: 'post',
  path: '/user/private/identities',
  summary: text(
    'calls.linkIdentity',
    'Adds another provider to the account, with the tokens of a popup sign-in.',
  ),
  access: 'member',
  limits: ['signInByAddress', 'linkByUser'],
  body: z.object({
    provider,
    idToken: z.string().check(z.minLength(1), z.maxLength(8_192)),
    /** The provider's own access token. The header `accessToken` carries the session token. */
    providerToken: z.string().check(z.minLength(1), z.maxLength(4_096)),
  }),
  answer: z.object({ identities: z.array(identity), message: z.string() }),
  errors: ['conflict'],
});

export const exportAccountCall = defineCall({
  method: 'get',
  path: '/user/private/export',
  summary: text('calls.exportAccount', 'Everything that the site holds about the user, table by table.'),
  access: 'account',
  limits: ['exportByUser'],
  answer: z.object({
    exportedAt: z.iso.datetime(),
    account: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
  }),
  errors: [],
});

export const deleteAccountCall = defineCall({
  method: 'delete',
  path: '/user/private/account',
  summary: text(
    'calls.deleteAccount',
    'Requests the deletion of the account, 14 days from now. Ends every other session. More than five minutes after the sign-in, answers `unauthenticated` with `fields.accessToken`: sign in again, then repeat the call.',
  ),
  access: 'account',
  limits: ['deletionByUser'],
  needsFreshSignIn: true,
  answer: z.object({ deletionDueAt: z.iso.datetime(), message: z.string() }),
  errors: [],
});

export const restoreAccountCall = defineCall({
  method: 'post',
  path: '/user/private/account/restore',
  summary: text('calls.restoreAccount', 'Cancels the deletion of the account.'),
  access: 'account',
  limits: ['deletionByUser'],
  answer: z.object({ message: z.string() }),
  errors: [],
});
