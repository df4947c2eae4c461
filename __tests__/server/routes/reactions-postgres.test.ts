import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { countUpvotesEachMinute } from '@/server/jobs/ranking-jobs';
import { buildProduct, buildUser } from '../../setup/build';
import { noRateLimits } from '../../setup/no-rate-limits';
import { type ProductServerProcess, spawnProductServer } from '../../setup/product-servers';
import { setUpTestApp, testNow, testSessionKey } from '../../setup/test-app';

/** Without limits, so that all requests reach the SQL statements. */
const api = setUpTestApp({}, { rateLimits: noRateLimits });
const dataDir = mkdtempSync(join(tmpdir(), 'reactions-test-'));
const { signal } = new AbortController();
let servers: ProductServerProcess[] = [];

afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  rmSync(dataDir, { recursive: true, force: true });
});

/** Returns the products whose counts differ from the rows. */
async function miscounted() {
  const { rows } = await api.db.execute(sql`
    SELECT id, upvote_count, weighing_upvote_count, bookmark_count FROM products
    WHERE upvote_count <> (SELECT count(*) FROM upvotes WHERE product_id = id)
      OR weighing_upvote_count <> (SELECT count(*) FROM upvotes WHERE product_id = id AND is_weighing)
      OR bookmark_count <> (SELECT count(*) FROM bookmarks WHERE product_id = id)`);
  return rows;
}

const pickRandom = <T>(choices: readonly [T, ...T[]]): T =>
  choices[Math.floor(Math.random() * choices.length)] ?? choices[0];

it('stores one row and counts one upvote for 200 requests of one user at the same time', async () => {
  const ada = await buildUser(api.db);
  const headers = await api.signIn(ada);
  const { id } = await buildProduct(api.db);

  const answers = await Promise.all(
    Array.from({ length: 200 }, () => api.request('PUT', `/api/user/private/upvotes/${id}`, { headers })),
  );

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ text }) => text))).toEqual(
    new Set(['{"isError":false,"upvoteCount":1,"upvoted":true}']),
  );
  const { rows } = await api.db.execute(sql`
    SELECT upvote_count, (SELECT count(*)::integer FROM upvotes) AS rows FROM products`);
  expect(rows).toEqual([{ upvote_count: 1, rows: 1 }]);
});

it('keeps counts equal to rows while upvotes are added, removed and added to the ranking at the same time', async () => {
  const [one, two] = [await buildProduct(api.db), await buildProduct(api.db)];
  const users = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const user = await buildUser(api.db, { createdAt: testNow });
      return api.signIn(user);
    }),
  );
  api.clock.now = testNow;
  const toggle = (headers: { accessToken: string }) =>
    api.request(pickRandom(['PUT', 'DELETE']), `/api/user/private/upvotes/${pickRandom([one, two]).id}`, {
      headers,
    });

  // In round 4, the accounts become old enough for their upvotes to count in the ranking.
  const statuses: number[] = [];
  for (let round = 0; round < 10; round += 1) {
    if (round === 4) await api.db.execute(sql`UPDATE users SET created_at = created_at - interval '1 day'`);
    const [answers] = await Promise.all([
      Promise.all(users.map(toggle)),
      countUpvotesEachMinute.run(api.deps(), signal),
    ]);
    statuses.push(...answers.map(({ status }) => status));
  }
  await countUpvotesEachMinute.run(api.deps(), signal);

  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(await miscounted()).toEqual([]);
});

it('keeps counts equal to rows while 50 users toggle at random on two processes, and accepts all requests within the limits', async () => {
  const { rows: databases } = await api.db.execute<{ name: string }>(sql`SELECT current_database() AS name`);
  const databaseURL = new URL(process.env.TEST_DATABASE_URL ?? '');
  databaseURL.pathname = databases[0]?.name ?? '';
  servers = await Promise.all(
    [1, 2].map(() =>
      spawnProductServer({
        APP_ENV: 'development',
        DATABASE_URL: databaseURL.href,
        DATA_DIR: dataDir,
        SESSION_KEYS: testSessionKey,
        TRUSTED_PROXY_HOPS: '1',
      }),
    ),
  );
  const ids: string[] = [];
  for (let count = 0; count < 5; count += 1) ids.push((await buildProduct(api.db)).id);
  // Half of the accounts are too new for their upvotes to count in the ranking.
  const users = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const user = await buildUser(api.db, index % 2 ? {} : { createdAt: new Date() });
      return { ...(await liveSession(user)), 'x-forwarded-for': `10.1.0.${index}` };
    }),
  );

  const toggleAtRandom = async (headers: Record<string, string>) => {
    const statuses: number[] = [];
    for (let count = 0; count < 15; count += 1) {
      // Each user sends requests to both processes at the same time.
      const answers = await Promise.all(
        (['upvotes', 'bookmarks'] as const).flatMap((kind) =>
          servers.map(({ url }) =>
            fetch(`${url}/user/private/${kind}/${pickRandom([ids[0] ?? '', ...ids])}`, {
              method: pickRandom(['PUT', 'DELETE']),
              headers,
            }),
          ),
        ),
      );
      for (const response of answers) {
        await response.arrayBuffer();
        statuses.push(response.status);
      }
    }
    return statuses;
  };
  const statuses = (await Promise.all(users.map(toggleAtRandom))).flat();

  expect(statuses).toHaveLength(50 * 15 * 4);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(await miscounted()).toEqual([]);
  const { rows } = await api.db.execute<{ total: number }>(
    sql`SELECT count(*)::integer AS total FROM upvotes`,
  );
  expect(rows[0]?.total).toBeGreaterThan(0);
});

/** Creates a session by the real clock, which the servers use. A session by the clock of the test can be expired there. */
async function liveSession(user: { id: string }) {
  api.clock.now = new Date();
  return api.signIn(user);
}
