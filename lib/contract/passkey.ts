import * as z from 'zod/mini';
import { atMost, byId, defineCall, isLine, isVisible, tidied } from './call';
import { signedIn } from './sign-in';
import { t, text } from '@/lib/texts/texts';

export const PASSKEY_LIMITS = {
  perAccountMax: 20,
  nameCharsMax: 60,
  /** How long a browser has to answer a challenge: with it, the device asks for a fingerprint, a face or a PIN. */
  challengeMinutes: 5,
} as const;

const passkey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  /** Null until it signs in. */
  lastUsedAt: z.nullable(z.iso.datetime()),
});
export type Passkey = z.infer<typeof passkey>;

const passkeyName = z
  .string()
  .check(
    tidied,
    z.minLength(1, { error: () => t('passkey.nameMissing', 'Name the passkey, so that you know it again.') }),
    atMost(PASSKEY_LIMITS.nameCharsMax),
    isLine,
    isVisible,
  );

const base64url = (charsMax: number) => z.string().check(z.regex(/^[\w-]*$/), z.maxLength(charsMax));
/** At most 1,023 bytes (Web Authentication, section 4). */
const credentialId = base64url(1_364);
const clientDataJSON = base64url(8_192);

/** What a browser makes of `navigator.credentials.create()`, as `PublicKeyCredential.toJSON()` writes it; the rest is ignored. */
const createdCredential = z.object({
  id: credentialId,
  response: z.object({
    clientDataJSON,
    attestationObject: base64url(32_768),
    transports: z._default(z.array(z.string().check(z.maxLength(30))).check(z.maxLength(10)), []),
  }),
});
export type CreatedCredential = z.infer<typeof createdCredential>;

/** What a browser makes of `navigator.credentials.get()`. */
const shownCredential = z.object({
  id: credentialId,
  response: z.object({
    clientDataJSON,
    authenticatorData: base64url(8_192),
    signature: base64url(8_192),
    userHandle: z.optional(z.nullable(base64url(100))),
  }),
});
export type ShownCredential = z.infer<typeof shownCredential>;

const descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.optional(z.array(z.string())),
});

/** `PublicKeyCredentialCreationOptionsJSON` of Web Authentication, as far as this server uses it. */
const creationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  timeout: z.number(),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});

const requestOptions = z.object({
  rpId: z.string(),
  challenge: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
});

const passkeys = z.array(passkey);

export const listPasskeysCall = defineCall({
  method: 'get',
  path: '/user/private/passkeys',
  summary: text('calls.listPasskeys', 'The passkeys that sign in to the account.'),
  access: 'account',
  answer: z.object({ passkeys }),
  errors: [],
});

export const startPasskeyCall = defineCall({
  method: 'post',
  path: '/user/private/passkeys/options',
  limits: ['linkByUser'],
  summary: text(
    'calls.startPasskey',
    'What a browser needs to make a passkey, for `navigator.credentials.create()`. The challenge is valid once, within {minutes} minutes, in this session. More than five minutes after the sign-in, answers `unauthenticated` with `fields.accessToken`: sign in again, then repeat the call.',
    { minutes: PASSKEY_LIMITS.challengeMinutes },
  ),
  access: 'member',
  needsFreshSignIn: 'but-for-first-way',
  answer: z.object({ options: creationOptions }),
  errors: ['conflict'],
});

export const addPasskeyCall = defineCall({
  method: 'post',
  path: '/user/private/passkeys',
  limits: ['signInByAddress', 'linkByUser'],
  summary: text('calls.addPasskey', 'Adds the passkey that the browser has made to the account.'),
  access: 'member',
  needsFreshSignIn: 'but-for-first-way',
  body: z.object({ name: passkeyName, credential: createdCredential }),
  answer: z.object({ passkeys, message: z.string() }),
  errors: ['conflict'],
});

export const renamePasskeyCall = defineCall({
  method: 'patch',
  path: '/user/private/passkeys/:id',
  limits: ['profileByUser'],
  summary: text('calls.renamePasskey', 'Gives a passkey another name.'),
  access: 'member',
  params: byId,
  body: z.object({ name: passkeyName }),
  answer: z.object({ passkeys }),
  errors: ['not_found'],
});

export const removePasskeyCall = defineCall({
  method: 'delete',
  path: '/user/private/passkeys/:id',
  limits: ['linkByUser'],
  summary: text(
    'calls.removePasskey',
    'Removes a passkey, unless nothing else signs in to the account. Needs a sign-in within the last five minutes.',
  ),
  access: 'account',
  needsFreshSignIn: true,
  params: byId,
  answer: z.object({ passkeys, message: z.string() }),
  errors: ['not_found', 'conflict'],
});

/** Sets a cookie that ties the challenge to this browser. Asks for no address: the authenticator knows the account. */
export const startPasskeySignInCall = defineCall({
  method: 'post',
  path: '/user/login/passkey',
  limits: ['changeByAddress', 'signInByAddress'],
  summary: text(
    'calls.startPasskeySignIn',
    'What a browser needs to show a passkey, for `navigator.credentials.get()`. The challenge is valid once, within {minutes} minutes, in this browser. Only on sites that offer passkeys.',
    { minutes: PASSKEY_LIMITS.challengeMinutes },
  ),
  answer: z.object({ options: requestOptions }),
  errors: ['forbidden'],
});

export const signInByPasskeyCall = defineCall({
  method: 'post',
  path: '/user/login/from-passkey',
  // Also `signInByIdentity`, once the passkey is verified.
  limits: ['signInByAddress'],
  summary: text(
    'calls.signInByPasskey',
    'Exchanges what an authenticator has signed for a session, whose token is also set as a cookie. Only in the browser that has asked for the challenge.',
  ),
  body: z.object({ credential: shownCredential }),
  answer: signedIn,
  errors: ['unauthenticated', 'forbidden'],
});
