import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Sources } from '@/server/http/sources';
import { addSources, collectSources, PublicChanges } from '@/server/http/public-changes';
import { PUBLIC_CHANGES_MAX, type PublicChange } from '@/server/queries/public-changes';

const upvotes: PublicChange = {
  kind: 'upvotes',
  productId: '7',
  userId: null,
  hot: 5,
  rankingUpvoteCount: 3,
  tags: ['charts'],
};
type Reading = { until: string; changes: Map<string, PublicChange>; areAll: boolean };
const reading = (changes: Iterable<[string, PublicChange]> = [], areAll = true): Reading => ({
  until: '1',
  changes: new Map(changes),
  areAll,
});

/** Changes that are read in turn. An error fails a reading. */
function setUp(readings: (Reading | Error)[], times = {}) {
  let readCount = 0;
  const changes = new PublicChanges(async () => {
    const next = readings[readCount++] ?? reading();
    await Promise.resolve();
    if (next instanceof Error) throw next;
    return next;
  }, times);
  return { changes, readCount: () => readCount };
}

async function sourcesOf(given: Partial<Sources>): Promise<Sources> {
  const { sources } = await collectSources(() => Promise.resolve(addSources(given)));
  return sources;
}

/** How old a response from these sources is after the change. */
async function judge(change: Partial<PublicChange>, given: Partial<Sources>) {
  const { changes } = setUp([reading(), reading([['1', { ...upvotes, ...change }]])]);
  await changes.catchUp();
  const { position } = changes;
  await changes.catchUp();
  return changes.judge(await sourcesOf(given), position);
}

const list = (bounds: Partial<Sources['lists'][number]> = {}) => ({
  lists: [{ sort: 'hot' as const, ...bounds }],
});

it.each([
  ['an upvote', {}, 'its product', { products: new Set(['7']) }, 'late'],
  ['an upvote', {}, 'another product', { products: new Set(['8']) }, 'fresh'],
  ['an upvote', {}, 'a list that ends with it', list({ lowest: 5 }), 'late'],
  ['an upvote', {}, 'a list that ends above it', list({ lowest: 5.1 }), 'fresh'],
  ['an upvote', {}, 'a list that begins with it', list({ highest: 5 }), 'late'],
  ['an upvote', {}, 'a list that begins below it', list({ highest: 4.9 }), 'fresh'],
  ['an upvote', {}, 'the list of its tag', list({ tag: 'charts' }), 'late'],
  ['an upvote', {}, 'the list of another tag', list({ tag: 'maps' }), 'fresh'],
  ['an upvote', {}, 'a top list that ends with it', list({ sort: 'top', lowest: 3 }), 'late'],
  ['an upvote', {}, 'a top list that ends above it', list({ sort: 'top', lowest: 4 }), 'fresh'],
  ['an upvote', {}, 'a list by date', list({ sort: 'new' }), 'fresh'],
  ['an upvote of a hidden product', { hot: null }, 'a list', list(), 'fresh'],
  ['an upvote', {}, 'a search', { isFromSearch: true }, 'fresh'],
  ['an upvote', {}, 'the tags', { isFromTags: true }, 'fresh'],
  ['another text', { kind: 'content' }, 'its product', { products: new Set(['7']) }, 'wrong'],
  ['another text', { kind: 'content' }, 'a search', { isFromSearch: true }, 'wrong'],
  ['another text', { kind: 'content' }, 'a list without it', list(), 'fresh'],
  ['a removal', { kind: 'listing' }, 'a list', list(), 'wrong'],
  ['a removal', { kind: 'listing' }, 'the tags', { isFromTags: true }, 'wrong'],
  ['a removal', { kind: 'listing' }, 'a search', { isFromSearch: true }, 'wrong'],
  ['a removal', { kind: 'listing' }, 'a missing page', { isFromAbsence: true }, 'wrong'],
  ['a new product', { kind: 'added' }, 'a list', list(), 'late'],
  ['a new product', { kind: 'added' }, 'the tags', { isFromTags: true }, 'late'],
  ['a new product', { kind: 'added' }, 'a search', { isFromSearch: true }, 'late'],
  ['a new product', { kind: 'added' }, 'a missing page', { isFromAbsence: true }, 'late'],
  ['a new product', { kind: 'added' }, 'another product', { products: new Set(['8']) }, 'fresh'],
  ['another tag', { kind: 'tags' }, 'a list', list(), 'late'],
  ['another tag', { kind: 'tags' }, 'the tags', { isFromTags: true }, 'late'],
  ['another tag', { kind: 'tags' }, 'a search', { isFromSearch: true }, 'fresh'],
  ['another user name', { kind: 'user', userId: '3' }, 'its user', { users: new Set(['3']) }, 'wrong'],
  ['another user name', { kind: 'user', userId: '3' }, 'another user', { users: new Set(['4']) }, 'fresh'],
  ['another user name', { kind: 'user', userId: '3' }, 'a missing page', { isFromAbsence: true }, 'wrong'],
] as const)('%s %j makes %s %j %s', async (_change, change, _shown, sources, freshness) => {
  expect(await judge({ productId: '7', ...change }, sources)).toBe(freshness);
});

it('passes sources on to the response that contains the response, the shortest age among them', async () => {
  const outer = await collectSources(async () => {
    addSources({ users: new Set(['3']), maxAgeMs: 500 });
    await collectSources(() =>
      Promise.resolve(addSources({ products: new Set(['7']), isFromTags: true, maxAgeMs: 1_000 })),
    );
  });
  expect(outer.sources).toEqual({
    products: new Set(['7']),
    users: new Set(['3']),
    lists: [],
    isFromTags: true,
    isFromSearch: false,
    isFromAbsence: false,
    maxAgeMs: 500,
  });
});

it('notes a change once that several readings contain', async () => {
  const { changes } = setUp([reading(), reading([['1', upvotes]]), reading([['1', upvotes]])]);
  await changes.catchUp();
  await changes.catchUp();
  const { position } = changes;
  await changes.catchUp();
  expect(changes.position).toBe(position);
});

it.each([
  ['failed', [new Error('The database is away.'), reading()]],
  ['did not contain all changes', [reading([], false)]],
])('takes everything for old after a reading that %s', async (_, readings) => {
  const { changes } = setUp([reading(), ...readings]);
  await changes.catchUp();
  const { position } = changes;
  const sources = await sourcesOf({});
  expect([changes.isCurrent, changes.judge(sources, position)]).toEqual([true, 'fresh']);
  for (const each of readings) {
    await changes.catchUp();
    expect(changes.isCurrent).toBe(!(each instanceof Error));
  }
  expect(changes.judge(sources, position)).toBe('wrong');
  expect(changes.judge(sources, changes.position)).toBe('fresh');
});

it('reads again for all that ask during a reading', async () => {
  const { changes, readCount } = setUp([]);
  await Promise.all([changes.catchUp(), changes.catchUp(), changes.catchUp()]);
  expect(readCount()).toBe(2);
  await changes.catchUp();
  expect(readCount()).toBe(3);
});

it('lets a request wait for the first reading only, and reads again when that is due', async () => {
  const often = setUp([], { readEveryMs: 0, knownForMs: 60_000 });
  await often.changes.keepUp();
  expect([often.changes.keepUp(), often.changes.keepUp()]).toEqual([undefined, undefined]);
  expect(often.readCount()).toBe(1);
  // After the queries of the request.
  await nextTurn();
  expect(often.readCount()).toBe(2);

  const rarely = setUp([], { readEveryMs: 60_000, knownForMs: 60_000 });
  await rarely.changes.keepUp();
  expect([rarely.changes.keepUp(), rarely.readCount()]).toEqual([undefined, 1]);
});

it('forgets the oldest changes, and takes for old what was made before them', async () => {
  const many = (first: number, count: number) =>
    reading(Array.from({ length: count }, (_, index) => [String(first + index), upvotes]));
  const max = PUBLIC_CHANGES_MAX;
  const { changes } = setUp([reading(), many(0, 2 * max), many(2 * max, 1)]);
  await changes.catchUp();
  const { position } = changes;
  const sources = await sourcesOf({});
  await changes.catchUp();
  expect(changes.judge(sources, position)).toBe('fresh');

  await changes.catchUp();
  expect(changes.judge(sources, changes.position - max)).toBe('fresh');
  expect(changes.judge(sources, changes.position - max - 1)).toBe('wrong');
});
