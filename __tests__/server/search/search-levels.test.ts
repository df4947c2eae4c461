import { sql } from 'drizzle-orm';
import { countBlocks } from '@/__tests__/setup/count-blocks';
import { insertSkewedRows, insertSkewedSearchDocuments } from '@/__tests__/setup/skewed-rows';
import { setUpTestDatabase } from '@/__tests__/setup/test-database';
import { setUpTestApp } from '@/__tests__/setup/test-app';
import { updateSearchLevelsRegularly } from '@/server/jobs/product-jobs';
import { refreshSearchDocuments } from '@/server/queries/search/search-documents';
import {
  listMisplacedDocuments,
  placeDocuments,
  updateSearchLevels,
} from '@/server/queries/search/search-levels';
import { searchProducts, type SearchReading } from '@/server/queries/search/search-products';

const api = setUpTestApp();
/** Of 6,000 products, 5,100 are approved: enough for levels. */
const database = setUpTestDatabase({
  async fill(db) {
    await insertSkewedRows(db, 6_000);
    await insertSkewedSearchDocuments(db);
  },
});

const everywhere = {
  any: "'product':*",
  head: "'t/product':*",
  label: "'n/product':*",
  name: "'n/product':*",
  nameKeys: ['product'],
};
const find = (window: { from: number; to: number; countedTagsMax?: number }, reading = everywhere) =>
  searchProducts(database.db, { readings: [reading], window });
const findIds = async (window: { from: number; to: number }) => (await find(window)).hits.map(({ id }) => id);

async function listMostUpvoted(limit: number): Promise<string[]> {
  const { rows } = await database.db.execute<{ id: string }>(sql`
    SELECT id FROM products WHERE status = 'approved' ORDER BY weighing_upvote_count DESC, id DESC LIMIT ${limit}`);
  return rows.map(({ id }) => id);
}

const upvote = (id: string, count: number) =>
  database.db.execute(sql`UPDATE products SET weighing_upvote_count = ${count} WHERE id = ${id}`);

async function levelOf(id: string): Promise<number | undefined> {
  const { rows } = await database.db.execute<{ level: number }>(
    sql`SELECT level FROM search_leaders WHERE product_id = ${id}`,
  );
  expect(rows.length).toBeLessThanOrEqual(1);
  return rows[0]?.level;
}

it('shows the most upvoted of many matches, in their order, on every page', async () => {
  const expected = await listMostUpvoted(60);
  expect(await findIds({ from: 0, to: 20 })).toEqual(expected.slice(0, 20));
  expect(await findIds({ from: 40, to: 60 })).toEqual(expected.slice(40));
});

it('estimates how many match, and how many of them have a tag', async () => {
  const { total, isTotalExact, tagCounts } = await find({ from: 0, to: 20, countedTagsMax: 1 });
  const [{ name, count } = { name: '', count: 0 }] = tagCounts;
  const { rows } = await database.db.execute<{ actual: number }>(
    sql`SELECT product_count AS actual FROM tags WHERE name = ${name}`,
  );

  expect(isTotalExact).toBe(false);
  expect(total).toBe(5_100);
  expect(Math.abs(count / (rows[0]?.actual ?? NaN) - 1)).toBeLessThan(0.25);
});

it('counts a few matches exactly, and puts an exact name without upvotes first', async () => {
  await upvote('1301', 0);
  const rare = {
    any: "'1301':*",
    head: "'t/1301':*",
    label: "'n/1301':*",
    name: "'n/1301':*",
    nameKeys: ['1301'],
  };
  expect(await find({ from: 0, to: 20 }, rare)).toMatchObject({
    hits: [{ name: 'Product 1301' }],
    total: 1,
    isTotalExact: true,
  });
  const exact = { ...everywhere, nameKeys: ['product1301'] };
  expect((await find({ from: 0, to: 2 }, exact)).hits[0]?.name).toBe('Product 1301');
});

it.each([
  ['few', "'130':*", undefined, 11],
  ['few with a filter', "'130':*", "'n/1301':* | 'n/1302':*", 2],
  ['many', "'13':*", undefined, undefined],
  ['none', "'zq':*", undefined, 0],
])('finds the same by a condition for each word as by one for all: %s', async (_, word, filter, total) => {
  const all = (prefix: string) => `'${prefix}product':* & ${word.replace("'", `'${prefix}`)}`;
  const reading = {
    any: all(''),
    head: all('t/'),
    label: all('n/'),
    name: all('n/'),
    nameKeys: ['product1305'],
  };
  const window = { from: 0, to: 20, countedTagsMax: 3 };
  const search = (readings: SearchReading[]) => searchProducts(database.db, { readings, filter, window });
  const found = await search([{ ...reading, words: ["'product':*", "'product':*", word] }]);
  expect(found).toEqual(await search([reading]));
  if (total !== undefined) expect(found.total).toBe(total);
});

it('reads the index of words alone where no product has a word', async () => {
  const nowhere = { any: "'zq':*", head: "'t/zq':*", label: "'n/zq':*", name: "'n/zq':*", nameKeys: ['zq'] };
  const blocks = await countBlocks(database.db, (db) =>
    searchProducts(db, { readings: [nowhere], window: { from: 0, to: 20 } }),
  );
  expect(blocks).toBeLessThan(50);
});

it('follows upvotes at once, into a level and out of it', async () => {
  expect(await levelOf('1302')).toBeUndefined();
  await upvote('1302', 9_999);
  expect(await levelOf('1302')).toBe(1);
  expect(await findIds({ from: 0, to: 1 })).toEqual(['1302']);
  await upvote('1302', 10_000);
  expect(await levelOf('1302')).toBe(1);
  await upvote('1302', 0);
  expect(await levelOf('1302')).toBeUndefined();
  expect(await findIds({ from: 0, to: 1 })).toEqual(await listMostUpvoted(1));
});

it('never finds a hidden product, and finds a product by its new name', async () => {
  const [first = ''] = await listMostUpvoted(1);
  await database.db.execute(sql`UPDATE products SET name = 'Renamed' WHERE id = ${first}`);
  await refreshSearchDocuments(database.db, [], [first]);
  expect(await levelOf(first)).toBe(1);
  expect(await findIds({ from: 0, to: 20 })).not.toContain(first);

  await database.db.execute(sql`UPDATE products SET status = 'removed' WHERE id = ${first}`);
  await refreshSearchDocuments(database.db, [], [first]);
  expect(await levelOf(first)).toBeUndefined();
});

it('keeps the levels at their sizes', async () => {
  const count = async () => {
    const { rows } = await database.db.execute<{ count: number }>(
      sql`SELECT count(*)::int AS count FROM search_leaders`,
    );
    return rows[0]?.count ?? 0;
  };
  await updateSearchLevels(database.db);
  await placeDocuments(database.db);
  const before = await count();
  await database.db.execute(
    sql`UPDATE search_levels SET least_upvote_count = least_upvote_count + 20 WHERE level = 1`,
  );
  await placeDocuments(database.db);
  expect(await count()).toBeLessThan(before);

  await updateSearchLevelsRegularly.run({ ...api.deps(), db: database.db }, new AbortController().signal);
  expect(await count()).toBe(before);
  expect(before).toBeGreaterThan(450);
  expect(before).toBeLessThanOrEqual(500);
  expect(await listMisplacedDocuments(database.db)).toEqual([]);
});
