import { rankAfter } from '@/lib/contract/plain/ranking';
import { createCursorSigner } from '@/server/http/derived-keys';
import { readPage } from '@/server/http/page';
import { type ListOrder, listOrder, type ListPosition } from '@/server/queries/list-order';

const [key, formerKey, otherKey] = [1, 2, 3].map((fill) => new Uint8Array(32).fill(fill));
const signerWith = (...keys: (Uint8Array | undefined)[]) =>
  createCursorSigner({ keys: keys.filter((each) => each !== undefined) });
const signer = signerWith(key);

const rows = [5, 4, 3, 2, 1];
const since = new Date('2026-06-01T12:00:00.000Z');

type From = { after?: ListPosition; since?: Date; limit: number };

/** Lists of numbers, with cursors like those of lists with these names. */
const orders: Record<'hot' | 'top' | 'new' | 'tags', ListOrder<number>> = {
  hot: orderOf('hot', 'double precision'),
  top: orderOf('top', 'integer', true),
  new: orderOf('new', 'timestamptz'),
  tags: orderOf('tags', 'none'),
};

function orderOf(name: string, type: ListOrder<number>['type'], hasPeriod = false) {
  return listOrder<number>(name, {
    ...{ type, direction: 'descending', hasPeriod },
    positionOf: (row) => ({ value: type === 'timestamptz' ? since : row * 10, id: String(row) }),
  });
}

/** Reads a page of two rows of a list, and tells what it read. */
async function read(list: keyof typeof orders, after?: string, from?: Date) {
  const asked: From[] = [];
  const page = await readPage(
    { var: { deps: { cursorSigner: signer } } },
    orders[list],
    { after, limit: 2, since: from },
    (request) => {
      asked.push(request);
      const start = rows.findIndex((row) => row < Number(request.after?.id ?? 6));
      return Promise.resolve(start < 0 ? [] : rows.slice(start, start + request.limit));
    },
  );
  return { ...page, asked };
}

it('has one list for each name of a cursor', () => {
  expect(() => orderOf('hot', 'integer')).toThrow('Two lists have cursors called hot');
});

it('leads through a list, page by page, to its end', async () => {
  const first = await read('hot');
  expect(first.rows).toEqual([5, 4]);
  expect(first.asked).toEqual([{ after: undefined, since: undefined, limit: 3 }]);

  const second = await read('hot', first.nextCursor ?? '');
  expect(second.rows).toEqual([3, 2]);
  expect(second.asked).toEqual([{ after: { value: 40, id: '4' }, since: undefined, limit: 3 }]);

  const third = await read('hot', second.nextCursor ?? '');
  expect([third.rows, third.nextCursor]).toEqual([[1], null]);
  expect([first, second].map(({ nextCursor }) => rankAfter(nextCursor ?? ''))).toEqual([3, 5]);

  const full = await read('hot', cursorOf(['hot', 30, '3']));
  expect([full.rows, full.nextCursor]).toEqual([[2, 1], null]);
});

it('keeps the start of the period of the first page', async () => {
  const first = await read('top', undefined, since);
  const later = new Date('2026-06-02T12:00:00.000Z');
  const second = await read('top', first.nextCursor ?? '', later);
  expect([...first.asked, ...second.asked].map((request) => request.since)).toEqual([since, since]);

  const allTime = await read('top');
  expect((await read('top', allTime.nextCursor ?? '', later)).asked[0]?.since).toBeUndefined();
});

const encode = (fields: unknown) => Buffer.from(JSON.stringify(fields)).toString('base64url');
const cursorOf = (fields: unknown) => signer.sign(`3.${encode(fields)}`);

it.each([
  ['hot', ['hot', 1.5, '1']],
  ['new', ['new', '2026-06-01T12:00:00.000Z', '1']],
  ['top', ['top', 1, '1', null]],
  ['hot', ['hot', 1, '9'.repeat(18)]],
  ['tags', ['tags', 0, '1']],
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
  ['tags', ['tags', 1, '1']],
  ['top', ['top', 1.5, '1', null]],
  ['top', ['top', 1, '1', 'yesterday']],
] as const)('refuses as a cursor of the %s list %j', async (list, fields) => {
  await expect(read(list, cursorOf(fields))).rejects.toMatchObject({
    code: 'bad_request',
    details: { fields: { after: 'Not a cursor of this list.' } },
  });
});

describe('a cursor', () => {
  it('is refused unless each of its characters is as this site wrote it', async () => {
    const { nextCursor } = await read('hot');
    const cursor = nextCursor ?? '';
    const changed = [...cursor].map((_, index) =>
      replaceAt(cursor, index, cursor[index] === 'A' ? 'B' : 'A'),
    );
    const spelled = [
      `${cursor}=`,
      `0${cursor}`,
      cursor.slice(0, -1),
      cursor.split('.').slice(0, 2).join('.'),
    ];
    for (const damaged of [...changed, ...spelled, '', '.', '..', 'zzz', '\ud800']) {
      expect([damaged, signer.check(damaged)]).toEqual([damaged, 'damaged']);
    }
    await expect(read('hot', changed[0])).rejects.toMatchObject({ code: 'bad_request' });
    expect(signer.check(cursor)).toBe('signed');
  });

  it('from before cursors were signed is known as such, and refused', async () => {
    const cursor = encode(['hot', 40, '4']);
    expect(signer.check(cursor)).toBe('unsigned');
    expect(signer.check(encode(['other', 40, '4']))).toBe('damaged');
    await expect(read('hot', cursor)).rejects.toMatchObject({ code: 'bad_request' });
  });

  it('stays valid while its key is a key of the site', () => {
    const cursor = signerWith(formerKey).sign('3.abc');
    expect(signerWith(key, formerKey).check(cursor)).toBe('signed');
    expect(signerWith(key, otherKey).check(cursor)).toBe('damaged');
    expect(signerWith(key, formerKey).sign('3.abc')).toBe(signer.sign('3.abc'));
    expect(() => signerWith()).toThrow(new RangeError('A signer needs at least one key'));
  });
});

const replaceAt = (text: string, index: number, char: string) =>
  text.slice(0, index) + char + text.slice(index + 1);
