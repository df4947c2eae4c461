import { z } from 'zod';
import { rankAfter } from '@/lib/contract/plain/ranking';
import { ApiError } from '@/server/base/errors';
import type { ListPosition } from '@/server/queries/sql-values';
import type { CursorSigner } from './cursor-signer';

/** PostgreSQL has no year 0. */
const instant = z.iso
  .datetime()
  .regex(/^(?!0000)/)
  .transform((text) => new Date(text));
const id = z.string().regex(/^\d{1,18}$/);

/** The contents of a cursor, by list: the position of the page's last row, and for `top` the start of the period. */
const cursors = {
  hot: z.tuple([z.literal('hot'), z.number(), id]),
  new: z.tuple([z.literal('new'), instant, id]),
  top: z.tuple([z.literal('top'), z.int32(), id, instant.nullable()]),
  /** A user's bookmarks, by the instant of the bookmark. */
  bookmarks: z.tuple([z.literal('bookmarks'), instant, id]),
  /** A user's submissions of one status, by the instant of submission. */
  submitted: z.tuple([z.literal('submitted'), instant, id]),
  /** Products of one status in the moderators' order. */
  queue: z.tuple([z.literal('queue'), instant, id]),
  /** The alternatives to a product, by upvotes. */
  alternatives: z.tuple([z.literal('alternatives'), z.int32(), id]),
  /** Proposed alternatives, by the instant of the proposal: those of a user, and those that wait for a moderator. */
  proposals: z.tuple([z.literal('proposals'), instant, id]),
  pendingAlternatives: z.tuple([z.literal('pendingAlternatives'), instant, id]),
  /** Invitations, newest first. */
  invitations: z.tuple([z.literal('invitations'), instant, id]),
  /** Removed products that can be restored, the last one first. */
  removals: z.tuple([z.literal('removals'), instant, id]),
  /** Merges of duplicates, newest first. */
  merges: z.tuple([z.literal('merges'), instant, id]),
  /** Sites that moderators should look at, newest first. */
  sites: z.tuple([z.literal('sites'), instant, id]),
  /** Imports in the browser, newest first. */
  imports: z.tuple([z.literal('imports'), instant, id]),
  /** The entries of an import, by their position; the id is that of the import. */
  importEntries: z.tuple([z.literal('importEntries'), z.int32(), id]),
  /** Rings of accounts, newest first. */
  rings: z.tuple([z.literal('rings'), instant, id]),
  /** Open appeals, the oldest first. */
  appeals: z.tuple([z.literal('appeals'), instant, id]),
  /** Members: the newest first, and those with the most rejections first. */
  members: z.tuple([z.literal('members'), instant, id]),
  rejectedMembers: z.tuple([z.literal('rejectedMembers'), z.int32(), id]),
  /** Products with open reports, the most urgent first; a member's reports, of which the id alone is the order. */
  reports: z.tuple([z.literal('reports'), z.number(), id]),
  ownReports: z.tuple([z.literal('ownReports'), instant, id]),
  /** Tags by slug. The cursor has the id alone. */
  tags: z.tuple([z.literal('tags'), z.literal(0), id]),
  /** Proposed merges of tags, by score. */
  tagProposals: z.tuple([z.literal('tagProposals'), z.int32(), id]),
  /** Merges of tags, newest first. */
  tagMerges: z.tuple([z.literal('tagMerges'), instant, id]),
  /** What is sent to webhooks, newest first: all, and what was given up. */
  deliveries: z.tuple([z.literal('deliveries'), instant, id]),
  givenUpDeliveries: z.tuple([z.literal('givenUpDeliveries'), instant, id]),
  /** Messages of the contact form: those that wait, and those that were closed. */
  openMessages: z.tuple([z.literal('openMessages'), instant, id]),
  closedMessages: z.tuple([z.literal('closedMessages'), instant, id]),
  /** What a product said. The id alone is their order. */
  versions: z.tuple([z.literal('versions'), instant, id]),
  /** Suggested changes: those that wait for a moderator, and those of a user. */
  suggestions: z.tuple([z.literal('suggestions'), instant, id]),
  ownSuggestions: z.tuple([z.literal('ownSuggestions'), instant, id]),
  /** The moderation log. The id alone is its order. */
  log: z.tuple([z.literal('log'), instant, id]),
};
type ListName = keyof typeof cursors;

type Cursor = {
  /** The rank of the first row after the cursor. */
  rank: number;
  position: ListPosition;
  since?: Date;
};

type PageRequest = {
  signer: CursorSigner;
  list: ListName;
  /** The cursor of the request; absent for the first page. */
  after: string | undefined;
  /** Rows per page. */
  limit: number;
  /** The start of the list's period. The first page sets it, and its cursors keep it for the pages that follow. */
  since?: Date;
};

type PageSource<Row> = {
  /** Reads rows from a position on, in the order of the list. */
  read: (from: { after?: ListPosition; since?: Date; limit: number }) => Promise<Row[]>;
  /** Asked after `read`: where the list goes on if it was cut short, with fewer rows than the limit. */
  walkedTo?: () => ListPosition | undefined;
  positionOf: (row: Row) => ListPosition;
};

/**
 * One page of a keyset list: its rows, and the cursor of the next page, which is null on the last one.
 *
 * Reads one row more than the page holds, because only that row shows whether another page follows.
 *
 * @throws ApiError `bad_request` when `after` is not a cursor of this list that this site has issued.
 */
export async function readPage<Row>(
  { signer, list, after, limit, since: firstSince }: PageRequest,
  { read, walkedTo, positionOf }: PageSource<Row>,
): Promise<{ rows: Row[]; nextCursor: string | null }> {
  const cursor = after === undefined ? undefined : decodeCursor(signer, list, after);
  const since = cursor ? cursor.since : firstSince;
  const found = await read({ after: cursor?.position, since, limit: limit + 1 });
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  const rank = (cursor?.rank ?? 1) + rows.length;
  const position = last === undefined ? walkedTo?.() : positionOf(last);
  return {
    rows,
    nextCursor: position === undefined ? null : encodeCursor(signer, list, { rank, position, since }),
  };
}

function encodeCursor(signer: CursorSigner, list: ListName, { rank, position, since }: Cursor): string {
  const fields = [list, position.value, position.id, ...(list === 'top' ? [since ?? null] : [])];
  return signer.sign(`${rank}.${Buffer.from(JSON.stringify(fields)).toString('base64url')}`);
}

function decodeCursor(signer: CursorSigner, list: ListName, cursor: string): Cursor {
  try {
    if (signer.check(cursor) !== 'signed') throw new RangeError('This site has not issued the cursor');
    const [, encoded = ''] = cursor.split('.');
    const fields: unknown = JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8'));
    const [, value, lastId, since] = cursors[list].parse(fields);
    return { rank: rankAfter(cursor), position: { value, id: lastId }, since: since ?? undefined };
  } catch {
    throw new ApiError(
      'bad_request',
      "This link to the next page isn't valid. Please start from the first page.",
      {
        fields: { after: 'Not a cursor of this list.' },
      },
    );
  }
}
