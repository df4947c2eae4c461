import { readPage } from '@/server/http/page';
import type { ProductPosition } from '@/server/queries/products/products';

const rows = [5, 4, 3, 2, 1];
const since = new Date('2026-06-01T12:00:00.000Z');

type From = { after?: ProductPosition; since?: Date; limit: number };

/** Reads a page of two rows of a list of numbers, and tells what it read. */
async function read(list: 'hot' | 'top' | 'new', after?: string, from?: Date) {
  const asked: From[] = [];
  const page = await readPage(
    { list, after, limit: 2, since: from },
    {
      read: (request) => {
        asked.push(request);
        const start = rows.findIndex((row) => row < Number(request.after?.id ?? 6));
        return Promise.resolve(start < 0 ? [] : rows.slice(start, start + request.limit));
      },
      positionOf: (row) => ({ value: list === 'new' ? since : row * 10, id: String(row) }),
    },
  );
  return { ...page, asked };
}

it('leads through a list, page by page, to its end', async () => {
  const first = await read('hot');
  expect(first.rows).toEqual([5, 4]);
  expect(first.asked).toEqual([{ after: undefined, since: undefined, limit: 3 }]);

  const second = await read('hot', first.nextCursor ?? '');
  expect(second.rows).toEqual([3, 2]);
  expect(second.asked).toEqual([{ after: { value: 40, id: '4' }, since: undefined, limit: 3 }]);

  const third = await read('hot', second.nextCursor ?? '');
  expect([third.rows, third.nextCursor]).toEqual([[1], null]);
});

it('keeps the start of the period of the first page', async () => {
  const first = await read('top', undefined, since);
  const later = new Date('2026-06-02T12:00:00.000Z');
  const second = await read('top', first.nextCursor ?? '', later);
  expect([...first.asked, ...second.asked].map((request) => request.since)).toEqual([since, since]);

  const allTime = await read('top');
  expect((await read('top', allTime.nextCursor ?? '', later)).asked[0]?.since).toBeUndefined();
});

const cursorOf = (fields: unknown) => Buffer.from(JSON.stringify(fields)).toString('base64url');

it.each([
  ['hot', ['hot', 1.5, '1']],
  ['new', ['new', '2026-06-01T12:00:00.000Z', '1']],
  ['top', ['top', 1, '1', null]],
  ['hot', ['hot', 1, '9'.repeat(18)]],
] as const)('takes as a cursor of the %s list %j', async (list, fields) => {
  expect((await read(list, cursorOf(fields))).asked).toHaveLength(1);
});

it.each([
  ['hot', ['new', 1, '1']],
  ['hot', ['hot', '1', '1']],
  ['hot', ['hot', 1, '9'.repeat(19)]],
  ['hot', ['hot', 1, 'x']],
  ['hot', ['hot', 1]],
  ['hot', 'hot'],
  ['new', ['new', '0000-06-01T12:00:00.000Z', '1']],
  ['new', ['new', 'yesterday', '1']],
  ['top', ['top', 1.5, '1', null]],
  ['top', ['top', 1, '1', 'yesterday']],
] as const)('refuses as a cursor of the %s list %j', async (list, fields) => {
  await expect(read(list, cursorOf(fields))).rejects.toMatchObject({
    code: 'bad_request',
    details: { fields: { after: 'Not a cursor of this list.' } },
  });
});
