import * as z from 'zod/mini';
import { defineCall, isLine, optionalText } from './call';
import { BRAKES } from './plain/moderation';
import { text } from '@/lib/texts/texts';

export const BRAKE_LIMITS = { noteCharsMax: 200 } as const;

export const brake = z.object({
  name: z.enum(BRAKES),
  /** Why, or until when. Public. */
  note: z.string(),
  createdAt: z.iso.datetime(),
});
export type Brake = z.infer<typeof brake>;

const byName = z.object({ name: z.enum(BRAKES) });
const brakes = z.object({ brakes: z.array(brake) });

export const listBrakesCall = defineCall({
  method: 'get',
  path: '/moderation/brakes',
  summary: text('calls.listBrakes', 'What is stopped for now. Every page says so.'),
  access: 'moderator',
  answer: brakes,
  errors: [],
});

export const setBrakeCall = defineCall({
  method: 'put',
  path: '/moderation/brakes/:name',
  summary: text(
    'calls.setBrake',
    'Stops something within a second, in every process: the site as a whole, submissions, new accounts, quick changes or one way to sign in. Moderation goes on.',
  ),
  access: 'moderator',
  params: byName,
  body: z.object({
    note: optionalText(BRAKE_LIMITS.noteCharsMax, isLine),
  }),
  answer: brakes,
  errors: [],
});

export const releaseBrakeCall = defineCall({
  method: 'delete',
  path: '/moderation/brakes/:name',
  summary: text('calls.releaseBrake', 'Lets something go on. Safe to repeat.'),
  access: 'moderator',
  params: byName,
  answer: brakes,
  errors: [],
});
