import * as z from 'zod/mini';
import { defineCall } from './call';
import { isLine } from './text';

export const NEWSLETTER_LIMITS = {
  emailCharsMax: 254,
  listCharsMax: 100,
  /** How long a confirmation link works. */
  confirmationHours: 48,
} as const;

const email = z
  .string()
  .check(z.trim(), z.maxLength(NEWSLETTER_LIMITS.emailCharsMax), z.email("That's not an email address."));

/** The fields of the form, with the names that Sendy uses. */
export const subscription = z.object({
  email,
  /** Honeypot: hidden, so only bots fill it in. */
  hp: z._default(z.string(), ''),
  list: z._default(z.string().check(z.maxLength(NEWSLETTER_LIMITS.listCharsMax), isLine), ''),
  subform: z._default(z.string(), 'yes'),
});

const token = z.object({ token: z.string().check(z.minLength(20), z.maxLength(100)) });

export const subscribeToNewsletterCall = defineCall({
  method: 'post',
  path: '/newsletter/subscribe',
  summary:
    'Subscribes to the newsletter. The subscription starts when the link in the confirmation email is opened.',
  body: subscription,
  bodyTypes: ['application/x-www-form-urlencoded', 'application/json'],
  answer: z.object({ message: z.string() }),
  errors: [],
});

export const findNewsletterConfirmationCall = defineCall({
  method: 'get',
  path: '/newsletter/confirm',
  summary:
    'The email that a confirmation link is for. Changes nothing, so that email scanners can open the link.',
  query: token,
  answer: z.object({ email: z.string(), confirmed: z.boolean() }),
  errors: ['not_found', 'gone'],
});

export const confirmNewsletterCall = defineCall({
  method: 'post',
  path: '/newsletter/confirm',
  summary: 'Confirms the email of a confirmation link.',
  body: token,
  bodyTypes: ['application/x-www-form-urlencoded', 'application/json'],
  answer: z.object({ message: z.string() }),
  errors: ['not_found', 'gone'],
});

export const unsubscribeFromNewsletterCall = defineCall({
  method: 'post',
  path: '/newsletter/unsubscribe',
  summary: 'Unsubscribes an email, with the token from any issue of the newsletter.',
  body: token,
  bodyTypes: ['application/x-www-form-urlencoded', 'application/json'],
  answer: z.object({ message: z.string() }),
  errors: ['not_found'],
});
