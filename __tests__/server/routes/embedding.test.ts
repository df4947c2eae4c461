import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { products } from '@/server/db/schema';
import { readEnv } from '@/server/env';
import { BADGE_SIZES, BADGE_THEMES } from '@/server/presenters/badge';
import { buildProduct } from '../../setup/build';
import { parseXML } from '../../setup/parse-xml';
import { setUpTestApp } from '../../setup/test-app';

let variables: Record<string, string> = {};
const api = setUpTestApp(() => readEnv({ NEXT_PUBLIC_SITE_URL: 'https://sprig.example', ...variables }));

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
