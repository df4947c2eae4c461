import * as z from 'zod/mini';
import { defineCall } from './call';
import { DEFAULT_DESTINATION } from './plain/site';

export const PROVIDERS = ['google', 'github'] as const;
export type Provider = (typeof PROVIDERS)[number];

/** The providers as Firebase names them, which is how they are stored and exchanged. */
export const PROVIDER_IDS = ['google.com', 'github.com'] as const;
export const provider = z.enum(PROVIDER_IDS);
export type ProviderId = z.infer<typeof provider>;

export const PROVIDER_NAMES = { 'google.com': 'Google', 'github.com': 'Github' } as const;

export const SIGN_IN_LIMITS = {
  /** Between choosing the account at the provider and the exchange of its tokens. */
  signInSeconds: 5 * 60,
  /** How long a redirect sign-in may take. */
  redirectMinutes: 10,
  /** How long the local provider's code may wait to be exchanged. */
  localCodeSeconds: 60,
} as const;

/**
 * Exchanges the result of a popup for a session. The header `accessToken` carries the provider's access token.
 * From the local provider: `accessToken` is its code, `idToken` the PKCE verifier.
 *
 * `conflict` means that the address belongs to an account with another provider, which `fields.linkTo` names;
 * the tokens stay good for adding this provider to it.
 */
export const signInCall = defineCall({
  method: 'post',
  path: '/user/login/from-firebase',
  summary:
    'Exchanges the tokens of a popup sign-in for a session, whose token is also set as a cookie. The provider’s access token goes into `accessToken`. `conflict` names in `fields.linkTo` the provider with which the address signs in already.',
  body: z.object({ provider, idToken: z.string().check(z.minLength(1), z.maxLength(8_192)) }),
  answer: z.object({ encrypted_token: z.string(), message: z.string(), redirectUrl: z.string() }),
  errors: ['bad_request', 'unauthenticated', 'conflict', 'rate_limited'],
});

/** How identities are proven on this site, as far as a browser has to know it. */
export const popupConfig = z.discriminatedUnion('kind', [
  /** Firebase's popup; its web configuration, which is public. */
  z.object({
    kind: z.literal('firebase'),
    apiKey: z.string(),
    authDomain: z.string(),
    projectId: z.string(),
  }),
  /** The local provider's popup, and where it is. */
  z.object({ kind: z.literal('local'), url: z.url() }),
  /** Nobody can sign in. */
  z.object({ kind: z.literal('none') }),
]);
export type PopupConfig = z.infer<typeof popupConfig>;

/** Told at run time, so that the pages can never have been built for another way to sign in than the server's. */
export const findPopupConfigCall = defineCall({
  method: 'get',
  path: '/user/login/identity',
  summary:
    'How one signs in here: with Firebase’s popup, with the local one of development and demo, or not.',
  answer: z.object({ identity: popupConfig }),
  errors: [],
});

const redirectQuery = z.object({
  /** The path of the site to come back to. Anything else counts as none. */
  destination: z._default(z.string().check(z.maxLength(2_048)), DEFAULT_DESTINATION),
});

/** The redirect sign-in, one call for each provider. It also sets a cookie, to which the way back is bound. */
export const startSignInCalls = {
  google: defineCall({
    method: 'get',
    path: '/user/login/google',
    summary: 'Starts the redirect sign-in with Google: where to send the browser.',
    query: redirectQuery,
    answer: z.object({ redirectUrl: z.url() }),
    errors: ['rate_limited'],
  }),
  github: defineCall({
    method: 'get',
    path: '/user/login/github',
    summary: 'Starts the redirect sign-in with Github: where to send the browser.',
    query: redirectQuery,
    answer: z.object({ redirectUrl: z.url() }),
    errors: ['rate_limited'],
  }),
};

/**
 * The local identity provider of development and demo: a page of the product server, opened as a popup at
 * `path` with the parameters of {@link localSignInQuery}. It posts {@link localSignInMessage} to its opener.
 */
export const LOCAL_SIGN_IN = { path: '/identity/local', messageType: 'local-identity' } as const;

/** 43 characters of base64url: 256 bits. */
const secret = z.string().check(z.regex(/^[\w-]{43}$/));

export const localSignInQuery = z.object({
  provider,
  /** Of the opener's own making; comes back in the message. */
  state: secret,
  /** SHA-256 of the verifier, in base64url. */
  code_challenge: secret,
  /** The origin of the opener, to which alone the message goes; one of the site's. Absent in a redirect sign-in. */
  origin: z.optional(z.url()),
});

export const localSignInMessage = z.object({
  type: z.literal(LOCAL_SIGN_IN.messageType),
  state: z.string(),
  code: z.string(),
});
