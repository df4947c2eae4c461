import { KnownHits } from '@/server/http/known-hits';
import { PublicChanges } from '@/server/http/public-changes';
import type { PublicChange } from '@/server/queries/public-changes';
import type { SearchHitRow } from '@/server/queries/search/search-hits';

const change: PublicChange = {
  kind: 'upvotes',
  productId: '7',
  userId: null,
  hot: 5,
  rankingUpvoteCount: 3,
  tags: [],
};
const hit = (id: string, content = ''): SearchHitRow => ({
  ...{ id, slug: `product-${id}`, name: `Product ${id}`, content, iconKey: null, brandSlug: null },
  ...{ tags: [], upvoteCount: 1, values: [] },
});

/** Hits 7 and 8 are known. `readings` are what the next readings of the changes find. */
async function setUp(...readings: (Partial<PublicChange>[] | Error)[]) {
  let readCount = 0;
  const publicChanges = new PublicChanges(async () => {
    const found = readCount === 0 ? [] : (readings[readCount - 1] ?? []);
    readCount += 1;
    await Promise.resolve();
    if (found instanceof Error) throw found;
    const changes = new Map(found.map((each, index) => [`${readCount} ${index}`, { ...change, ...each }]));
    return { until: '1', changes, areAll: true };
  });
  await publicChanges.catchUp();
  const knownHits = new KnownHits(publicChanges);
  const search = async (hits: SearchHitRow[], meanwhile = () => Promise.resolve()) => {
    let known: string[] = [];
    await knownHits.reuse(async (given) => {
      known = [...given.keys()].sort();
      await meanwhile();
      return { hits };
    });
    return known;
  };
  expect(await search([hit('7'), hit('8')])).toEqual([]);
  return { search, catchUp: () => publicChanges.catchUp() };
}

it('passes the hits of earlier searches on', async () => {
  const { search } = await setUp();

  expect(await search([])).toEqual(['7', '8']);
  expect(await search([hit('9')])).toEqual(['7', '8']);
  expect(await search([])).toEqual(['7', '8', '9']);
});

it.each<[string, Partial<PublicChange>, string[]]>([
  ['an upvote', { kind: 'upvotes' }, ['8']],
  ['an edit', { kind: 'content' }, ['8']],
  ['a removal', { kind: 'listing' }, []],
  ['a new name of a tag', { kind: 'tags', productId: null }, []],
  ['a change of the site', { kind: 'site', productId: null }, []],
  ['a change of a member', { kind: 'user', productId: null, userId: '1' }, ['7', '8']],
])('reads a product again after %s', async (_, news, left) => {
  const { search, catchUp } = await setUp([news]);
  await catchUp();

  expect(await search([])).toEqual(left);
});

it('reads a product again that changed during the search that read it', async () => {
  const { search, catchUp } = await setUp([{ kind: 'content' }]);

  await search([hit('7')], catchUp);
  expect(await search([])).toEqual(['8']);
});

it('passes none on while the changes are unknown', async () => {
  const { search, catchUp } = await setUp(new Error('The database is away.'));
  await catchUp();
  expect(await search([])).toEqual([]);

  // What changed during the search is unknown, too.
  await catchUp();
  expect(await search([])).toEqual([]);
});

it('keeps a bounded number of hits and of characters', async () => {
  const { search } = await setUp();
  await search(Array.from({ length: 300 }, (_, index) => hit(`${index + 100}`)));
  expect(await search([])).toHaveLength(256);

  await search(Array.from({ length: 300 }, (_, index) => hit(`${index + 400}`, 'a'.repeat(20_000))));
  expect((await search([])).length).toBeLessThan(110);
});
