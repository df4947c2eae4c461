import { spawnSync } from 'node:child_process';
import { parse } from 'csv-parse/sync';
import * as z from 'zod/mini';
import { VOTE_DUMP_DAYS, writeVoteDump } from '@/server/commands/products/write-vote-dump';
import { buildProduct, buildUser } from '../../setup/build';
import { setUpTestApp, testNow } from '../../setup/test-app';

const api = setUpTestApp();
const DAYS = 24 * 60 * 60 * 1_000;
const before = (days: number) => new Date(testNow.getTime() - days * DAYS);

const readVotes = async () => (await api.request('GET', '/data/votes.csv')).text;
const parseVotes = (text: string): Record<string, string>[] => parse(text, { columns: true });

/** The counts of a product are what the database keeps beside its upvotes. */
const countUpvotes = () =>
  api.pool.query(`
    UPDATE products SET upvote_count = counts.shown, weighing_upvote_count = counts.weighing
    FROM (
      SELECT product_id, count(*) AS shown, count(*) FILTER (WHERE is_weighing) AS weighing FROM upvotes GROUP BY product_id
    ) AS counts WHERE products.id = product_id`);

const upvote = (product: { id: string }, user: { id: string }, isWeighing: boolean) =>
  api.pool.query(
    'INSERT INTO upvotes (product_id, user_id, created_at, is_weighing) VALUES ($1, $2, $3, $4)',
    [product.id, user.id, testNow, isWeighing],
  );

it('counts the upvotes of a product by the age of the account, and says why others do not count', async () => {
  const submitter = await buildUser(api.db);
  const product = await buildProduct(api.db, {
    slug: 'counted',
    submitterId: submitter.id,
    tags: ['B tag', 'A tag'],
  });
  await buildProduct(api.db, { slug: 'hidden', status: 'pending' });
  for (const days of [2, 6.9, 7, 29, 31, 364, 366, 4_000])
    await upvote(product, await buildUser(api.db, { createdAt: before(days) }), true);
  await upvote(product, submitter, false);
  await upvote(product, await buildUser(api.db, { createdAt: before(0.5) }), false);
  for (let count = 0; count < 2; count += 1)
    await upvote(product, await buildUser(api.db, { bannedAt: testNow }), false);

  await countUpvotes();
  const { body } = await api.request('GET', '/api/products/counted/votes');
  expect(body).toEqual({
    isError: false,
    product: { slug: 'counted', name: product.name },
    votes: {
      counting: { under7Days: 2, under30Days: 2, under365Days: 2, older: 2 },
      notCounting: { waitingForAge: 1, ofSubmitter: 1, ofBanned: 2, setAside: 0 },
      places: { hot: 1, top: 1 },
    },
  });
  expect((await api.request('GET', '/api/products/hidden/votes')).status).toBe(404);
  const text = await readVotes();
  expect(text).not.toMatch(/member|hidden/i);
  expect(parseVotes(text)).toEqual([
    {
      ...{
        id: product.id,
        slug: 'counted',
        tags: 'a-tag; b-tag',
        listedAt: product.approvedAt?.toISOString(),
      },
      ...{ countingUnder7Days: '2', countingUnder30Days: '2', countingUnder365Days: '2', countingOlder: '2' },
      ...{ waitingForAge: '1', ofSubmitter: '1', ofBanned: '2', setAside: '0' },
    },
  ]);
});

const page = z.looseObject({
  products: z.array(z.looseObject({ slug: z.string() })),
  nextCursor: z.nullable(z.string()),
});

async function readList(query: string): Promise<string[]> {
  const slugs: string[] = [];
  let after = '';
  do {
    const { body } = await api.request(
      'GET',
      `/api/products?limit=30&${query}${after && `&after=${encodeURIComponent(after)}`}`,
    );
    const { products, nextCursor } = page.parse(body);
    slugs.push(...products.map(({ slug }) => slug));
    after = nextCursor ?? '';
  } while (after);
  return slugs;
}

it('has all that the script of docs/ranking.md needs to reproduce every list', async () => {
  // Many of the same age, and many with the same number of upvotes.
  await api.pool.query(
    `INSERT INTO products (slug, name, tagline, url, canonical_url, status, approved_at)
     SELECT 'product-' || n, 'Product ' || n, 'A product of a test', 'https://p' || n || '.example/', 'p' || n || '.example',
       'approved', $1::timestamptz - ages[1 + n % cardinality(ages)] * interval '1 day'
     FROM generate_series(1, 300) AS n,
       (SELECT '{0.2,0.9,1,3,3,6.5,7.1,20,29.9,45,200,900}'::double precision[] AS ages) AS constants`,
    [testNow],
  );
  await api.pool.query(`
    INSERT INTO tags (slug, name) VALUES ('rare', 'Rare');
    INSERT INTO product_tags (product_id, tag_id, position) SELECT products.id, tags.id, 0 FROM products, tags WHERE products.id % 3 = 0;
    UPDATE tags SET product_count = (SELECT count(*) FROM product_tags WHERE tag_id = tags.id) WHERE slug = 'rare';
    INSERT INTO users (handle, name, created_at) SELECT 'user-' || n, 'User', '2020-01-01' FROM generate_series(1, 40) AS n;
    INSERT INTO upvotes (product_id, user_id, is_weighing) SELECT products.id, users.id, users.id % 7 <> 0 FROM products, users
    WHERE users.id % 41 < products.id * 7919 % 997 * products.id % 13`);
  await countUpvotes();
  const votes = await readVotes();
  const recount = (...list: string[]) => {
    const run = spawnSync(process.execPath, ['docs/recount.js', ...list], { input: votes, encoding: 'utf8' });
    expect(run.stderr).toBe('');
    return run.stdout.trim().split('\n');
  };

  const lists = { hot: 'sort=hot', new: 'sort=new', all: 'sort=top' };
  for (const [list, query] of Object.entries(lists)) {
    expect(recount(list)).toEqual(await readList(query));
    expect(recount(list, 'rare')).toEqual(await readList(`${query}&tag=rare`));
  }
  for (const period of ['day', 'week', 'month']) {
    const listed = await readList(`sort=top&period=${period}`);
    expect(listed.length).toBeGreaterThan(25);
    expect(recount(period, '', testNow.toISOString())).toEqual(listed);
  }
  expect(recount('hot')).toHaveLength(300);
});

describe('the dump of a day', () => {
  const readDay = (day: string) => api.request('GET', `/data/votes/${day}.csv`);
  const listDays = async () => (await api.request('GET', '/data/votes/days.txt')).text;
  const fillDay = async () => {
    while (await writeVoteDump(api.deps()));
  };
  const addProducts = (count: number) =>
    api.pool.query(
      `INSERT INTO products (slug, name, tagline, url, canonical_url, status, approved_at)
       SELECT 'product-' || n, 'Product ' || n, 'A product of a test', 'https://p' || n || '.example/', 'p' || n || '.example',
         'approved', $1::timestamptz FROM generate_series(1, $2) AS n`,
      [testNow, count],
    );

  it('has the counts of the moment when it was written, and does not change later', async () => {
    await addProducts(450);
    const [voter, other] = [await buildUser(api.db), await buildUser(api.db)];
    const product = await buildProduct(api.db, { slug: 'upvoted' });
    await upvote(product, voter, true);
    const votes = await readVotes();

    // The dump has three parts. It can be read only after the last part is written.
    for (let part = 1; part <= 3; part += 1) {
      expect(await writeVoteDump(api.deps())).toBe(true);
      expect((await readDay('2026-06-01')).status).toBe(404);
    }
    expect(await writeVoteDump(api.deps())).toBe(false);
    expect(await listDays()).toBe('http://localhost:3000/data/votes/2026-06-01.csv\n');
    const dump = await readDay('2026-06-01');
    expect(dump.text).toBe(votes);
    expect(dump.headers.get('cache-control')).toBe('public, max-age=60');

    await upvote(product, other, true);
    await fillDay();
    expect(await readVotes()).not.toBe(votes);
    expect((await readDay('2026-06-01')).text).toBe(votes);
    const again = await api.request('GET', '/data/votes/2026-06-01.csv', {
      headers: { 'if-none-match': dump.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  });

  it('leaves out what is not public any more, also for who has read it before', async () => {
    await addProducts(450);
    const product = await buildProduct(api.db, { slug: 'quokka' });
    await fillDay();
    const dump = await readDay('2026-06-01');
    const known = { 'if-none-match': dump.headers.get('etag') ?? '' };
    const rowsOf = (text: string) => parseVotes(text).map(({ slug }) => slug);
    expect(rowsOf(dump.text)).toContain('quokka');

    const withStatus = async (status: string) => {
      await api.pool.query('UPDATE products SET status = $2 WHERE id = $1', [product.id, status]);
      const answer = await api.request('GET', '/data/votes/2026-06-01.csv', { headers: known });
      return { status: answer.status, text: answer.text };
    };
    const removed = await withStatus('removed');
    expect(removed.status).toBe(200);
    expect(rowsOf(removed.text)).toEqual(rowsOf(dump.text).filter((slug) => slug !== 'quokka'));
    expect((await withStatus('approved')).text).toBe(dump.text);
  });

  it('has each product once when several processes write it', async () => {
    await addProducts(450);
    await Promise.all([fillDay(), fillDay(), fillDay()]);
    await fillDay();
    const { text } = await readDay('2026-06-01');
    expect(text).toBe(await readVotes());
    expect(parseVotes(text)).toHaveLength(450);
  });

  it('is kept for seven days, and exists for a directory without products', async () => {
    for (let days = 0; days < VOTE_DUMP_DAYS + 2; days += 1) {
      api.clock.now = new Date(testNow.getTime() + days * DAYS);
      await fillDay();
    }
    const days = (await listDays()).trim().split('\n');
    expect(days).toHaveLength(7);
    expect(days[0]).toMatch(/2026-06-09\.csv$/);
    expect(days.at(-1)).toMatch(/2026-06-03\.csv$/);
    expect((await readDay('2026-06-02')).status).toBe(404);
    expect(parseVotes((await readDay('2026-06-09')).text)).toEqual([]);
    const unknown = await api.request('GET', '/data/votes/2026-13-45.csv', {
      headers: { 'if-none-match': 'W/"votes-2026-13-45"' },
    });
    expect(unknown.status).toBe(404);
    expect(unknown.headers.get('etag')).toBeNull();
  });
});
