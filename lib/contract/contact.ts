import * as z from 'zod/mini';
import { defineCall } from './call';
import { honeypot, isLine, isText } from './text';

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
        z.maxLength(CONTACT_LIMITS.nameCharsMax, 'Use at most 100 characters for your name.'),
        isLine,
      ),
    '',
  ),
  email: z
    .string()
    .check(z.trim(), z.maxLength(CONTACT_LIMITS.emailCharsMax), z.email("That's not an email address.")),
  message: z
    .string()
    .check(
      z.trim(),
      z.minLength(CONTACT_LIMITS.messageCharsMin, 'Write at least 10 characters so we can help.'),
      z.maxLength(CONTACT_LIMITS.messageCharsMax, 'Use at most 5,000 characters.'),
      isText,
    ),
  /** Honeypot: hidden, so only bots fill it in. */
  hp: honeypot,
});

export const sendContactMessageCall = defineCall({
  method: 'post',
  path: '/contact',
  summary: 'Sends a message to the people who run the site.',
  body: contactMessage,
  bodyTypes: ['application/x-www-form-urlencoded', 'application/json'],
  answer: z.object({ message: z.string() }),
  errors: [],
});
