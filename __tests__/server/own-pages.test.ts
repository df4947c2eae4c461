import { listOwnPageVersionsCall, OWN_PAGE_LIMITS } from '@/lib/contract/own-page';
import { RESERVED_NOUNS } from '@/server/config/env-parts';
import { sql } from 'drizzle-orm';
import { buildProduct, buildUser } from '../setup/build';
import { setUpModerationCalls } from '../setup/moderation-calls';
import { ABOUT, setUpOwnPageCalls } from '../setup/own-page-calls';
import { startSecondProcess } from '../setup/second-process';
import { buildSignedInUser } from '../setup/signed-in-user';
import { setUpTestApp } from '../setup/test-app';

const api = setUpTestApp();
const calls = setUpModerationCalls(api);
const pages = setUpOwnPageCalls(api);
const { build, change, create, read, restore, versions } = pages;

const textOf = async (path: string) => (await api.request('GET', path)).text;

it('publishes a page at its path, as HTML, as Markdown and in the sitemap, with an entry in the log', async () => {
  expect(await create()).toMatchObject({ status: 201, body: { page: { ...ABOUT, version: 1 } } });
  expect(await read('about')).toMatchObject({
    status: 200,
    body: {
      ...{ slug: 'about', title: 'About us', description: 'We list fonts.' },
      html: expect.stringMatching(
        /^<h2 id="about-who-we-are">Who we are<\/h2>\s*<p>We list <strong>fonts<\/strong>/,
      ),
    },
  });
  expect(await textOf('/about.md')).toMatch(
    /^# About us\n\n.*\/about>\n\n# Who we are\n\nWe list \*\*fonts\*\*/s,
  );
  expect(await textOf('/sitemap-pages.xml')).toMatch(
    /<loc>[^<]+\/about<\/loc><lastmod>2\d{3}-\d\d-\d\dT[\d:.]+Z<\/lastmod>/,
  );
  expect(await calls.auditLog()).toMatchObject([
    { action: 'page.create', actorId: pages.admin.id, details: { path: '/about', version: '1' } },
  ]);
});

it('shows a draft to admins alone', async () => {
  const page = await build({ isPublished: false });
  expect((await read('about')).status).toBe(404);
  expect((await api.request('GET', '/about.md')).status).toBe(404);
  expect(await textOf('/sitemap-pages.xml')).not.toContain('/about');
  expect(await pages.request('GET', `/${page.id}`)).toMatchObject({
    status: 200,
    body: { page: { slug: 'about' } },
  });
  expect(await pages.request('GET', '')).toMatchObject({ body: { pages: [{ isPublished: false }] } });
});

it('changes, unpublishes and brings back, each as a version', async () => {
  const page = await build();
  await read('about');
  expect(await change(page, { title: 'About', body: 'New.' })).toMatchObject({
    ...{ status: 200, body: { page: { version: 2, title: 'About' } } },
  });
  expect(await read('about')).toMatchObject({ body: { title: 'About', html: '<p>New.</p>' } });
  await change({ ...page, version: 2 }, { isPublished: false });
  expect((await read('about')).status).toBe(404);
  expect(await restore(page.id, 1, 3)).toMatchObject({
    status: 200,
    body: { page: { ...ABOUT, version: 4 } },
  });
  expect(await read('about')).toMatchObject({ body: { title: 'About us' } });
  expect(await versions(page.id)).toMatchObject({
    body: {
      versions: [
        { version: 4, restored: 1, title: 'About us', isPublished: true },
        { version: 3, restored: null, isPublished: false },
        { version: 2, title: 'About', body: 'New.' },
        { version: 1, authorHandle: expect.any(String) },
      ],
      nextCursor: null,
    },
  });
  const actions = (await calls.auditLog()).map(({ action }) => action);
  expect(actions.toSorted()).toEqual(['page.change', 'page.change', 'page.create', 'page.restore']);
});

it('writes nothing without a difference', async () => {
  const page = await build();
  expect(await change(page, {})).toMatchObject({ status: 200, body: { page: { version: 1 } } });
  expect(await calls.auditLog()).toHaveLength(1);
});

it('refuses a change of a page that somebody else has changed, and says what', async () => {
  const page = await build();
  const other = await buildSignedInUser(api, { role: 'admin', name: 'Grace' });
  await change(page, { title: 'By Grace' }, other.headers);
  const refused = await change(page, { body: 'By Ada' });
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'conflict', fields: { title: expect.stringContaining('has changed it since') } },
  });
  expect(refused.text).not.toContain('"body"');
  expect(await restore(page.id, 1, 1)).toMatchObject({ status: 409 });
  expect(await read('about')).toMatchObject({
    body: { title: 'By Grace', html: expect.stringContaining('fonts') },
  });
});

it('lets one of two changes at once through', async () => {
  const page = await build();
  const both = await Promise.all([change(page, { title: 'One' }), change(page, { title: 'Two' })]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

it('refuses every path that the site has, and that leads somewhere else', async () => {
  await build();
  const { id: submitterId } = await buildUser(api.db);
  const product = await buildProduct(api.db, { submitterId });
  await api.db.execute(
    sql`INSERT INTO product_slugs (slug, product_id, created_at) VALUES ('/old-about', ${product.id}::bigint, now())`,
  );
  for (const slug of [...RESERVED_NOUNS, 'tool', 'listed', 'about', 'old-about'])
    expect([slug, await create({ slug })]).toMatchObject([
      slug,
      { status: 400, body: { fields: { slug: expect.any(String) } } },
    ]);
  for (const slug of ['', '-a', 'a--b', 'A', 'ä', 'a/b', 'a.b', '..', 'a b', 'a'.repeat(61), 'favicon.ico'])
    expect([slug, await create({ slug })]).toMatchObject([slug, { status: 400 }]);
  expect(await pages.request('GET', '')).toMatchObject({ body: { pages: [{ slug: 'about' }] } });
});

it.each([
  ['<script>alert(1)</script>', '<script'],
  ['<img src=x onerror=alert(1)>', 'onerror'],
  ['[a](javascript:alert(1))', 'javascript:'],
  ['[a](data:text/html,x)', 'data:'],
  ['<a href="https://x.example" onclick="x()">a</a>', 'onclick'],
  ['![x](https://tracker.example/x.png)', 'tracker'],
  ['<iframe src="https://x.example"></iframe>', 'iframe'],
  ['<style>body{display:none}</style>', '<style'],
  ['[a]: javascript:alert(1)\n\n[a]', 'javascript:'],
])('shows nothing of %s that a browser would run', async (body, trace) => {
  const preview = await pages.request('POST', '/previews', { body });
  expect(preview.status).toBe(200);
  expect(preview.text).not.toContain(trace);
  await build({ body });
  expect((await read('about')).text).not.toContain(trace);
});

it('keeps links on the site, and asks search engines to follow links', async () => {
  await build({ body: '[privacy](/privacy) and [a](https://a.example)' });
  expect((await read('about')).body).toMatchObject({
    html: '<p><a href="/privacy" rel="noopener">privacy</a> and <a href="https://a.example" rel="noopener">a</a></p>',
  });
});

it('takes texts up to their limits, in any script', async () => {
  const body = 'あ'.repeat(OWN_PAGE_LIMITS.bodyCharsMax);
  expect(await create({ body })).toMatchObject({ status: 201 });
  for (const changes of [
    ...[{ body: `${body}x` }, { title: '' }, { title: 'x'.repeat(81) }, { title: 'a\nb' }],
    ...[{ position: -1 }, { position: 1000 }, { position: 0.5 }],
  ])
    expect([changes, await create({ slug: 'other', ...changes })]).toMatchObject([changes, { status: 400 }]);
  // On a slow machine, it takes too long to format.
  expect([201, 400]).toContain((await create({ slug: 'other', body: '[a](b "'.repeat(7_000) })).status);
});

it('keeps as many pages and versions as it says', async () => {
  await api.db.execute(sql`
    INSERT INTO own_pages (slug, title, body, html, place, position, is_published, version, created_at, updated_at)
    SELECT 'page-' || n, 'Page', '', '', 'none', 0, true, 1, now(), now()
    FROM generate_series(1, ${OWN_PAGE_LIMITS.pagesMax - 1}) n`);
  const page = await build();
  expect(await create({ slug: 'one-more' })).toMatchObject({ status: 409 });
  for (let version = 1; version <= OWN_PAGE_LIMITS.versionsMax; version += 1)
    expect(await change({ ...page, version }, { title: `Title ${version}` })).toMatchObject({ status: 200 });
  const kept: number[] = [];
  let after = '';
  do {
    const { versions: listed, nextCursor } = listOwnPageVersionsCall.answer.parse(
      (await versions(page.id, after)).body,
    );
    kept.push(...listed.map(({ version }) => version));
    after = nextCursor ?? '';
  } while (after);
  expect(kept).toEqual(Array.from({ length: OWN_PAGE_LIMITS.versionsMax }, (_, index) => 51 - index));
  expect(await restore(page.id, 1, 51)).toMatchObject({ status: 404 });
});

it('deletes a page with its history, once', async () => {
  const page = await build();
  await read('about');
  for (const status of [200, 200])
    expect(await pages.request('DELETE', `/${page.id}`)).toMatchObject({ status });
  expect((await read('about')).status).toBe(404);
  expect(await versions(page.id)).toMatchObject({ body: { versions: [] } });
  expect((await calls.auditLog()).map(({ action }) => action).toSorted()).toEqual([
    'page.create',
    'page.delete',
  ]);
  expect(await change(page, { title: 'Back' })).toMatchObject({ status: 404 });
});

it('shows each change in another process before anything of its cache is served again', async () => {
  const second = await startSecondProcess(api);
  const page = await build();
  expect(await second.textOf('/api/pages/about')).toContain('About us');
  await change(page, { title: 'Renamed', slug: 'about-us' });
  expect(await second.textOf('/api/pages/about')).toContain('not_found');
  expect(await second.textOf('/api/pages/about-us')).toContain('Renamed');
  await pages.request('DELETE', `/${page.id}`);
  expect(await second.textOf('/api/pages/about-us')).toContain('not_found');
});
