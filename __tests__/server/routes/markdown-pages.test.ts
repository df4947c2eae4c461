import { readEnv } from '@/server/config/env';
import { readSiteFile } from '@/server/fields/site-file';
import { buildProduct, buildUser } from '../../setup/build';
import { FONT_SITE } from '../../setup/font-site';
import { setUpTestApp } from '../../setup/test-app';

const api = setUpTestApp(() => ({
  ...readEnv({ NEXT_PUBLIC_SITE_URL: 'https://listgrove.example/' }),
  fields: readSiteFile(FONT_SITE, 'site.json'),
}));

async function readPage(path: string) {
  const { status, headers, text } = await api.request('GET', path);
  expect([status, headers.get('content-type'), headers.get('x-robots-tag')]).toEqual([
    200,
    'text/markdown; charset=UTF-8',
    'noindex',
  ]);
  return { text, link: headers.get('link'), etag: headers.get('etag') ?? '' };
}

it('has every list, page by page, with the canonical path of its page', async () => {
  for (let index = 0; index < 31; index += 1)
    await buildProduct(api.db, { slug: `p${index}`, name: `Product ${index}`, tags: ['Design'] });

  const { text, link, etag } = await readPage('/tag/design.md?sort=new');
  expect(link).toBe('<https://listgrove.example/tag/design?sort=new>; rel="canonical"');
  expect(text).toMatch(/^# New tools: Design\n\nA page of Listgrove: <https:/);
  expect(text.match(/^- \[/gm)).toHaveLength(30);
  const [, next = ''] = /\[Next page\]\(https:\/\/listgrove\.example([^)]+)\)/.exec(text) ?? [];
  expect(next).toMatch(/^\/tag\/design\.md\?sort=new&after=/);
  expect((await readPage(next)).text.match(/^- \[/gm)).toHaveLength(1);

  const again = await api.request('GET', '/tag/design.md?sort=new', {
    headers: { 'if-none-match': etag },
  });
  expect([again.status, again.text]).toEqual([304, '']);

  for (const path of ['/', '/new', '/top/week', '/tags', '/ranking', '/search?q=product&page=2']) {
    const [page = '', query] = path === '/' ? ['/index'] : path.split('?');
    const { link } = await readPage(`${page}.md${query === undefined ? '' : `?${query}`}`);
    expect(link).toBe(`<https://listgrove.example${path}>; rel="canonical"`);
  }
  expect((await readPage('/tags.md')).text).toContain(
    '- [Design](https://listgrove.example/tag/design.md): 31 tools',
  );
});

it('has what pages say of a product, in which no text can end its place', async () => {
  const submitter = await buildUser(api.db, { handle: 'ada', name: 'Ada [x](https://evil.example)' });
  await buildProduct(api.db, {
    slug: 'figgle',
    name: '# *Figgle* <b>',
    tagline: 'Draw](https://evil.example)\n\n# together',
    description: '# Big\n\n```\nopen',
    url: 'https://figgle.example/a_(b)',
    tags: ['Design'],
    submitterId: submitter.id,
  });

  const { text, link } = await readPage('/tool/figgle.md');
  expect(link).toBe('<https://listgrove.example/tool/figgle>; rel="canonical"');
  expect(text.split('\n').filter((line) => line.startsWith('#'))).toEqual([
    '# \\# \\*Figgle\\* \\<b>',
    '## About',
  ]);
  expect(text).toContain('\nDraw\\](https://evil.example) # together\n');
  expect(text).toContain('- Website: [figgle.example](https://figgle.example/a_%28b%29)');
  expect(text).toContain('[Ada \\[x\\](https://evil.example)](https://listgrove.example/u/ada.md)');
  expect(text).toMatch(/\n## About\n\n> ### Big\n>\n> ```\n> open\n$/);
  expect((await readPage('/u/ada.md')).text).toContain('1 tool submitted.');
});

it('fills a page of few results as the page does, and says which words each lacks', async () => {
  await buildProduct(api.db, { slug: 'figgle', name: 'Figgle', tagline: 'Free fonts' });
  await buildProduct(api.db, { slug: 'oban', name: 'Oban', tagline: 'Fonts to buy' });
  const { text } = await readPage('/search.md?q=free+fonts');
  expect(text).toContain('- [Figgle](https://listgrove.example/tool/figgle.md): Free fonts');
  expect(text).toContain('- [Oban](https://listgrove.example/tool/oban.md) (without: free): Fonts to buy');
});

it('answers as pages do for what has moved, is gone or was never there', async () => {
  await buildProduct(api.db, { slug: 'gone', status: 'removed' });
  await buildProduct(api.db, { slug: 'hidden', status: 'pending', approvedAt: null });
  await buildProduct(api.db, { slug: 'b', name: 'B | b' });
  await buildProduct(api.db, { slug: 'a', name: 'A' });
  const statusOf = async (path: string) => {
    const { status, headers } = await api.request('GET', path);
    return [status, headers.get('location') ?? headers.get('content-type')];
  };
  const markdown = 'text/markdown; charset=UTF-8';

  expect(await statusOf('/tool/gone.md')).toEqual([410, markdown]);
  expect(await statusOf('/tool/gone/alternatives.md')).toEqual([410, markdown]);
  for (const path of [
    '/tool/hidden',
    '/tool/none',
    '/font/a',
    '/tag/none',
    '/u/none',
    '/top/year',
    '/account/settings',
    '/compare/a',
    '/compare/a-vs-gone',
    '/tool/%ff',
    '/x/y/z/a',
  ])
    expect(await statusOf(`${path}.md`)).toEqual([404, markdown]);
  expect(await statusOf('/new.md?after=damaged')).toEqual([400, markdown]);
  expect(await statusOf('/u/ADA.md')).toEqual([308, '/u/ada.md']);
  expect(await statusOf('/compare/b-vs-a.md')).toEqual([308, '/compare/a-vs-b.md']);
  expect((await readPage('/compare/a-vs-b.md')).text).toContain(
    '|  | [A](https://listgrove.example/tool/a.md) | [B \\| b](https://listgrove.example/tool/b.md) |\n| --- | --- | --- |\n',
  );
});
