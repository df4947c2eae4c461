import * as z from 'zod/mini';
import { defineCall } from './call';
import { isLine, isText } from './text';

export const CONTACT_LIMITS = {
  nameCharsMax: 100,
  emailCharsMax: 254,
  messageCharsMin: 10,
  messageCharsMax: 5_000,
} as const;

export const contactMessage = z.object({
  name: z._default(
    z
      .string()
      .check(
        z.trim(),
        z.maxLength(CONTACT_LIMITS.nameCharsMax, 'Keep your name under 100 characters.'),
        isLine,
      ),
    '',
  ),
  email: z
    .string()
    .check(z.trim(), z.maxLength(CONTACT_LIMITS.emailCharsMax), z.email('That is not an email address.')),
  message: z
    .string()
    .check(
      z.trim(),
      z.minLength(CONTACT_LIMITS.messageCharsMin, 'Write at least 10 characters, so that we can help.'),
      z.maxLength(CONTACT_LIMITS.messageCharsMax, 'Keep your message under 5,000 characters.'),
      isText,
    ),
  /** Honeypot: people leave it empty. */
  hp: z._default(z.string(), ''),
});

export const sendContactMessageCall = defineCall({
  method: 'post',
  path: '/contact',
  summary: 'Leaves a message for the people who run the site.',
  body: contactMessage,
  bodyTypes: ['application/x-www-form-urlencoded', 'application/json'],
  answer: z.object({ message: z.string() }),
  errors: ['bad_request', 'rate_limited'],
});
