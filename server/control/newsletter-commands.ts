import * as z from 'zod/mini';
import { createIssue, previewIssue } from '@/server/commands/newsletter/issue';
import {
  countDeliveries,
  countSubscribers,
  findLatestIssue,
  listUncertainDeliveries,
} from '@/server/queries/newsletter-issues';
import { define, nothing } from './command';

const uncertainPerPage = 500;

export const newsletterCommands = {
  previewNewsletter: define({
    path: '/newsletter/preview',
    request: nothing,
    answer: z.object({
      subscriberCount: z.int(),
      /** Null when nothing was approved since the last issue. */
      email: z.nullable(z.object({ subject: z.string(), text: z.string(), html: z.string() })),
    }),
    run: async (deps) => ({
      subscriberCount: await countSubscribers(deps.db),
      email: (await previewIssue(deps)) ?? null,
    }),
  }),

  queueNewsletter: define({
    path: '/newsletter/queue',
    request: nothing,
    answer: z.object({
      outcome: z.enum(['queued', 'exists', 'empty', 'no-recipients']),
      subscriberCount: z.int(),
    }),
    run: async (deps) => ({
      outcome: await createIssue(deps),
      subscriberCount: await countSubscribers(deps.db),
    }),
  }),

  newsletterState: define({
    path: '/newsletter/state',
    request: nothing,
    answer: z.object({
      week: z.nullable(z.string()),
      counts: z.array(z.object({ status: z.string(), count: z.int() })),
    }),
    run: async ({ db }) => {
      const issue = await findLatestIssue(db);
      return { week: issue?.week ?? null, counts: issue ? await countDeliveries(db, issue.id) : [] };
    },
  }),

  uncertainDeliveries: define({
    path: '/newsletter/uncertain',
    request: z.object({ afterId: z.string().check(z.regex(/^\d{1,18}$/)) }),
    answer: z.object({
      deliveries: z.array(z.object({ id: z.string(), week: z.string(), email: z.string() })),
    }),
    run: async ({ db }, { afterId }) => ({
      deliveries: await listUncertainDeliveries(db, { afterId, limit: uncertainPerPage }),
    }),
  }),
};
