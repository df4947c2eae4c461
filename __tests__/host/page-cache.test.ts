import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { buildProduct } from '../setup/build';
import { setUpServedPages } from '../setup/served-pages';
import { cursorSigner, setUpTestApp } from '../setup/test-app';
import { until } from '../setup/until';
import { SECTION_NAMES } from '@/lib/pages/moderation-sections';

const api = setUpTestApp();
const site = setUpServedPages(api);

describe('a page is rendered once', () => {
  it('for any number of requests, at once and later', async () => {
    await buildProduct(api.db, { name: 'Figgle' });
    await site.learnChanges();
    const bodies = await Promise.all(Array.from({ length: 50 }, () => site.textOf('/')));
    expect(new Set(bodies).size).toBe(1);
    expect(await site.textOf('/')).toContain('Figgle');
    expect(site.rendered).toEqual(['/']);
  });

  it('and sent in the encoding that the client accepts', async () => {
    await buildProduct(api.db, { name: 'Figgle' });
    const plain = await site.send('/');
    const br = await site.send('/', { 'accept-encoding': 'gzip, deflate, br, zstd' });
    const gzip = await site.send('/', { 'accept-encoding': 'gzip;q=0.5, br;q=0' });
    const none = await site.send('/', { 'accept-encoding': 'br;q=0, *;q=0' });
    expect([plain, br, gzip, none].map(({ headers }) => headers['content-encoding'])).toEqual([
      undefined,
      'br',
      'gzip',
      undefined,
    ]);
    expect(brotliDecompressSync(br.body)).toEqual(plain.body);
    expect(gunzipSync(gzip.body)).toEqual(plain.body);
    expect(none.body).toEqual(plain.body);
    expect(br.headers).toMatchObject({
      vary: 'accept-encoding',
      'content-length': String(br.body.length),
      'x-request-id': 'r1',
      'content-type': 'text/html; charset=utf-8',
    });
  });

  it('and made smaller once it was sent twice', async () => {
    for (let count = 1; count <= 12; count += 1) await buildProduct(api.db, { name: `Figgle ${count}` });
    await site.learnChanges();
    const ask = () => site.send('/', { 'accept-encoding': 'br' });
    // Also when it was sent in another encoding alone.
    for (let count = 1; count <= 2; count += 1) await site.send('/', { 'accept-encoding': 'gzip' });
    const first = await ask();

    await until(async () => (await ask()).body.length < first.body.length);
    const smaller = await ask();
    expect(brotliDecompressSync(smaller.body)).toEqual(brotliDecompressSync(first.body));
    expect(smaller.headers).toMatchObject({
      etag: first.headers.etag,
      'content-encoding': 'br',
      'content-length': String(smaller.body.length),
    });
    expect(site.rendered).toEqual(['/']);
  });

  it('and not sent again to a client that has it', async () => {
    const { headers } = await site.send('/');
    const etag = headers.etag ?? '';
    expect(etag).toMatch(/^W\/"/);
    for (const condition of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
      const again = await site.send('/', { 'if-none-match': condition });
      expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, etag]);
    }
    expect((await site.send('/', { 'if-none-match': '"other"' })).status).toBe(200);
    const head = await site.send('/', {}, 'HEAD');
    expect([head.status, head.body.length, head.headers['content-length']]).toEqual([
      200,
      0,
      headers['content-length'],
    ]);
  });

  it('from a request without any header of a visitor', async () => {
    await site.send('/', {
      cookie: 'encrypted_token=x',
      range: 'bytes=0-1',
      'if-none-match': '*',
      'x-forwarded-host': 'y',
    });
    expect(site.seenHeaders).toEqual([{ host: 'localhost' }]);
  });

  it('also if it does not exist, and all paths without a page share one answer', async () => {
    await site.send('/tool/missing');
    expect((await site.send('/tool/missing')).status).toBe(404);
    for (const path of [
      '/no-such-page',
      ...[
        '/%',
        '/tool/%',
        '/tool/%ff',
        '/\\evil',
        '/tool/%2fx',
        '/tool/%5c',
        '/tool/%00',
        '/./x',
        '/%2e%2e/x',
      ],
      ...[
        '/_next/data/other/index.json',
        '/_next/data/b1/x//y.json',
        '/_next/data/b1/no/such.json',
        '/_next/x',
      ],
    ]) {
      expect([path, (await site.send(path)).status]).toEqual([path, 404]);
    }
    expect(site.rendered).toEqual(['/tool/missing', '/404']);
  });
});

describe('all spellings of a URL are one page', () => {
  it.each([
    ['/?utm_source=x', '/'],
    ['/?tag=&from=31', '/'],
    ['/tool/%64atadog', '/tool/datadog'],
    ['/?price=cheap&weights=..', '/'],
    [
      '/_next/data/b1/new.json?weights=3&price=paid,free',
      '/_next/data/b1/new.json?price=free,paid&weights=3',
    ],
    ['/tool/a%20b', '/tool/a%20b'],
    ['/_next/data/b1/index.json?utm=1', '/_next/data/b1/index.json'],
    ['/_next/data/b1/tool/%64atadog.json', '/_next/data/b1/tool/datadog.json'],
    ['/terms?x=1', '/terms'],
    ['/tag/css?sort=best&period=day', '/tag/css?sort=other&period=day'],
    ['/tag/css?sort=top&period=year', '/tag/css?sort=top&period=other'],
    ['/search?page=1e9&q=x', '/search?q=x'],
    ['/search?page=02&q=x', '/search?q=x&page=2'],
    ['/search?order=newest&x=1&q=x', '/search?q=x&order=newest'],
    ['/search?order=best&q=x', '/search?q=x'],
    ['/search?weights=9..3&price=paid%2Cfree&q=x', '/search?q=x&price=free,paid&weights=3..9'],
    ['/search?q=x&price=gratis&notes=a&license=', '/search?q=x'],
    ['/moderation?x=1', '/moderation'],
    ['/compare?x=1&b=y&a=x', '/compare?a=x&b=y'],
    ['/compare?more=2&a=x', '/compare?a=x'],
    ['/compare/a-vs-b?a=x', '/compare/a-vs-b'],
    ['/tool/%61/alternatives?after=&x=1', '/tool/a/alternatives'],
    ['/support?sent=2&error=evil', '/support?error=internal'],
    ['/support?error=rate_limited&sent=1', '/support?sent=1&error=rate_limited'],
    ['/newsletter?state=sent&x=1', '/newsletter?state=sent'],
    ['/newsletter?state=evil&error=gone', '/newsletter?error=gone'],
  ])('%s is %s', async (asked, target) => {
    await site.send(asked);
    expect(site.rendered).toEqual([target]);
  });

  it.each(SECTION_NAMES)('/moderation/%s is, too', async (name) => {
    await site.send(`/moderation/${name}?x=1`);
    expect(site.rendered).toEqual([`/moderation/${name}`]);
  });

  it.each([
    ['/tags/', '/tags'],
    ['//tags//', '/tags'],
    ['/tool//x/?q=//y', '/tool/x?q=//y'],
  ])('%s redirects to %s without being rendered', async (asked, location) => {
    const { status, headers } = await site.send(asked);
    expect([status, headers.location, headers['cache-control'], site.rendered]).toEqual([
      308,
      location,
      'private, no-store',
      [],
    ]);
  });

  it.each([
    '/newsletter?token=secret',
    '/newsletter?unsubscribe=&state=sent',
    '/moderation/import?id=7',
    '/_next/data/b1/newsletter.json?token=secret',
    '/_next/static/x.js',
  ])('%s is left to Next.js', async (asked) => {
    expect((await site.send(asked)).status).toBe(418);
  });
});

describe('of all cursors', () => {
  const signed = cursorSigner.sign('31.WyJob3QiLDEsIjEiXQ');

  it('only those that this site has issued are pages of their own', async () => {
    await site.send(`/?x=1&after=${signed}`);
    for (const path of ['/', '/new', '/u/ada', '/?tag=a']) {
      const separator = path.includes('?') ? '&' : '?';
      const forged = `${path}${separator}after=${signed.replace('3', '4')}`;
      const answers = [await site.send(forged), await site.send(`${path}${separator}after=x`)];
      expect(answers.map(({ status }) => status)).toEqual([400, 400]);
    }
    await site.send('/_next/data/b1/new.json?after=x');
    expect(site.rendered).toEqual([
      `/?after=${signed}`,
      '/?after=damaged',
      '/_next/data/b1/index.json?after=damaged',
    ]);
  });

  it('those from before they were signed lead to the first page', async () => {
    const { status, headers } = await site.send('/new?tag=a&after=WyJuZXciLDEsIjEiXQ&from=31');
    expect([status, headers.location, headers['cache-control'], site.rendered]).toEqual([
      307,
      '/new?tag=a',
      'private, no-store',
      [],
    ]);
  });
});

describe('a page that cannot be rendered again', () => {
  it('is shown as stored while the database is unreachable, and rendered again afterwards', async () => {
    const { id } = await buildProduct(api.db, { name: 'Figgle' });
    expect(await site.textOf('/')).toContain('Figgle');
    site.isDatabaseAway = true;
    await until(async () => (await site.send('/new')).status === 503);
    expect(await site.textOf('/')).toContain('Figgle');
    await api.pool.query(`UPDATE products SET name = 'Foggle' WHERE id = $1`, [id]);
    site.isDatabaseAway = false;
    await until(async () => (await site.textOf('/')).includes('Foggle'));
  });

  it('is refused with a time to come back, when too many others wait', async () => {
    await site.send('/');
    site.rendered = [];
    let release = () => {};
    site.gate = new Promise((resolve) => (release = resolve));
    const answers = Array.from({ length: 140 }, (_, index) => site.send(`/tool/missing-${index}`));
    const refused: unknown[] = [];
    for (const answer of answers) {
      void answer.then(({ status, headers }) => refused.push([status, headers['retry-after']]));
    }
    await until(() => refused.length === 10);
    expect(refused).toEqual(Array.from({ length: 10 }, () => [503, '1']));
    expect(site.rendered.length).toBe(2);
    release();
    await Promise.all(answers);
    expect(new Set(site.rendered).size).toBe(130);
  });
});
