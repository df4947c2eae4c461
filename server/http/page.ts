import { z } from 'zod';
import { rankAfter } from '@/lib/contract/plain/ranking';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/base/errors';
import type { ListOrder, ListPosition, PageFrom } from '@/server/queries/list-order';
import { t, text } from '@/lib/texts/texts';

/** PostgreSQL has no year 0. */
const instant = z.iso
  .datetime()
  .regex(/^(?!0000)/)
  .transform((text) => new Date(text));

const values = {
  timestamptz: instant,
  integer: z.int32(),
  smallint: z.int32(),
  'double precision': z.number(),
  none: z.literal(0),
} as const;
const id = z.string().regex(/^\d{1,18}$/);

type Cursor = {
  rank: number;
  position: ListPosition;
  since?: Date;
};

type PageRequest = {
  /** The cursor of the request; absent for the first page. */
  after: string | undefined;
  limit: number;
  /** The start of the list's period. The first page sets it, and its cursors keep it for the pages that follow. */
  since?: Date;
};

type PageContext = { var: { deps: Pick<Deps, 'cursorSigner'> } };

/**
 * One page of a keyset list: its rows, and the cursor of the next page, which is null on the last one.
 *
 * Reads one row more than the page holds, because only that row shows whether another page follows.
 *
 * @param read reads rows from a position on, in the order of the list.
 * @param walkedTo asked after `read`: where the list goes on if it was cut short, with fewer rows than the limit.
 * @throws ApiError `bad_request` when `after` is not a cursor of this list that this site has issued.
 */
export async function readPage<Row>(
  { var: { deps } }: PageContext,
  order: ListOrder<Row>,
  { after, limit, since: firstSince }: PageRequest,
  read: (from: PageFrom & { since?: Date }) => Promise<readonly Row[]>,
  walkedTo?: () => ListPosition | undefined,
): Promise<{ rows: Row[]; nextCursor: string | null }> {
  const cursor = after === undefined ? undefined : decodeCursor(deps, order, after);
  const since = cursor ? cursor.since : firstSince;
  const found = await read({ after: cursor?.position, since, limit: limit + 1 });
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  const rank = (cursor?.rank ?? 1) + rows.length;
  const position = last === undefined ? walkedTo?.() : order.positionOf(last);
  return {
    rows,
    nextCursor: position === undefined ? null : encodeCursor(deps, order, { rank, position, since }),
  };
}

type NamedOrder = Pick<ListOrder<never>, 'name' | 'type' | 'hasPeriod'>;

function encodeCursor(
  { cursorSigner }: PageContext['var']['deps'],
  { name, hasPeriod }: NamedOrder,
  { rank, position, since }: Cursor,
): string {
  const fields = [name, position.value, position.id, ...(hasPeriod ? [since ?? null] : [])];
  return cursorSigner.sign(`${rank}.${Buffer.from(JSON.stringify(fields)).toString('base64url')}`);
}

function decodeCursor(
  { cursorSigner }: PageContext['var']['deps'],
  { name, type, hasPeriod }: NamedOrder,
  cursor: string,
): Cursor {
  try {
    if (cursorSigner.check(cursor) !== 'signed') throw new RangeError('This site has not issued the cursor');
    const [, encoded = ''] = cursor.split('.');
    const fields: unknown = JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8'));
    const period = hasPeriod ? instant.nullable() : z.never().optional();
    const [, value, lastId, since] = z.tuple([z.literal(name), values[type], id, period]).parse(fields);
    return { rank: rankAfter(cursor), position: { value, id: lastId }, since: since ?? undefined };
  } catch {
    throw new ApiError(
      'bad_request',
      text(
        'page.invalidNextLink',
        "This link to the next page isn't valid. Please start from the first page.",
      ),
      { fields: { after: t('page.invalidCursor', 'Not a cursor of this list.') } },
    );
  }
}
