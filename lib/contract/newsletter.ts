import * as z from 'zod/mini';
import { defineCall, honeypot, isLine, isEmail } from './call';
import { text } from '@/lib/texts/texts';

export const NEWSLETTER_LIMITS = {
  emailCharsMax: 254,
  listCharsMax: 100,
  /** How long a confirmation link works. */
  confirmationHours: 48,
  /** How many tags a subscriber can choose. */
  tagsMax: 20,
  /** How many tags the form shows, the most used ones. */
  offeredTags: 40,
} as const;

const email = z.string().check(z.trim(), z.maxLength(NEWSLETTER_LIMITS.emailCharsMax), isEmail);

/** The fields of the form, with the names that Sendy uses. */
export const subscription = z.object({
  email,
  hp: honeypot,
  list: z._default(z.string().check(z.maxLength(NEWSLETTER_LIMITS.listCharsMax), isLine), ''),
  subform: z._default(z.string().check(z.maxLength(100)), 'yes'),
});

const token = z.object({ token: z.string().check(z.minLength(20), z.maxLength(100)) });

export const subscribeToNewsletterCall = defineCall({
  method: 'post',
  path: '/newsletter/subscribe',
  limits: ['newsletterByAddress'],
  summary: text(
    'calls.subscribeToNewsletter',
    'Subscribes to the newsletter. The subscription starts when the link in the confirmation email is opened.',
  ),
  body: subscription,
  bodyTypes: ['application/x-www-form-urlencoded', 'application/json'],
  answer: z.object({ message: z.string() }),
  errors: ['forbidden'],
});

export const findNewsletterConfirmationCall = defineCall({
  method: 'get',
  path: '/newsletter/confirm',
  limits: ['newsletterLinkByAddress'],
  summary: text(
    'calls.findNewsletterConfirmation',
    'The email that a confirmation link is for. Changes nothing, so that email scanners can open the link.',
  ),
  query: token,
  answer: z.object({ email: z.string(), confirmed: z.boolean() }),
  errors: ['not_found', 'gone'],
});

export const confirmNewsletterCall = defineCall({
  method: 'post',
  path: '/newsletter/confirm',
  limits: ['newsletterLinkByAddress'],
  summary: text('calls.confirmNewsletter', 'Confirms the email of a confirmation link.'),
  body: token,
  bodyTypes: ['application/x-www-form-urlencoded', 'application/json'],
  answer: z.object({ message: z.string() }),
  errors: ['not_found', 'gone'],
});

export const unsubscribeFromNewsletterCall = defineCall({
  method: 'post',
  path: '/newsletter/unsubscribe',
  limits: ['newsletterLinkByAddress'],
  summary: text(
    'calls.unsubscribeFromNewsletter',
    'Unsubscribes an email, with the token from any issue of the newsletter.',
  ),
  body: token,
  bodyTypes: ['application/x-www-form-urlencoded', 'application/json'],
  answer: z.object({ message: z.string() }),
  errors: ['not_found'],
});

export const unsubscribeWithOneClickCall = defineCall({
  method: 'post',
  path: '/newsletter/one-click',
  // A mail service posts for many readers from few addresses. The token is signed: guessing it is hopeless.
  limits: [],
  summary: text(
    'calls.unsubscribeWithOneClick',
    'Unsubscribes an email. Mail programs post to this address, which is in the header of every issue (RFC 8058). Safe to repeat.',
  ),
  query: token,
  body: z.object({ 'List-Unsubscribe': z.literal('One-Click') }),
  bodyTypes: ['application/x-www-form-urlencoded', 'multipart/form-data', 'application/json'],
  bodyBytesMax: 1_024,
  answer: z.object({ message: z.string() }),
  errors: ['not_found'],
});

export const findNewsletterPreferencesCall = defineCall({
  method: 'get',
  path: '/newsletter/preferences',
  limits: ['newsletterLinkByAddress'],
  summary: text(
    'calls.findNewsletterPreferences',
    'What a subscriber gets, with the token from any issue of the newsletter. Without a chosen tag, all.',
  ),
  query: token,
  answer: z.object({
    email: z.string(),
    tags: z.array(z.object({ slug: z.string(), name: z.string(), isChosen: z.boolean() })),
  }),
  errors: ['not_found', 'gone'],
});

const tagSlug = z.string().check(z.minLength(1), z.maxLength(100));

export const updateNewsletterPreferencesCall = defineCall({
  method: 'post',
  path: '/newsletter/preferences',
  limits: ['newsletterLinkByAddress'],
  summary: text(
    'calls.updateNewsletterPreferences',
    'Chooses what a subscriber gets: all products, or those with certain tags.',
  ),
  body: z.object({
    ...token.shape,
    scope: z.enum(['all', 'tags']),
    /** The slugs of tags. A form with one checked box sends one text. */
    tags: z._default(z.union([z.array(tagSlug).check(z.maxLength(NEWSLETTER_LIMITS.tagsMax)), tagSlug]), []),
  }),
  bodyTypes: ['application/x-www-form-urlencoded', 'application/json'],
  answer: z.object({ message: z.string() }),
  errors: ['not_found', 'gone'],
});
