import * as z from 'zod/mini';
import {
  defineCall,
  after,
  nextCursor,
  byId,
  honeypot,
  isLine,
  isText,
  requiredText,
  tidied,
  atMost,
  isEmail,
} from './call';
import { CONTACT_LIMITS } from './plain/report';
import { t, text } from '@/lib/texts/texts';

export const contactMessage = z.object({
  name: z._default(
    z.string().check(
      tidied,
      z.maxLength(CONTACT_LIMITS.nameCharsMax, {
        error: () =>
          t('contact.nameTooLong', 'Use at most {charsMax} characters for your name.', {
            charsMax: CONTACT_LIMITS.nameCharsMax,
          }),
      }),
      isLine,
    ),
    '',
  ),
  email: z.string().check(z.trim(), z.maxLength(CONTACT_LIMITS.emailCharsMax), isEmail),
  message: z.string().check(
    tidied,
    z.minLength(CONTACT_LIMITS.messageCharsMin, {
      error: () =>
        t('contact.messageTooShort', 'Write at least {charsMin} characters so we can help.', {
          charsMin: CONTACT_LIMITS.messageCharsMin,
        }),
    }),
    atMost(CONTACT_LIMITS.messageCharsMax),
    isText,
  ),
  hp: honeypot,
});

export const sendContactMessageCall = defineCall({
  method: 'post',
  path: '/contact',
  limits: ['contactByAddress'],
  summary: text('calls.sendContactMessage', 'Sends a message to the people who run the site.'),
  body: contactMessage,
  bodyTypes: ['application/x-www-form-urlencoded', 'application/json'],
  answer: z.object({ message: z.string() }),
  errors: ['forbidden'],
});

/** A message as admins see it. The text is the visitor's: show it as text. */
export const receivedMessage = z.object({
  id: z.string(),
  /** Empty if the visitor gave none. */
  name: z.string(),
  email: z.string(),
  message: z.string(),
  createdAt: z.iso.datetime(),
  /** The last answer that was sent from the site. */
  answer: z.nullable(z.object({ text: z.string(), sentAt: z.iso.datetime() })),
  /** Null while the message waits for an admin. */
  closedAt: z.nullable(z.iso.datetime()),
});
export type ReceivedMessage = z.infer<typeof receivedMessage>;

export const MESSAGE_STATES = ['open', 'closed'] as const;

export const listContactMessagesCall = defineCall({
  method: 'get',
  path: '/moderation/messages',
  summary: text(
    'calls.listContactMessages',
    'Messages of the contact form: those that wait, the oldest first, or those that were closed, the last first.',
  ),
  access: 'admin',
  query: z.object({ state: z._default(z.enum(MESSAGE_STATES), 'open'), after }),
  answer: z.object({
    messages: z.array(receivedMessage),
    nextCursor,
    /** Whether the site can send answers. Otherwise admins answer with a mail program of their own. */
    sendsEmails: z.boolean(),
  }),
  errors: [],
});

export const contactAnswer = z.object({
  text: requiredText(CONTACT_LIMITS.answerCharsMax, text('field.writeAnswer', 'Write an answer.')),
});

export const answerContactMessageCall = defineCall({
  method: 'post',
  path: '/moderation/messages/:id/answer',
  summary: text(
    'calls.answerContactMessage',
    'Answers an open message by email, and closes it. `conflict` when it is closed, `unavailable` on a site that sends no emails.',
  ),
  access: 'admin',
  params: byId,
  body: contactAnswer,
  answer: z.object({}),
  errors: ['not_found', 'conflict'],
});

export const closeContactMessageCall = defineCall({
  method: 'post',
  path: '/moderation/messages/:id/close',
  summary: text(
    'calls.closeContactMessage',
    'Closes an open message without an answer. `conflict` when it is closed.',
  ),
  access: 'admin',
  params: byId,
  answer: z.object({}),
  errors: ['not_found', 'conflict'],
});

export const reopenContactMessageCall = defineCall({
  method: 'post',
  path: '/moderation/messages/:id/reopen',
  summary: text('calls.reopenContactMessage', 'Opens a closed message again. `conflict` when it is open.'),
  access: 'admin',
  params: byId,
  answer: z.object({}),
  errors: ['not_found', 'conflict'],
});
