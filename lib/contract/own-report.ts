import * as z from 'zod/mini';
import { after, nextCursor } from './cursor';
import { defineCall } from './call';
import { REPORT_OUTCOMES, REPORT_REASONS } from './plain/report';

/** A report as its reporter sees it. */
export const ownReport = z.object({
  id: z.string(),
  /** `slug` is null while the product has no public page. */
  product: z.object({ name: z.string(), slug: z.nullable(z.string()) }),
  reason: z.enum(REPORT_REASONS),
  text: z.string(),
  createdAt: z.iso.datetime(),
  /** Null until a moderator has decided. */
  outcome: z.nullable(z.enum(REPORT_OUTCOMES)),
  /** What the moderator says about it. */
  note: z.nullable(z.string()),
});
export type OwnReport = z.infer<typeof ownReport>;

export const listOwnReportsCall = defineCall({
  method: 'get',
  path: '/user/private/reports',
  summary: "The viewer's reports and their outcomes, newest first.",
  access: 'account',
  query: z.object({ after }),
  answer: z.object({
    reports: z.array(ownReport),
    nextCursor,
  }),
  errors: [],
});
