import { spawnSync } from 'node:child_process';
import { sql } from 'drizzle-orm';
import { createRandom } from '../../bench/search-records';
import { buildProduct, buildUser } from '../../setup/build';
import { simulateVotes } from '../../setup/simulated-votes';
import { setUpTestApp, testNow } from '../../setup/test-app';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/contract/plain/durations';
import { listRingsCall } from '@/lib/contract/ring';
import { productPage } from '@/lib/contract/product';
import { findRings } from '@/server/commands/reactions/rings';
import { createNetworkHash } from '@/server/http/derived-keys';
import { countUpvotesEachMinute } from '@/server/jobs/ranking-jobs';
import { purgeExpiredHourly } from '@/server/jobs/jobs';

const api = setUpTestApp();
const never = new AbortController().signal;

const rowsOf = async <Row extends Record<string, unknown>>(query: string, values: unknown[] = []) =>
  (await api.pool.query<Row>(query, values)).rows;

async function signInModerator() {
  return api.signIn(await buildUser(api.db, { handle: 'mod', role: 'moderator' }));
}

const listRings = async (headers: Record<string, string>) =>
  listRingsCall.answer.parse((await api.request('GET', '/api/moderation/rings', { headers })).body).rings;

async function hotList(): Promise<string[]> {
  const { body } = await api.request('GET', '/api/products?sort=hot&limit=50');
  return productPage.parse(body).products.map(({ slug }) => slug);
}

/** What the script makes of the dump. */
async function recountHot(): Promise<string[]> {
  const { text } = await api.request('GET', '/data/votes.csv');
  const run = spawnSync(process.execPath, ['docs/recount.js', 'hot'], { input: text, encoding: 'utf8' });
  expect(run.stderr).toBe('');
  return run.stdout.trim().split('\n').slice(0, 50);
}

const miscounted = () =>
  rowsOf(`
    SELECT slug FROM products JOIN product_listings ON product_listings.product_id = id AND term = 'all'
    WHERE weighing_upvote_count <> (SELECT count(*) FROM upvotes WHERE upvotes.product_id = id AND is_weighing)
      OR upvote_count <> (SELECT count(*) FROM upvotes WHERE upvotes.product_id = id)
      OR ranking_upvote_count <> weighing_upvote_count`);

it('finds a ring among a crowd, sets its upvotes aside, and restores them, in counts, lists and the dump alike', async () => {
  const headers = await signInModerator();
  const ring = await simulateVotes(api.pool, {
    ...{ random: createRandom(7), now: testNow, memberCount: 600, productCount: 150 },
    ...{ ringSize: 20, ringKind: 'vpn' },
  });
  const deps = { db: api.db, now: () => testNow };
  expect(await findRings(deps, never)).toBeGreaterThan(250);
  // No member has upvoted since, so none is checked again.
  expect(await findRings(deps, never)).toBe(0);
  const [found, ...others] = await listRings(headers);
  if (!found) throw new Error('No ring was found');
  expect(others).toEqual([]);
  const members = await rowsOf<{ id: string }>('SELECT user_id::text AS id FROM vote_ring_members');
  const caught = members.filter(({ id }) => ring.includes(id));
  expect(members.length - caught.length).toBeLessThanOrEqual(2);
  expect(caught.length).toBeGreaterThanOrEqual(18);
  expect(found).toMatchObject({ setAsideAt: null, setAsideCount: 0 });
  expect(found.products.length).toBeGreaterThanOrEqual(8);
  expect(found.figures.networkCount).toBeLessThanOrEqual(6);

  const before = await hotList();
  const path = `/api/moderation/rings/${found.id}/set-aside`;
  const { body } = await api.request('POST', path, { headers });
  expect(body).toEqual({ isError: false, upvoteCount: found.otherCount });
  expect(await miscounted()).toEqual([]);
  const after = await hotList();
  expect(after).not.toEqual(before);
  expect(await recountHot()).toEqual(after);
  const slug = found.products[0]?.slug ?? '';
  const votes = await api.request('GET', `/api/products/${slug}/votes`);
  expect(votes.body).toMatchObject({ votes: { notCounting: { setAside: expect.any(Number) } } });
  expect(JSON.stringify(votes.body)).not.toContain('"setAside":0');
  // An upvote that is taken back and given again stays aside, and so does one whose account gets old enough.
  const [aside] = await rowsOf<{ userId: string; productId: string }>(
    'SELECT user_id::text AS "userId", product_id::text AS "productId" FROM set_aside_upvotes LIMIT 1',
  );
  const voter = await api.signIn({ id: aside?.userId ?? '' });
  const upvotePath = `/api/user/private/upvotes/${aside?.productId}`;
  await api.request('DELETE', upvotePath, { headers: voter });
  await api.request('PUT', upvotePath, { headers: voter });
  await countUpvotesEachMinute.run(api.deps(), never);
  expect(await hotList()).toEqual(after);
  expect(await miscounted()).toEqual([]);
  // Setting aside again changes nothing and logs nothing.
  await api.request('POST', path, { headers });
  expect(await rowsOf('SELECT action FROM audit_entries ORDER BY id')).toEqual([
    { action: 'ring.set-aside' },
  ]);

  await api.request('DELETE', path, { headers });
  expect(await hotList()).toEqual(before);
  expect(await recountHot()).toEqual(before);
  expect(await miscounted()).toEqual([]);
  expect(await rowsOf('SELECT action FROM audit_entries ORDER BY id')).toEqual([
    { action: 'ring.set-aside' },
    { action: 'ring.restore' },
  ]);
  const log = await api.request('GET', '/api/moderation-log');
  expect(log.text).not.toMatch(/voter-|"upvotes"/);

  // Nothing is left of what spoke for it after 30 days.
  const later = { ...api.deps(), now: () => new Date(testNow.getTime() + 31 * DAY_MS) };
  await purgeExpiredHourly.run(later, never);
  expect(
    await rowsOf(
      'SELECT FROM voter_networks UNION ALL SELECT FROM vote_links UNION ALL SELECT FROM vote_rings',
    ),
  ).toEqual([]);
});

it('leaves upvotes as they are when the log cannot be written', async () => {
  const headers = await signInModerator();
  const voter = await buildUser(api.db);
  const product = await buildProduct(api.db, { upvoteCount: 1, rankingUpvoteCount: 1 });
  await api.pool.query('INSERT INTO upvotes (product_id, user_id, is_weighing) VALUES ($1, $2, true)', [
    product.id,
    voter.id,
  ]);
  const [ring] = await rowsOf<{ id: string }>(
    `INSERT INTO vote_rings (found_at, seen_at, score, figures, product_ids)
     VALUES ($1, $1, 20, '{"upvoteCount":1,"upvotePercent":1,"minutes":1,"networkCount":0,"networkMembersMax":0,"days":1}', ARRAY[$2::bigint])
     RETURNING id::text`,
    [testNow, product.id],
  );
  await api.pool.query('INSERT INTO vote_ring_members VALUES ($1, $2)', [ring?.id, voter.id]);
  await api.db.execute(sql`
    CREATE FUNCTION refuse_log() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$`);
  await api.db.execute(sql`
    CREATE TRIGGER refuse_log BEFORE INSERT ON audit_entries FOR EACH ROW EXECUTE FUNCTION refuse_log()`);
  try {
    const refused = await api.request('POST', `/api/moderation/rings/${ring?.id}/set-aside`, { headers });
    expect(refused.status).toBe(500);
  } finally {
    await api.db.execute(sql`DROP FUNCTION refuse_log CASCADE`);
  }
  expect(await rowsOf('SELECT is_weighing FROM upvotes')).toEqual([{ is_weighing: true }]);
  expect(await rowsOf('SELECT FROM set_aside_upvotes')).toEqual([]);
});

it('lets 30 young accounts beside 1,000 upvotes move a product by one place at most', async () => {
  const minutesPerProduct = (24 * 60) / 20;
  await api.pool.query(
    `INSERT INTO users (handle, name, created_at) SELECT 'organic-' || n, 'User', $1::timestamptz FROM generate_series(1, 1000) AS n`,
    [new Date(testNow.getTime() - 100 * DAY_MS)],
  );
  // Twenty products a day, each with as many upvotes: the closest that places can be.
  for (let index = 0; index < 20; index += 1) {
    const approvedAt = new Date(testNow.getTime() - 3 * DAY_MS - index * minutesPerProduct * MINUTE_MS);
    await buildProduct(api.db, {
      slug: `product-${index}`,
      approvedAt,
      upvoteCount: 1_000,
      rankingUpvoteCount: 1_000,
    });
  }
  await api.pool.query(
    `INSERT INTO upvotes (product_id, user_id, is_weighing, created_at)
     SELECT products.id, users.id, true, $1 FROM products, users WHERE handle LIKE 'organic-%'`,
    [new Date(testNow.getTime() - DAY_MS)],
  );
  const subject = 'product-10';
  const [row] = await rowsOf<{ id: string }>('SELECT id::text FROM products WHERE slug = $1', [subject]);
  const id = row?.id ?? '';
  expect((await hotList()).indexOf(subject)).toBe(10);
  for (let index = 0; index < 30; index += 1) {
    const young = await buildUser(api.db, { createdAt: new Date(testNow.getTime() - HOUR_MS) });
    const headers = await api.signIn(young);
    expect((await api.request('PUT', `/api/user/private/upvotes/${id}`, { headers })).status).toBe(200);
  }
  expect((await hotList()).indexOf(subject)).toBe(10);
  // A day later, they count.
  await countUpvotesEachMinute.run({ ...api.deps(), now: () => new Date(testNow.getTime() + DAY_MS) }, never);
  expect(await rowsOf('SELECT weighing_upvote_count FROM products WHERE id = $1', [id])).toEqual([
    { weighing_upvote_count: 1_030 },
  ]);
  expect((await hotList()).indexOf(subject)).toBe(9);
  expect(await miscounted()).toEqual([]);
});

it('keeps keyed hashes of networks alone, the same for all addresses of a network', () => {
  const hash = createNetworkHash({ keys: [new Uint8Array(32).fill(1)] });
  expect(hash('192.0.2.1')).toMatch(/^[\da-f]{24}$/);
  expect(hash('192.0.2.1')).toBe(hash('192.0.2.254'));
  expect(hash('192.0.3.1')).not.toBe(hash('192.0.2.1'));
  expect(hash('2001:db8:1:2/64')).toBe(hash('2001:db8:1:ffff/64'));
  expect(hash('2001:db8:2:2/64')).not.toBe(hash('2001:db8:1:2/64'));
  expect(hash('unknown')).toBe('');
  expect(createNetworkHash({ keys: [new Uint8Array(32)] })('192.0.2.1')).not.toBe(hash('192.0.2.1'));
});
