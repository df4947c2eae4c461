import { z } from 'zod';
import { ApiError } from '@/server/errors';
import type { ProductPosition } from '@/server/queries/products/products';

/** PostgreSQL knows no year 0. */
const instant = z.iso
  .datetime()
  .regex(/^(?!0000)/)
  .transform((text) => new Date(text));
const id = z.string().regex(/^\d{1,18}$/);

/** What a cursor holds, by order: the last product's place, and for `top` where the period began. */
const contents = {
  hot: z.tuple([z.literal('hot'), z.number(), id]),
  new: z.tuple([z.literal('new'), instant, id]),
  top: z.tuple([z.literal('top'), z.int32(), id, instant.nullable()]),
  /** A member's bookmarks, by when they were made. */
  bookmarks: z.tuple([z.literal('bookmarks'), instant, id]),
  /** A member's own products of one status, by when they were submitted. */
  submitted: z.tuple([z.literal('submitted'), instant, id]),
  /** Products of one status, as moderators look at them. */
  queue: z.tuple([z.literal('queue'), instant, id]),
};
type CursorOrder = keyof typeof contents;

export type Cursor = { position: ProductPosition; since?: Date };

export function encodeCursor(order: CursorOrder, { position, since }: Cursor): string {
  const fields = [order, position.value, position.id, ...(order === 'top' ? [since ?? null] : [])];
  return Buffer.from(JSON.stringify(fields)).toString('base64url');
}

/** @throws ApiError `bad_request` when the cursor is not one that this order gave out. */
export function decodeCursor(order: CursorOrder, cursor: string): Cursor {
  try {
    const fields: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    const [, value, lastId, since] = contents[order].parse(fields);
    return { position: { value, id: lastId }, since: since ?? undefined };
  } catch {
    throw new ApiError(
      'bad_request',
      'That page address is not one of ours. Start again from the first page.',
      {
        fields: { after: 'Not a cursor of this list.' },
      },
    );
  }
}
