import { text as textOf } from 'node:stream/consumers';
import { eq, sql } from 'drizzle-orm';
import * as z from 'zod';
import { HOUR_MS, MINUTE_MS } from '@/lib/contract/plain/durations';
import { products } from '@/server/db/schema';
import { purgeExpiredHourly } from '@/server/jobs/jobs';
import { announceChangesRegularly } from '@/server/jobs/product-jobs';
import { buildProduct, buildUser } from '../../setup/build';
import { setUpFakeWeb } from '../../setup/fake-web';
import { setUpModerationCalls } from '../../setup/moderation-calls';
import { setUpTestApp, testNow } from '../../setup/test-app';

const key = 'a1b2c3d4-key';
const site = 'https://listgrove.example';
const indexNow = { key, endpoint: 'https://engines.example/indexnow' };
const hubURL = 'https://hub.example/';

const web = setUpFakeWeb();
let announcements: { indexNow?: typeof indexNow; hubURL?: string } = {};
const api = setUpTestApp(
  () => ({ siteURL: site, announcements: { indexNow: undefined, hubURL: undefined, ...announcements } }),
  { fetchPage: web.fetchPage },
);
const { signedInUser, createSubmission, buildModerator, approve } = setUpModerationCalls(api);

const submitted = z.strictObject({
  host: z.string(),
  key: z.string(),
  keyLocation: z.string(),
  urlList: z.array(z.string()),
});

/** What the engines and the hub were sent, and the status that they answer with. */
let toEngines: z.infer<typeof submitted>[];
let toHub: string[];
let status: number;

beforeEach(() => {
  announcements = { indexNow };
  [toEngines, toHub, status] = [[], [], 200];
  web.serve('engines.example/indexnow', (req, res) => {
    void textOf(req).then((body) => {
      if (status < 300) toEngines.push(submitted.parse(JSON.parse(body)));
      expect([req.method, req.headers['content-type']]).toEqual(['POST', 'application/json; charset=utf-8']);
      res.writeHead(status).end();
    });
  });
  web.serve('hub.example/', (req, res) => {
    void textOf(req).then((body) => {
      const form = new URLSearchParams(body);
      expect([req.method, form.get('hub.mode')]).toEqual(['POST', 'publish']);
      toHub.push(form.get('hub.url') ?? '');
      res.writeHead(status).end();
    });
  });
});

const announce = () => announceChangesRegularly.run(api.deps(), new AbortController().signal);
const announcedPaths = () =>
  toEngines.splice(0).flatMap(({ urlList }) => urlList.map((url) => url.replace(site, '')));
const countNoted = async () =>
  (await api.db.execute(sql`SELECT count(*)::int AS count FROM announcements`)).rows[0]?.count;

it('answers its key of IndexNow, and no other file', async () => {
  const { status: found, text, headers } = await api.request('GET', `/${key}.txt`);
  expect([found, text, headers.get('content-type')]).toEqual([200, key, 'text/plain; charset=UTF-8']);
  expect((await api.request('GET', '/another-key.txt')).status).toBe(404);
  announcements = {};
  expect((await api.request('GET', `/${key}.txt`)).status).toBe(404);
});

it('tells engines of what members and moderators change, once, and of nothing that is not public', async () => {
  await buildProduct(api.db, { slug: 'before' });
  await announce();
  const ada = await signedInUser();
  const submission = await createSubmission(ada, { name: 'Figgle', tags: ['Design'] });
  await buildProduct(api.db, { slug: 'pending', status: 'pending', approvedAt: null });
  await announce();
  expect(announcedPaths()).toEqual([]);

  const { headers } = await buildModerator();
  await approve(headers, submission.id);
  await announce();
  expect(toEngines[0]).toMatchObject({ host: 'listgrove.example', key, keyLocation: `${site}/${key}.txt` });
  expect(announcedPaths()).toEqual(['/', '/new', '/tool/figgle', '/tag/design']);
  await announce();
  expect(announcedPaths()).toEqual([]);

  const discontinuation = { discontinuedOn: '2026-05-01', reason: 'Closed.', successors: [] };
  const path = `/api/moderation/products/${submission.id}/discontinuation`;
  expect((await api.request('PUT', path, { headers, body: discontinuation })).status).toBeLessThan(300);
  await announce();
  expect(announcedPaths()).toContain('/tool/figgle');

  const own = `/api/user/private/products/${submission.id}`;
  expect((await api.request('DELETE', own, { headers: ada.headers })).status).toBeLessThan(300);
  await announce();
  expect(announcedPaths()).toContain('/tool/figgle');

  await buildProduct(api.db, { slug: 'imported', tags: ['Fonts'] });
  await announce();
  expect(announcedPaths()).toEqual(['/', '/new', '/tool/imported', '/tag/fonts']);
  expect(await countNoted()).toBe(0);
});

it('sends many changes in several requests', async () => {
  await announce();
  for (let from = 0; from < 2_100; from += 300) {
    await api.pool.query(
      `INSERT INTO products (slug, name, tagline, url, canonical_url, status, approved_at)
       SELECT 'bulk-' || n, 'Bulk ' || n, 'T', 'https://b' || n || '.example/', 'b' || n || '.example', 'approved', now()
       FROM generate_series($1::int, $1::int + 299) AS n`,
      [from],
    );
  }
  await announce();
  expect(toEngines.map(({ urlList }) => urlList.length)).toEqual([2_002, 102]);
  expect(new Set(announcedPaths()).size).toBe(2_102);
});

it('tries again what failed with longer pauses, and gives it up after nine attempts', async () => {
  await announce();
  const { id } = await buildProduct(api.db, { slug: 'late' });
  status = 429;
  await announce();
  await announce();
  status = 200;
  api.clock.now = new Date(testNow.getTime() + MINUTE_MS);
  await announce();
  expect(announcedPaths()).toContain('/tool/late');

  status = 403;
  await api.db.update(products).set({ tagline: 'Other' }).where(eq(products.id, id));
  const connections = () => web.dialled.length;
  const before = connections();
  for (let hour = 1; hour < 20; hour += 1) {
    api.clock.now = new Date(testNow.getTime() + hour * HOUR_MS);
    await announce();
  }
  expect(connections() - before).toBe(9);
  expect(await countNoted()).toBe(0);
});

it('tells the hub which feeds have changed, whatever the engines answer', async () => {
  announcements = { indexNow, hubURL };
  await announce();
  const { id: submitterId } = await buildUser(api.db, { handle: 'ada' });
  await buildProduct(api.db, { submitterId, tags: ['C & C++'] });
  await announce();
  const files = ['feed.xml', 'rss.xml', 'feed.json'];
  const feeds = ['', '/tag/c-%26-c%2B%2B', '/u/ada'].flatMap((list) =>
    files.map((file) => `${site}${list}/${file}`),
  );
  expect(toHub.sort()).toEqual(feeds.sort());
  for (const feed of feeds) expect((await api.request('GET', feed.replace(site, ''))).status).toBe(200);
});

it('notes nothing on a site without such services, and forgets what no process announces any more', async () => {
  announcements = {};
  await announce();
  await buildProduct(api.db);
  expect(await countNoted()).toBe(0);

  announcements = { indexNow };
  await announce();
  await buildProduct(api.db);
  expect(await countNoted()).toBe(1);
  await api.db.execute(sql`UPDATE announced_services SET active_until = now()`);
  await buildProduct(api.db);
  expect(await countNoted()).toBe(1);
  await purgeExpiredHourly.run(api.deps(), new AbortController().signal);
  expect(await countNoted()).toBe(0);
});
