import * as z from 'zod/mini';
import { defineCall } from './call';

export const NEWSLETTER_LIMITS = {
  emailCharsMax: 254,
  /** How long a confirmation link works. */
  confirmationHours: 48,
} as const;

const email = z
  .string()
  .check(z.trim(), z.maxLength(NEWSLETTER_LIMITS.emailCharsMax), z.email('That is not an email address.'));

/** The fields of the form, named as Sendy names them. */
export const subscription = z.object({
  email,
  /** Honeypot: people leave it empty. */
  hp: z._default(z.string(), ''),
  list: z._default(z.string().check(z.maxLength(100)), ''),
  subform: z._default(z.string(), 'yes'),
});

const token = z.object({ token: z.string().check(z.minLength(20), z.maxLength(100)) });

export const subscribeToNewsletterCall = defineCall({
  method: 'post',
  path: '/newsletter/subscribe',
  summary: 'Asks for the newsletter; the address counts once the link in the confirmation mail is followed.',
  body: subscription,
  bodyTypes: ['application/x-www-form-urlencoded', 'application/json'],
  answer: z.object({ message: z.string() }),
  errors: ['bad_request', 'rate_limited'],
});

export const findNewsletterConfirmationCall = defineCall({
  method: 'get',
  path: '/newsletter/confirm',
  summary:
    'Tells which address a confirmation link is for. Changes nothing, so that a mail scanner may follow it.',
  query: token,
  answer: z.object({ email: z.string(), confirmed: z.boolean() }),
  errors: ['not_found', 'gone'],
});

export const confirmNewsletterCall = defineCall({
  method: 'post',
  path: '/newsletter/confirm',
  summary: 'Confirms the address of a confirmation link.',
  body: token,
  bodyTypes: ['application/x-www-form-urlencoded', 'application/json'],
  answer: z.object({ message: z.string() }),
  errors: ['bad_request', 'not_found', 'gone'],
});

export const unsubscribeFromNewsletterCall = defineCall({
  method: 'post',
  path: '/newsletter/unsubscribe',
  summary: 'Takes an address off the newsletter, by the token in each of its mails.',
  body: token,
  bodyTypes: ['application/x-www-form-urlencoded', 'application/json'],
  answer: z.object({ message: z.string() }),
  errors: ['bad_request', 'not_found'],
});
