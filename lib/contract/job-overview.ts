import * as z from 'zod/mini';
import { defineCall } from './call';

const queue = z.object({
  name: z.enum(['submissions', 'images', 'mail', 'search', 'webhooks', 'messages', 'imports']),
  /** Counted up to `countedMax`. */
  waitingCount: z.int(),
  /** What is no longer tried, counted as far. */
  givenUpCount: z.int(),
});

const scheduledJob = z.object({
  name: z.string(),
  nextRunAt: z.iso.datetime(),
  /** Null until the first run has ended. */
  lastRun: z.nullable(z.object({ endedAt: z.iso.datetime(), hasFailed: z.boolean() })),
});

export const jobOverview = z.object({ queues: z.array(queue), scheduledJobs: z.array(scheduledJob) });
export type JobOverview = z.infer<typeof jobOverview>;

export const findJobsCall = defineCall({
  method: 'get',
  path: '/moderation/jobs',
  summary: 'What waits in the queues of this site, and when its scheduled jobs run.',
  access: 'moderator',
  answer: jobOverview,
  errors: [],
});
