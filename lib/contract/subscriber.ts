import * as z from 'zod/mini';
import { after, byId, defineCall, isText, nextCursor } from './call';
import { NEWSLETTER_LIMITS } from './newsletter';
import { t, text } from '@/lib/texts/texts';

export const SUBSCRIBER_LIMITS = {
  pageSize: 50,
  /** How many addresses an import may have. */
  importMax: 5_000,
  importCharsMax: 1_000_000,
  /** How many lines of an import are named that have no address. */
  faultsMax: 100,
  exportPageSize: 2_000,
} as const;

/** `waiting`: has not clicked the link of the confirmation email. `left`: has unsubscribed, or was removed. */
export const SUBSCRIBER_STATES = ['confirmed', 'waiting', 'left'] as const;
export type SubscriberState = (typeof SUBSCRIBER_STATES)[number];

const state = z.enum(SUBSCRIBER_STATES);

const subscriber = z.object({
  id: z.string(),
  email: z.string(),
  state,
  /** When the address was given. */
  createdAt: z.iso.datetime(),
  /** Since when it is confirmed, or has left. */
  since: z.nullable(z.iso.datetime()),
  /** The names of the chosen tags. None: all products. */
  tags: z.array(z.string()),
});
export type Subscriber = z.infer<typeof subscriber>;

export const listSubscribersCall = defineCall({
  method: 'get',
  path: '/moderation/subscribers',
  summary: text(
    'calls.listSubscribers',
    'The subscribers of the newsletter, newest first: all, those in a state, or those whose address begins with a text.',
  ),
  access: 'admin',
  query: z.object({
    after,
    state: z.optional(state),
    startsWith: z.optional(z.string().check(z.trim(), z.maxLength(NEWSLETTER_LIMITS.emailCharsMax), isText)),
  }),
  answer: z.object({
    subscribers: z.array(subscriber),
    nextCursor,
    counts: z.object({ confirmed: z.int(), waiting: z.int(), left: z.int() }),
    /** Whether the site can send confirmation emails. */
    sendsNewsletter: z.boolean(),
  }),
  errors: [],
});

export const exportSubscribersCall = defineCall({
  method: 'post',
  path: '/moderation/subscribers/exports',
  summary: text(
    'calls.exportSubscribers',
    'A part of the subscribers as CSV, oldest first: append the parts. The first part is in the moderation log.',
  ),
  access: 'admin',
  needsFreshSignIn: 'but-for-first-way',
  body: z.object({ after }),
  answer: z.object({ text: z.string(), nextCursor }),
  errors: [],
});

export const importSubscribersCall = defineCall({
  method: 'post',
  path: '/moderation/subscribers/imports',
  summary: text(
    'calls.importSubscribers',
    'Asks addresses by email whether they want the newsletter: one a line, or a CSV file. Addresses that are known get no email. Safe to repeat.',
  ),
  access: 'admin',
  needsFreshSignIn: 'but-for-first-way',
  body: z.object({
    text: z.string().check(
      z.maxLength(SUBSCRIBER_LIMITS.importCharsMax, {
        error: () =>
          t('subscribers.tooLong', 'The list is longer than {charsMax} characters. Import it in parts.', {
            charsMax: SUBSCRIBER_LIMITS.importCharsMax,
          }),
      }),
      isText,
    ),
  }),
  // Each character takes at most three bytes.
  bodyBytesMax: 3 * SUBSCRIBER_LIMITS.importCharsMax + 1_024,
  answer: z.object({
    newCount: z.int(),
    /** Of addresses that were known: subscribed, waiting or gone. */
    knownCount: z.int(),
    /** Of lines that say themselves that the address has left. */
    leftCount: z.int(),
    invalidCount: z.int(),
    /** The numbers of the first lines without an address. */
    invalidLines: z.array(z.int()),
    /** When the last confirmation email is sent. Null without any. */
    lastSentAt: z.nullable(z.iso.datetime()),
  }),
  errors: [],
});

export const removeSubscriberCall = defineCall({
  method: 'delete',
  path: '/moderation/subscribers/:id',
  summary: text(
    'calls.removeSubscriber',
    'Ends a subscription as its link does. The address is deleted 30 days later. Safe to repeat.',
  ),
  access: 'admin',
  params: byId,
  answer: z.object({}),
  errors: ['not_found'],
});
