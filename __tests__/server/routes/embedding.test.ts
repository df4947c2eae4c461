import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { products } from '@/server/db/schema';
import { readEnv } from '@/server/config/env';
import { BADGE_SIZES, BADGE_THEMES } from '@/server/presenters/embedding';
import { buildProduct } from '../../setup/build';
import { parseXML } from '../../setup/parse-xml';
import { setUpTestApp } from '../../setup/test-app';

let variables: Record<string, string> = {};
const api = setUpTestApp(() => readEnv({ NEXT_PUBLIC_SITE_URL: 'https://listgrove.example', ...variables }));

beforeEach(() => {
  variables = {};
});

const get = (path: string, headers: Record<string, string> = {}) => api.request('GET', path, { headers });
const statusOf = async (path: string) => (await get(path)).status;

describe('the badge', () => {
  it('shows site, product and upvotes in every theme and size, with texts that fit', async () => {
    variables = { NEXT_PUBLIC_SITE_NAME: 'Työkalut <&> 工具箱 للأدوات 👩‍👩‍👧 '.repeat(3).trim() };
    const name = '<script>alert("1")</script> & أدوات';
    await buildProduct(api.db, { slug: 'a&b', name, upvoteCount: 12_345 });
    for (const theme of BADGE_THEMES) {
      const heights = [];
      for (const size of BADGE_SIZES) {
        const { status, text, headers } = await get(`/badge/tool/a%26b.svg?theme=${theme}&size=${size}`);
        expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=UTF-8']);
        expect(JSON.stringify(parseXML(text, ['text']))).toContain('12,345 upvotes');
        expect(text).toContain('&lt;script&gt;');
        expect(text).not.toContain('<script');
        const texts = [...text.matchAll(/<text x="([\d.]+)".*?textLength="([\d.]+)"/g)];
        const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(text) ?? [];
        expect(texts).toHaveLength(3);
        for (const [, x, length] of texts) expect(Number(x) + Number(length)).toBeLessThan(Number(width));
        heights.push(Number(height));
      }
      expect(heights).toEqual([24, 36, 54]);
    }
  });

  it('may be shown by other sites, runs nothing, and is sent again only if it has changed', async () => {
    const { id } = await buildProduct(api.db, { slug: 'figma', upvoteCount: 1 });
    const first = await get('/badge/tool/figma.svg');
    expect(first.text).toContain(': 1 upvote</title>');
    const style = /<style>(.*)<\/style>/.exec(first.text)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(first.headers.get('content-security-policy')).toContain(`sandbox; style-src 'sha256-${hash}'`);
    expect(first.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(first.headers.get('cache-control')).toBe('public, max-age=300');
    const known = { 'if-none-match': first.headers.get('etag') ?? '' };
    expect((await get('/badge/tool/figma.svg', known)).status).toBe(304);

    await api.db.update(products).set({ upvoteCount: 2, rankingUpvoteCount: 2 }).where(eq(products.id, id));
    const changed = await get('/badge/tool/figma.svg', known);
    expect([changed.status, changed.text]).toEqual([200, expect.stringContaining(': 2 upvotes</title>')]);
  });

  it('has the color of the site, as dark or light as its ground needs', async () => {
    variables = { SITE_COLOR: '#2563eb' };
    await buildProduct(api.db, { slug: 'acme' });
    const { text } = await get('/badge/tool/acme.svg');
    expect(text).toMatch(/class="accent" fill="#2563eb"/);
    expect(text).toMatch(/prefers-color-scheme:dark.*\.accent\{fill:#(?!2563eb)/);
    expect((await get('/embed/tool/acme')).text).toContain('--accent:#2563eb');
    expect(text).not.toMatch(/c8f04b|3f6b00/);
  });

  it('exists for approved products alone', async () => {
    for (const status of ['pending', 'rejected', 'discontinued', 'removed'] as const)
      await buildProduct(api.db, { slug: status, status });
    await buildProduct(api.db, { slug: 'approved' });
    for (const slug of ['pending', 'rejected', 'discontinued', 'unknown', '%00'])
      expect([slug, await statusOf(`/badge/tool/${slug}.svg`)]).toEqual([slug, slug === '%00' ? 400 : 404]);
    expect(await statusOf('/badge/tool/removed.svg')).toBe(410);
    expect(await statusOf('/badge/font/approved.svg')).toBe(404);
    expect(await statusOf('/badge/tool/approved')).toBe(404);
    expect(await statusOf('/badge/tool/approved.svg?theme=pink')).toBe(400);
  });
});

describe('the card', () => {
  it('is a page without a script that other sites may show in a frame, with every text escaped', async () => {
    const name = '<img src=x onerror=alert(1)> "Ada" & Co';
    const tagline = '</span><script>alert(1)</script>';
    await buildProduct(api.db, { slug: 'ada', name, tagline, upvoteCount: 1_234 });
    const { status, text, headers } = await get('/embed/tool/ada');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8']);
    expect(text).not.toMatch(/<script|<img src=x/);
    expect(text).toContain('&lt;img src=x onerror=alert(1)&gt; &quot;Ada&quot; &amp; Co');
    expect(text).toContain('<a href="https://listgrove.example/tool/ada" target="_blank" rel="noopener">');
    expect(text).toContain('1,234 upvotes');
    const hash = createHash('sha256')
      .update(/<style>(.*)<\/style>/.exec(text)?.[1] ?? '')
      .digest('base64');
    expect(headers.get('content-security-policy')).toBe(
      `default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors *; style-src 'sha256-${hash}'; img-src https://listgrove.example; sandbox allow-popups allow-popups-to-escape-sandbox`,
    );
    expect((await get('/embed/tool/ada', { 'if-none-match': headers.get('etag') ?? '' })).status).toBe(304);
  });

  it('follows the status of the product', async () => {
    await buildProduct(api.db, { slug: 'over', status: 'discontinued' });
    await buildProduct(api.db, { slug: 'waits', status: 'pending' });
    await buildProduct(api.db, { slug: 'gone', status: 'removed' });
    expect((await get('/embed/tool/over')).text).toContain('Discontinued');
    const statuses = await Promise.all(
      ['waits', 'gone', '%00', '%ff'].map((slug) => statusOf(`/embed/tool/${slug}`)),
    );
    expect(statuses).toEqual([404, 410, 400, 404]);
  });
});

describe('oEmbed', () => {
  const ask = (url: string, query = '') => get(`/oembed?url=${encodeURIComponent(url)}${query}`);

  it('describes the card as JSON and XML, no larger than asked for', async () => {
    await buildProduct(api.db, { slug: 'a&b', name: 'A "&" B' });
    const html =
      '<iframe src="https://listgrove.example/embed/tool/a%26b" title="A &quot;&amp;&quot; B · Listgrove" width="300" height="100"';
    const json = await ask('https://listgrove.example/tool/a%26b/?x=1#about', '&maxwidth=300&maxheight=100');
    expect(json.headers.get('content-type')).toBe('application/json');
    expect(json.body).toEqual({
      ...{
        version: '1.0',
        type: 'rich',
        title: 'A "&" B · Listgrove',
        width: 300,
        height: 100,
        cache_age: 300,
      },
      ...{ provider_name: 'Listgrove', provider_url: 'https://listgrove.example' },
      html: expect.stringContaining(html),
    });
    const xml = await ask('https://listgrove.example/tool/a%26b', '&format=xml&maxwidth=9999');
    expect(xml.headers.get('content-type')).toBe('text/xml; charset=UTF-8');
    expect(parseXML(xml.text, [])).toMatchObject({ oembed: { type: 'rich', width: '480', height: '152' } });
  });

  it('knows the pages of public products of this site and nothing else', async () => {
    await buildProduct(api.db, { slug: 'figma' });
    await buildProduct(api.db, { slug: 'waits', status: 'pending' });
    const page = 'https://listgrove.example/tool/figma';
    const unknown = [
      ...['', 'figma', '/tool/figma', 'https://listgrove.example/', 'https://listgrove.example/tool/%ff'],
      ...[
        'https://listgrove.example/tool/waits',
        'https://listgrove.example/font/figma',
        `${page}/alternatives`,
      ],
      ...[
        'https://listgrove.example.evil.example/tool/figma',
        'https://listgrove.example@evil.example/tool/figma',
      ],
      ...['http://listgrove.example/tool/figma', 'javascript:alert(1)'],
    ];
    for (const url of unknown) expect([url, (await ask(url)).status]).toEqual([url, 404]);
    expect((await ask(page, '&format=yaml')).status).toBe(501);
    for (const width of ['0', '-1', '1e9', 'x', ''])
      expect((await ask(page, `&maxwidth=${width}`)).status).toBe(400);
    expect((await ask(page)).status).toBe(200);
  });
});
