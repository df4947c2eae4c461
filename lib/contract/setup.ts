import * as z from 'zod/mini';
import { defineCall } from './call';
import { memberName } from './user';
import { text } from '@/lib/texts/texts';

/** What an owner decides in the first minutes, in this order. Each can be left out, and decided later. */
export const SETUP_STEPS = ['account', 'name', 'look', 'people', 'mail', 'products', 'address'] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

export const SETUP_TOKEN_CHARS_MAX = 100;

export const redeemSetupLinkCall = defineCall({
  method: 'post',
  path: '/setup',
  limits: ['changeByAddress', 'signInByAddress'],
  summary: text(
    'calls.redeemSetupLink',
    'Makes the first admin of the site: the member who sends it, or a new account, whose session token is also set as a cookie. The token is the fragment of the link that the site prints when it starts without an admin. Works once.',
  ),
  body: z.object({
    token: z.string().check(z.minLength(1), z.maxLength(SETUP_TOKEN_CHARS_MAX)),
    /** Of the new account. A member who is signed in keeps the own name. */
    name: z.optional(memberName),
  }),
  answer: z.object({
    /** Empty for a member who has a session already. */
    encrypted_token: z.string(),
    message: z.string(),
  }),
  // `unauthenticated` without a session and without a name, `forbidden` for a member who is banned, suspended or leaving.
  errors: ['not_found', 'unauthenticated', 'forbidden'],
});

export const findSetupCall = defineCall({
  method: 'get',
  path: '/moderation/setup',
  summary: text('calls.findSetup', 'Which steps of the setup of the site are done.'),
  access: 'admin',
  answer: z.object({
    siteURL: z.string(),
    steps: z.array(z.object({ name: z.enum(SETUP_STEPS), isDone: z.boolean() })),
  }),
  errors: [],
});
export type Setup = z.infer<typeof findSetupCall.answer>;
