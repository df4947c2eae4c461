import * as z from 'zod/mini';
import { defineCall, isEmail } from './call';
import { provider, SIGN_IN_LIMITS, SIGN_IN_WAYS } from './sign-in';
import { text } from '@/lib/texts/texts';

export const ACCOUNT_LIMITS = {
  /** How long a deletion can be undone. */
  deletionDays: 14,
  /** The email addresses whose codes sign in to an account. */
  emailsMax: 10,
} as const;

export const identity = z.object({
  provider: z.enum(SIGN_IN_WAYS),
  /** What the provider calls the person; of a code by email, the address in lower case. */
  subject: z.string(),
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
    'Adds another provider to the account, with the tokens of a popup sign-in. Needs a sign-in within the last five minutes: the popup proves who has the account at the provider, not who has the session.',
  ),
  access: 'member',
  needsFreshSignIn: 'but-for-first-way',
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

const email = z.string().check(z.trim(), z.maxLength(SIGN_IN_LIMITS.emailCharsMax), isEmail);

/** The answer is the same whether or not another account has the address. */
export const sendIdentityCodeCall = defineCall({
  method: 'post',
  path: '/user/private/identities/email',
  // Also `emailCodeByRecipient`, for the address.
  limits: ['emailCodeByAddress', 'linkByUser'],
  summary: text(
    'calls.sendIdentityCode',
    'Sends a code to an email address, with which the session adds the address to the account within {minutes} minutes. Needs a sign-in within the last five minutes.',
    { minutes: SIGN_IN_LIMITS.emailCodeMinutes },
  ),
  access: 'member',
  needsFreshSignIn: 'but-for-first-way',
  body: z.object({ email }),
  answer: z.object({ message: z.string() }),
  errors: ['conflict', 'unavailable'],
});

export const linkEmailCall = defineCall({
  method: 'post',
  path: '/user/private/identities/email/link',
  limits: ['signInByAddress', 'linkByUser'],
  summary: text(
    'calls.linkEmail',
    'Adds the email address whose code this is to the account, as a way to sign in.',
  ),
  access: 'member',
  body: z.object({ code: z.string().check(z.trim(), z.maxLength(20)) }),
  answer: z.object({ identities: z.array(identity), message: z.string() }),
  errors: ['conflict'],
});

export const unlinkIdentityCall = defineCall({
  method: 'post',
  path: '/user/private/identities/unlink',
  limits: ['linkByUser'],
  summary: text(
    'calls.unlinkIdentity',
    'Removes a provider or an email address from the ways to sign in to the account, unless it is the last one of them that is no passkey. Needs a sign-in within the last five minutes.',
  ),
  access: 'member',
  needsFreshSignIn: true,
  body: z.object({
    provider: z.enum(SIGN_IN_WAYS),
    subject: z.string().check(z.minLength(1), z.maxLength(SIGN_IN_LIMITS.subjectCharsMax)),
  }),
  answer: z.object({ identities: z.array(identity), message: z.string() }),
  errors: ['not_found', 'conflict'],
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
