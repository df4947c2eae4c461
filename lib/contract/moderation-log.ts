import * as z from 'zod/mini';
import { after, nextCursor, defineCall } from './call';
import { text } from '@/lib/texts/texts';

export const LOG_PAGE_SIZE = 50;

/** One action of a moderator, without anything personal. */
export const logEntry = z.object({
  /** Counts up from 1. */
  id: z.string(),
  /** One of `LOGGED_ACTIONS`, or one of another version of this software. */
  action: z.string(),
  subjectKind: z.enum(['product', 'user', 'report', 'import']),
  /** Null for every other subject. */
  productId: z.nullable(z.string()),
  /** The product as it is called today, if it has a public page. */
  product: z.nullable(z.object({ slug: z.string(), name: z.string() })),
  /** In UTC, with milliseconds, as the hash contains it. */
  createdAt: z.iso.datetime(),
  /**
   * The SHA-256, in hexadecimal digits, of six lines without a line break at the end: the hash of the previous entry
   * (empty for the first one), `id`, `action`, `subjectKind`, `productId` (empty if null) and `createdAt`.
   */
  hash: z.string(),
});
export type LogEntry = z.infer<typeof logEntry>;

export const logPage = z.object({
  entries: z.array(logEntry),
  nextCursor,
});

export const listLogEntriesCall = defineCall({
  method: 'get',
  path: '/moderation-log',
  isOpen: true,
  summary: text(
    'calls.listLogEntries',
    'What moderators did, newest first. The hash of an entry contains that of the entry before it, so a removed or changed entry shows.',
  ),
  query: z.object({ after }),
  answer: logPage,
  errors: [],
});
