import * as z from 'zod/mini';
import { ownAppeal } from './own-appeal';
import { defineCall } from './call';
import { byId } from './submission';
import { MEASURE_KINDS } from './plain/measure';

export const measure = z.object({
  id: z.string(),
  kind: z.enum(MEASURE_KINDS),
  reason: z.string(),
  suspendedUntil: z.nullable(z.iso.datetime()),
  createdAt: z.iso.datetime(),
  /** When the member has read it. */
  acknowledgedAt: z.nullable(z.iso.datetime()),
  /** When it was undone or replaced. */
  endedAt: z.nullable(z.iso.datetime()),
});

/** A measure as its member sees it. */
export const ownMeasure = z.extend(measure, {
  /** The answer of the member. Null without one. */
  appeal: z.nullable(ownAppeal),
  /** Whether the member can answer, once: until the measure has ended, also after reading a warning. */
  canAnswer: z.boolean(),
});
export type OwnMeasure = z.infer<typeof ownMeasure>;

export const listMeasuresCall = defineCall({
  method: 'get',
  path: '/user/private/measures',
  summary:
    'The measures of moderators against the viewer. In force: warnings that are not acknowledged, a suspension, a ban. Past: all others.',
  access: 'account',
  answer: z.object({
    measures: z.array(ownMeasure),
    /** The last measures that are no longer in force, including acknowledged warnings. Newest first. */
    past: z.array(ownMeasure),
  }),
  errors: [],
});

export const acknowledgeMeasureCall = defineCall({
  method: 'post',
  path: '/user/private/measures/:id/acknowledge',
  summary: 'Says that the viewer has read a warning. Safe to repeat.',
  access: 'account',
  limits: ['profileByUser'],
  params: byId,
  answer: z.object({}),
  errors: ['not_found'],
});
