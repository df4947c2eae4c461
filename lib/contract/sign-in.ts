import * as z from 'zod/mini';
import { defineCall, isEmail } from './call';
import { DEFAULT_DESTINATION } from './plain/site';
import { t, type Text, text } from '@/lib/texts/texts';

export const PROVIDERS = ['google', 'github', 'oidc'] as const;
export type Provider = (typeof PROVIDERS)[number];

/** The two that every site can have. `oidc` is an issuer of OpenID Connect that the owner chooses. */
export const SOCIAL_PROVIDERS = ['google', 'github'] as const satisfies readonly Provider[];

/** Google and Github as Firebase names them, which is how they are stored and sent. */
export const SOCIAL_PROVIDER_IDS = ['google.com', 'github.com'] as const;
export type SocialProviderId = (typeof SOCIAL_PROVIDER_IDS)[number];
export const PROVIDER_IDS = [...SOCIAL_PROVIDER_IDS, 'oidc'] as const;
export const provider = z.enum(PROVIDER_IDS);
export type ProviderId = z.infer<typeof provider>;

/** How people sign in: with a provider, or with a code that is sent to their email address. */
export const SIGN_IN_WAYS = [...PROVIDER_IDS, 'email'] as const;
export type SignInWay = (typeof SIGN_IN_WAYS)[number];

export const PROVIDER_NAMES = {
  'google.com': 'Google',
  'github.com': 'Github',
  get oidc() {
    return t('provider.oidc', 'single sign-on' /* where the name of a provider would be */);
  },
  get email() {
    return t('provider.email', 'a code by email' /* where the name of a provider would be */);
  },
} as const;

/** How a provider is stored and sent. */
export const providerId = (of: Provider): ProviderId => (of === 'oidc' ? of : `${of}.com`);
export const providerName = (of: Provider) => PROVIDER_NAMES[providerId(of)];

/** The provider as paths name it. */
export const providerOf = (id: ProviderId): Provider =>
  id === 'oidc' ? id : id === 'google.com' ? 'google' : 'github';

export const SIGN_IN_LIMITS = {
  /** Between choosing the account at the provider and the exchange of its tokens. */
  signInSeconds: 5 * 60,
  /** How long a redirect sign-in may take. */
  redirectMinutes: 10,
  /** How long a browser that repeats the callback of a redirect sign-in gets the same response. */
  repeatSeconds: 60,
  /** How long a code by email is valid, */
  emailCodeMinutes: 10,
  /** and how often a browser may enter a wrong one. */
  emailCodeAttemptsMax: 5,
  emailCodeDigits: 6,
  emailCharsMax: 254,
  /** OpenID Connect Core 1.0, section 2: `sub`. */
  subjectCharsMax: 255,
  /** How long the local provider's code may wait to be exchanged. */
  localCodeSeconds: 60,
} as const;

export const signedIn = z.object({
  encrypted_token: z.string(),
  message: z.string(),
  redirectUrl: z.string(),
});

/**
 * Exchanges the tokens of a popup for a session. The header `accessToken` carries the provider's access token.
 * Without Firebase, `accessToken` is the code of the popup and `idToken` the PKCE verifier.
 *
 * `conflict` means that the email belongs to an account with another provider, which `fields.linkTo` names.
 * The tokens stay valid for adding this provider to that account.
 */
export const signInCall = defineCall({
  method: 'post',
  path: '/user/login/from-firebase',
  // Also `signInByIdentity`, once the identity is verified.
  limits: ['signInByAddress'],
  summary: text(
    'calls.signIn',
    "Exchanges the tokens of a popup sign-in for a session, whose token is also set as a cookie. Send the provider's access token in `accessToken`. On `conflict`, `fields.linkTo` names the provider that already signs in with this email.",
  ),
  body: z.object({ provider, idToken: z.string().check(z.minLength(1), z.maxLength(8_192)) }),
  answer: signedIn,
  errors: ['unauthenticated', 'forbidden', 'conflict'],
});

/** Which popup signs in on this site, and what a browser needs to open it. */
export const popupConfig = z.discriminatedUnion('kind', [
  /** Firebase's popup, with its web configuration, which is public. */
  z.object({
    kind: z.literal('firebase'),
    apiKey: z.string(),
    authDomain: z.string(),
    projectId: z.string(),
  }),
  /** The product server's own popup, at this URL, for the providers that are configured. */
  z.object({
    kind: z.literal('oauth'),
    url: z.url(),
    providers: z.array(z.enum(PROVIDERS)),
    /** What people call the issuer of `oidc`. */
    oidcName: z.optional(z.string()),
  }),
  /** The local provider's popup, at this URL. */
  z.object({ kind: z.literal('local'), url: z.url() }),
  /** Sign-in is not set up. */
  z.object({ kind: z.literal('none') }),
]);
export type PopupConfig = z.infer<typeof popupConfig>;

/** Asked at run time rather than built into the pages, so that pages and server always agree. */
export const findPopupConfigCall = defineCall({
  method: 'get',
  path: '/user/login/identity',
  summary: text(
    'calls.findPopupConfig',
    "How to sign in on this site: with Firebase's popup, with the popup of this server, with the local popup of development and demo, or not at all.",
  ),
  answer: z.object({
    identity: popupConfig,
    needsInvitation: z.optional(z.boolean()),
    /** Whether a code by email signs in, too. */
    offersEmail: z.optional(z.boolean()),
    /** Whether a passkey signs in to an account that has one. */
    offersPasskeys: z.optional(z.boolean()),
  }),
  errors: [],
});

/** Sets a cookie that ties the code to this browser. The answer is the same whether or not the address has an account. */
export const sendEmailCodeCall = defineCall({
  method: 'post',
  path: '/user/login/email',
  // Also `emailCodeByRecipient`, for the address.
  limits: ['changeByAddress', 'emailCodeByAddress'],
  summary: text(
    'calls.sendEmailCode',
    'Sends a code to an email address, with which this browser signs in within {minutes} minutes. Only on sites that offer it.',
    { minutes: SIGN_IN_LIMITS.emailCodeMinutes },
  ),
  body: z.object({ email: z.string().check(z.trim(), z.maxLength(SIGN_IN_LIMITS.emailCharsMax), isEmail) }),
  answer: z.object({ message: z.string() }),
  errors: ['forbidden', 'unavailable'],
});

export const signInByEmailCall = defineCall({
  method: 'post',
  path: '/user/login/from-email',
  limits: ['signInByAddress'],
  summary: text(
    'calls.signInByEmail',
    'Exchanges the code of an email for a session, whose token is also set as a cookie. Only in the browser that has asked for the code.',
  ),
  body: z.object({ code: z.string().check(z.trim(), z.maxLength(20)) }),
  answer: signedIn,
  errors: ['unauthenticated', 'forbidden', 'conflict'],
});

const redirectQuery = z.object({
  /** The path of the site to return to. Anything else is ignored. */
  destination: z._default(z.string().check(z.maxLength(2_048)), DEFAULT_DESTINATION),
});

/** The redirect sign-in, one call per provider. Each sets a cookie that ties the return to this browser. */
const startSignInCall = (path: `/${string}`, summary: Text) =>
  defineCall({
    method: 'get',
    path,
    limits: ['changeByAddress', 'signInByAddress'],
    summary,
    query: redirectQuery,
    answer: z.object({ redirectUrl: z.url() }),
    errors: ['forbidden'],
  });
export const startGoogleSignInCall = startSignInCall(
  '/user/login/google',
  text(
    'calls.startGoogleSignIn',
    'Starts the redirect sign-in with Google. Send the browser to `redirectUrl`.',
  ),
);
export const startGithubSignInCall = startSignInCall(
  '/user/login/github',
  text(
    'calls.startGithubSignIn',
    'Starts the redirect sign-in with Github. Send the browser to `redirectUrl`.',
  ),
);
export const startOidcSignInCall = startSignInCall(
  '/user/login/oidc',
  text(
    'calls.startOidcSignIn',
    'Starts the redirect sign-in with the OpenID Connect issuer of this site, if it has one. Send the browser to `redirectUrl`.',
  ),
);
export const startSignInCalls = {
  google: startGoogleSignInCall,
  github: startGithubSignInCall,
  oidc: startOidcSignInCall,
};

/**
 * The popups of the product server, opened with the parameters of {@link popupQuery}. The last page of a popup posts
 * {@link popupMessage} to its opener.
 */
export const POPUPS = {
  /** The local identity provider of development and demo. */
  local: '/identity/local',
  /** Leads to the provider. */
  oauth: '/user/login/popup',
  messageType: 'sign-in-popup',
} as const;

/** 43 characters of base64url: 256 bits. */
const secret = z.string().check(z.regex(/^[\w-]{43}$/));

/** A scheme, a host name of at most 253 characters and a port. */
const ORIGIN_CHARS_MAX = 300;

export const popupQuery = z.object({
  provider,
  /** Random, from the opener. The message carries it back. */
  state: secret,
  /** SHA-256 of the verifier, in base64url. */
  code_challenge: secret,
  /** The origin of the opener, one of the site's own: only that origin receives the message. Absent in a redirect sign-in. */
  origin: z.optional(z.url().check(z.maxLength(ORIGIN_CHARS_MAX))),
});

export const popupMessage = z.object({
  type: z.literal(POPUPS.messageType),
  state: z.string(),
  code: z.optional(z.string()),
  /** Why there is no code, as a sentence. */
  failure: z.optional(z.string()),
});
