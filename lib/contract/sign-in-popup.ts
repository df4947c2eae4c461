import * as z from 'zod/mini';
import { provider } from './sign-in';

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
