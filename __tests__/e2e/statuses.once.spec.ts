import { productPage } from '@/lib/contract/product';
import { expect, test } from './site';

const STATUSES = [
  { path: '/', status: 200 },
  { path: '/search?q=react', status: 200 },
  { path: '/readyz', status: 200 },
  { path: '/healthz', status: 200 },
  { path: '/api/openapi.json', status: 200 },
  { path: '/developers', status: 200 },
  { path: '/sponsors', status: 200 },
  { path: '/rules', status: 200 },
  { path: '/invitation', status: 200 },
  { path: '/setup', status: 200 },
  { path: '/terms.md', status: 200 },
  { path: '/support.md', status: 200 },
  { path: '/no-such-page', status: 404 },
  { path: '/tool/no-such-tool', status: 404 },
  { path: '/font/react', status: 404 },
  { path: '/compare/react-vs-no-such-tool', status: 404 },
  { path: '/compare/react', status: 404 },
  { path: '/tag/no-such-tag', status: 404 },
  { path: '/?tag=no-such-tag', status: 404 },
  { path: '/u/no-such-member', status: 404 },
  { path: '/u/former-member', status: 404 },
  { path: '/moderation', status: 404 },
  { path: '/moderation/invitations', status: 404 },
  { path: '/moderation/brakes', status: 404 },
  { path: '/moderation/jobs', status: 404 },
  { path: '/moderation/webhooks', status: 404 },
  { path: '/moderation/import', status: 404 },
  { path: '/moderation/suggestions', status: 404 },
  { path: '/moderation/merges', status: 404 },
  { path: '/moderation/removals', status: 404 },
  { path: '/moderation/sites', status: 404 },
  { path: '/moderation/tags', status: 404 },
  { path: '/moderation/rings', status: 404 },
  { path: '/moderation/reports', status: 404 },
  { path: '/moderation/members', status: 404 },
  { path: '/moderation/appeals', status: 404 },
  { path: '/moderation/messages', status: 404 },
  { path: '/moderation/member?id=1', status: 404 },
  { path: '/report', status: 404 },
  { path: '/report?of=react', status: 200 },
  { path: '/report?of=no-such-tool', status: 404 },
  { path: '/moderation/history', status: 404 },
  { path: '/top/year', status: 404 },
  { path: '/api/no-such-call', status: 404 },
  { path: '/?after=damaged', status: 400 },
  { path: '/u/ada-birch?after=damaged', status: 400 },
  { path: '/api/products?after=damaged', status: 400 },
  { path: '/api/products?limit=51', status: 400 },
  { path: '/%', status: 404 },
  { path: '/tool/%', status: 404 },
  { path: '/404', status: 404 },
  { path: '/500', status: 404 },
] as const;

for (const { path, status } of STATUSES) {
  test(`${path} answers ${status}`, async ({ request }) => {
    expect((await request.get(path)).status()).toBe(status);
  });
}

test('no page stays in a shared cache for longer than a build, and none can be written to', async ({
  request,
}) => {
  const others = ['/terms', '/account/settings', '/support?sent=1', '/newsletter', '/404', '/500', '/_error'];
  const pages = [...STATUSES.map(({ path }) => path), ...others].filter(
    (path) => !/^\/(api|\w+z)/.test(path),
  );
  for (const path of [...pages, '/_next/data/x/index.json', '/tool/%2f', '/tool/%', '/_next/image?url=x']) {
    const { 'cache-control': caching = '' } = (await request.get(path)).headers();
    expect([path, caching]).toEqual([
      path,
      expect.stringMatching(/^(private, no-|public, max-age=0, s-maxage=1,)/),
    ]);
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND']) {
      const answer = await request.fetch(path, { method });
      expect([path, answer.status(), answer.headers().allow]).toEqual([path, 405, 'GET, HEAD']);
    }
  }
});

test('a handle in upper case redirects to lower case', async ({ request }) => {
  const { nextCursor } = productPage.parse(await (await request.get('/api/products?sort=new')).json());
  const answer = await request.get(`/u/Ada-Birch?after=${nextCursor}`, { maxRedirects: 0 });
  expect([answer.status(), answer.headers().location]).toEqual([308, `/u/ada-birch?after=${nextCursor}`]);
});

test('a page with a damaged cursor says so and links to the home page', async ({ page }) => {
  await page.goto('/new?after=damaged');
  await expect(page.getByRole('heading', { level: 1, name: "This link doesn't work" })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: "See what's hot" }).click();
  await expect(page).toHaveURL('/');
});

test('a cursor from before cursors were signed leads to the first page of the list', async ({ request }) => {
  const answer = await request.get('/new?after=WyJuZXciLDEsIjEiXQ&from=31', { maxRedirects: 0 });
  expect([answer.status(), answer.headers().location]).toEqual([307, '/new']);
});

test('the HTML is the same for every client, so that any cache may store it', async ({ request }) => {
  for (const path of [
    '/',
    '/new',
    '/tag/javascript',
    '/tool/react',
    '/tags',
    '/search?q=react',
    '/support',
  ]) {
    const [ada, bob, nobody] = await Promise.all(
      ['encrypted_token=ada', 'encrypted_token=bob; theme=light', ''].map(async (cookie) => {
        const answer = await request.get(path, { headers: { cookie } });
        expect(answer.headers(), path).not.toHaveProperty('set-cookie');
        return answer.text();
      }),
    );
    expect(ada, path).toBe(nobody);
    expect(bob, path).toBe(nobody);
  }
});
