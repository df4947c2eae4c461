import type { RequestListener } from 'node:http';
import * as z from 'zod';
import { DAY_MS, HOUR_MS, SECOND_MS } from '@/lib/contract/plain/durations';
import { product as productSchema } from '@/lib/contract/product';
import { listSiteChecksCall } from '@/lib/contract/site-check';
import { checkNextSite } from '@/server/commands/sites/check-site';
import { buildProduct } from '../../setup/build';
import { type CheckedSite, html, own, redirect, status, text } from '../../setup/checked-site';
import { setUpFakeWeb } from '../../setup/fake-web';
import { setUpModerationCalls } from '../../setup/moderation-calls';
import { OTHER_PAGES, TAKEN_OVER } from '../../setup/taken-over-sites';
import { setUpTestApp, testNow } from '../../setup/test-app';
import { TROUBLESOME } from '../../setup/troublesome-sites';

const web = setUpFakeWeb();
/** Sites that answer late or never are given up early, so that the tests are not slow. All others have their time. */
const lateHosts = new Set<string>();
const giveUpLate = (url: URL) => (lateHosts.has(url.hostname) ? [AbortSignal.timeout(1_500)] : []);
const api = setUpTestApp(
  { siteName: 'Listgrove' },
  {
    fetchPage: (url, options) =>
      web.fetchPage(url, { ...options, signal: AbortSignal.any([options.signal, ...giveUpLate(url)]) }),
  },
);
const { buildModerator, auditLog } = setUpModerationCalls(api);
const atOnce = 16;
const forSale = html('<title>x</title><p>This domain is for sale. Make an offer.</p>');

/** Does what is due after a while. */
async function pass(ms: number) {
  api.clock.now = new Date(api.clock.now.getTime() + ms);
  const { signal } = new AbortController();
  const checkOnes = async () => {
    while (await checkNextSite(api.deps(), signal));
  };
  await Promise.all(Array.from({ length: atOnce }, checkOnes));
}

async function open(name: string, answer: RequestListener = own(name), address = `${name}.example/`) {
  web.serve(address, answer);
  const { id } = await buildProduct(api.db, { slug: name, name, url: `https://${address}` });
  // The database chooses the first time by its own clock.
  await api.pool.query('UPDATE site_checks SET check_at = $1 WHERE checked_at IS NULL', [testNow]);
  return id;
}

type Row = { slug: string; status: string; finding: string | null; concern: string | null; isHeld: boolean };

async function rowsOf() {
  const { rows } = await api.pool.query<Row>(`
    SELECT slug, status, finding, concern, link_held_at IS NOT NULL AS "isHeld"
    FROM products LEFT JOIN site_checks ON product_id = id ORDER BY slug`);
  return rows;
}

async function shown(slug: string) {
  const { body } = await api.request('GET', `/api/products/${slug}`);
  return productSchema.parse(typeof body === 'object' && body !== null && Reflect.get(body, 'product'));
}

async function concernsOf({ headers }: { headers: Record<string, string> }) {
  const { body } = await api.request('GET', '/api/moderation/sites', { headers });
  return listSiteChecksCall.answer.parse(body).siteChecks;
}

it('finds sites that were taken over, and calls none of sixty troublesome ones changed or gone', async () => {
  const all = [...TROUBLESOME, ...TAKEN_OVER];
  for (const { name, before } of all) await open(name, before);
  for (const [address, answer] of Object.entries(OTHER_PAGES)) web.serve(address, answer);
  await pass(0);
  expect((await rowsOf()).filter(({ finding }) => finding !== 'fine')).toEqual([]);

  const disallowed: string[] = [];
  for (const { name, now, robots, isLate } of all) {
    web.serve(`${name}.example/`, (req, res) => {
      if (/^robots-(?:all|us|broken)$/.test(name)) disallowed.push(name);
      now(req, res);
    });
    if (robots) web.serve(`${name}.example/robots.txt`, robots);
    if (isLate) lateHosts.add(`${name}.example`);
  }
  for (const ms of [8 * DAY_MS, 2 * HOUR_MS, 2 * DAY_MS, 8 * DAY_MS, 8 * DAY_MS]) await pass(ms);

  const rows = await rowsOf();
  const of = (sites: readonly CheckedSite[]) =>
    rows.filter(({ slug }) => sites.some(({ name }) => name === slug));
  const isAccused = ({ concern, isHeld }: Row) => isHeld || concern === 'changed' || concern === 'gone';
  expect([of(TROUBLESOME).length, of(TROUBLESOME).filter(isAccused)]).toEqual([60, []]);
  expect([of(TAKEN_OVER).length, of(TAKEN_OVER).filter((row) => !isAccused(row))]).toEqual([16, []]);
  expect(rows.filter(({ status: state }) => state !== 'approved')).toEqual([]);
  expect(disallowed).toEqual([]);
});

it('asks one host at most once in five seconds, or as rarely as its robots.txt says, and others in between', async () => {
  const visits: { path: string; at: number }[] = [];
  const noted: RequestListener = (req, res) => {
    visits.push({ path: `${req.headers.host ?? ''}${req.url ?? ''}`, at: api.clock.now.getTime() });
    own('forge')(req, res);
  };
  for (let page = 0; page < 5; page += 1) {
    await open(`repo-${page}`, noted, `forge.example/repo-${page}`);
    await open(`calm-${page}`, noted, `calm.example/repo-${page}`);
  }
  web.serve('calm.example/robots.txt', text('User-agent: *\nCrawl-delay: 20\n'));
  await open('elsewhere', noted);

  for (let second = 0; second < 120; second += 1) await pass(SECOND_MS);

  const timesOf = (host: string) => visits.filter(({ path }) => path.startsWith(host)).map(({ at }) => at);
  const pauses = (host: string) =>
    timesOf(host).map((at, index, all) => (at - (all[index - 1] ?? -Infinity)) / SECOND_MS);
  expect(timesOf('elsewhere.example')).toEqual([testNow.getTime() + SECOND_MS]);
  expect(pauses('forge.example')).toHaveLength(5);
  expect(Math.min(...pauses('forge.example'))).toBeGreaterThanOrEqual(5);
  expect(pauses('calm.example')).toHaveLength(5);
  expect(Math.min(...pauses('calm.example'))).toBeGreaterThanOrEqual(20);
});

it('asks only whether a page has changed, once a week, and later after failures', async () => {
  const versions: (string | undefined)[] = [];
  await open('steady', (req, res) => {
    versions.push(req.headers['if-none-match']);
    if (req.headers['if-none-match'] === '"1"') res.writeHead(304).end();
    else own('steady')(req, Object.assign(res, { etag: res.setHeader('etag', '"1"') }));
  });
  let failures = 0;
  await open('failing', (req, res) => {
    failures += 1;
    status(503, { 'retry-after': '172800' })(req, res);
  });
  await pass(0);
  await pass(DAY_MS);
  expect([versions, failures]).toEqual([[undefined], 1]);
  await pass(DAY_MS + HOUR_MS * 5);
  expect(failures).toBe(2);
  await pass(6 * DAY_MS);
  expect(versions).toEqual([undefined, '"1"']);
});

it('holds the link to a changed site everywhere until a moderator has looked, or the site is back', async () => {
  const moderator = await buildModerator('mo');
  const [id] = [await open('figgle'), await open('returning')];
  await pass(0);
  for (const name of ['figgle', 'returning']) web.serve(`${name}.example/`, forSale);
  await pass(8 * DAY_MS);
  expect((await shown('figgle')).linkHeldAt).toBeUndefined();
  await pass(2 * HOUR_MS);

  expect((await shown('figgle')).linkHeldAt).toBe(api.clock.now.toISOString());
  for (const path of ['/tool/figgle.md', '/feed.xml', '/new.md'])
    expect((await api.request('GET', `/api${path}`)).text).not.toContain('https://figgle.example');
  const found = (await concernsOf(moderator)).find(({ product }) => product.slug === 'figgle');
  expect(found).toMatchObject({
    concern: 'changed',
    problem: 'The page seems to offer or to park the domain.',
    before: { domain: 'figgle.example', title: 'figgle – build better', language: 'eng' },
    after: { title: 'x', excerpt: 'This domain is for sale. Make an offer.' },
  });

  web.serve('returning.example/', own('returning'));
  await pass(2 * DAY_MS);
  expect((await shown('returning')).linkHeldAt).toBeUndefined();
  const [again] = await concernsOf(moderator);
  await api.pool.query('UPDATE site_checks SET failure_count = 2 WHERE product_id = $1', [id]);
  const decide = async (action: string, seen = '') => {
    const call = { headers: moderator.headers, body: { seen } };
    const { status, body } = await api.request('POST', `/api/moderation/sites/${id}/${action}`, call);
    return status === 200 ? status : z.object({ message: z.string() }).parse(body).message;
  };
  expect(await decide('accept', found?.checkedAt)).toMatch(
    /^The site of figgle was visited again\. Please look/,
  );
  expect(await decide('follow', again?.checkedAt)).toBe("The site of figgle hasn't moved.");
  expect(await decide('accept', again?.checkedAt)).toBe(200);
  expect(await decide('accept', again?.checkedAt)).toBe('The site of figgle needs no decision any more.');

  expect((await shown('figgle')).linkHeldAt).toBeUndefined();
  expect(await concernsOf(moderator)).toEqual([]);
  const { rows } = await api.pool.query('SELECT failure_count FROM site_checks WHERE product_id = $1', [id]);
  expect(rows).toEqual([{ failure_count: 0 }]);
  await pass(10 * DAY_MS);
  await pass(2 * HOUR_MS);
  expect((await shown('figgle')).linkHeldAt).toBeUndefined();
  expect((await auditLog()).map(({ action }) => action)).toEqual(['product.accept-site']);
});

it('offers the new URL of a site that has moved for good, once, and gives it to the product', async () => {
  const moderator = await buildModerator('mo');
  const [id] = [await open('figgle'), await open('staying')];
  web.serve('figgle.dev/', own('figgle'));
  web.serve('staying.dev/', own('staying'));
  await pass(0);
  for (const name of ['figgle', 'staying'])
    web.serve(`${name}.example/`, redirect(`https://${name}.dev/`, 308));
  await pass(8 * DAY_MS);

  const concerns = await concernsOf(moderator);
  expect(concerns).toMatchObject([{ concern: 'moved' }, { concern: 'moved' }]);
  expect((await rowsOf()).some(({ isHeld }) => isHeld)).toBe(false);
  for (const { product, checkedAt, movedTo } of concerns) {
    expect(movedTo).toBe(`https://${product.slug}.dev/`);
    const action = product.id === id ? 'follow' : 'accept';
    const path = `/api/moderation/sites/${product.id}/${action}`;
    const { headers } = moderator;
    expect(await api.request('POST', path, { headers, body: { seen: checkedAt } })).toMatchObject({
      status: 200,
    });
  }

  expect([(await shown('figgle')).url, (await shown('staying')).url]).toEqual([
    'https://figgle.dev/',
    'https://staying.example/',
  ]);
  await pass(8 * DAY_MS);
  expect(await concernsOf(moderator)).toEqual([]);
  expect((await auditLog()).map(({ action }) => action).toSorted()).toEqual([
    'product.accept-site',
    'product.follow-site',
  ]);
});

it('tells moderators of a page or host that has been gone for two weeks, and asks no product that is not listed', async () => {
  const moderator = await buildModerator('mo');
  const id = await open('figgle');
  await open('vanished');
  await pass(0);
  web.serve('figgle.example/', status(404));
  web.names.delete('vanished.example');
  for (const days of [8, 4, 4, 4]) {
    expect(await concernsOf(moderator)).toEqual([]);
    await pass(days * DAY_MS);
  }
  await pass(8 * DAY_MS);
  expect((await concernsOf(moderator)).map(({ concern }) => concern)).toEqual(['gone', 'gone']);
  expect((await rowsOf()).some(({ isHeld }) => isHeld)).toBe(false);

  await api.request('PUT', `/api/moderation/products/${id}/discontinuation`, {
    headers: moderator.headers,
    body: { discontinuedOn: '2026-06-01', reason: 'Its page is gone.', successorIds: [] },
  });
  expect((await rowsOf()).map(({ slug, finding }) => [slug, finding])).toEqual([
    ['figgle', null],
    ['vanished', 'unsure'],
  ]);
});
