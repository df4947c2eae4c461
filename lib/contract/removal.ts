import * as z from 'zod/mini';
import { defineCall } from './call';

export const REMOVAL_LIMITS = {
  /** How long moderators can undo a withdrawal. Removals after a report have no end. */
  restoreDays: 30,
} as const;

/** A product of the viewer that moderators have removed after a report. */
export const removal = z.object({
  id: z.string(),
  name: z.string(),
  removedAt: z.iso.datetime(),
  /** The edit that the product had. It returns, pending or rejected, when the product is listed again. Null if there was none. */
  edit: z.nullable(z.object({ name: z.string(), isRejected: z.boolean() })),
});
export type Removal = z.infer<typeof removal>;

export const listRemovalsCall = defineCall({
  method: 'get',
  path: '/user/private/removals',
  summary:
    "The user's products that moderators have removed after a report: the last 20 of them, newest first.",
  access: 'account',
  answer: z.object({ removals: z.array(removal) }),
  errors: [],
});
