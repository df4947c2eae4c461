import { buildProduct } from '../../setup/build';
import { setUpTestApp } from '../../setup/test-app';

const api = setUpTestApp();

it.each([
  ['/tool/VERCEL.md', '/tool/vercel.md'],
  ['/tool/Vercel/alternatives.md', '/tool/vercel/alternatives.md'],
  ['/compare/NEXT-vs-Vercel.md', '/compare/next-vs-vercel.md'],
  ['/badge/tool/VERCEL.svg', '/badge/tool/vercel.svg'],
  ['/embed/tool/VERCEL', '/embed/tool/vercel'],
  ['/og/tool/VERCEL.png', '/og/tool/vercel.png'],
  ['/tag/JavaScript.md', '/tag/javascript.md'],
  ['/tag/JavaScript/feed.xml', '../javascript/feed.xml'],
  ['/tag/JavaScript/feed.json', '../javascript/feed.json'],
  ['/og/tag/JavaScript.png', 'javascript.png'],
  ['/api/products?sort=hot&tag=JavaScript', '?sort=hot&tag=javascript'],
])('%s leads to %s', async (path, location) => {
  await buildProduct(api.db, { slug: 'vercel', tags: ['JavaScript'] });
  await buildProduct(api.db, { slug: 'next', tags: ['JavaScript'] });
  const { status, headers } = await api.request('GET', path);
  expect([[301, 308].includes(status), headers.get('location')]).toEqual([true, location]);
});

it.each([
  ['/api/products/VERCEL', 'vercel'],
  ['/api/products/VERCEL/alternatives', 'vercel'],
  ['/api/tags/JavaScript', 'javascript'],
])('%s says that it moved to %s, so that its page leads there', async (path, movedTo) => {
  await buildProduct(api.db, { slug: 'vercel', tags: ['JavaScript'] });
  const { status, body } = await api.request('GET', path);
  expect([status, body]).toEqual([404, expect.objectContaining({ fields: { movedTo } })]);
});
