import { ApiFailure } from '@/lib/api/http';
import { findProduct, listProducts } from '@/lib/api/products';
import { provideInProcessFetch, provideRenderedPath } from '@/lib/in-process';
import { createApp } from '@/server/app';
import { buildProduct } from '../setup/build';
import { setUpTestApp } from '../setup/test-app';

const api = setUpTestApp();
const seen: Request[] = [];

beforeEach(() => {
  seen.length = 0;
  const app = createApp(api.deps(), { basePath: '/api' });
  provideInProcessFetch(async (input, init) => {
    const request = new Request(input, init);
    seen.push(request.clone());
    return app.fetch(request);
  });
});

// No server listens here, so an answer can only come from within the process.
it('answers a page without a socket', async () => {
  await buildProduct(api.db, { slug: 'react' });

  const { products, nextCursor } = await listProducts({ sort: 'new', limit: 5 });

  expect(products.map(({ slug }) => slug)).toEqual(['react']);
  expect(nextCursor).toBeNull();
  expect(seen.map(({ url }) => url)).toEqual(['http://localhost:3000/api/products?sort=new&limit=5']);
});

it('carries the URL of the page that is being rendered as originUrl, and else the URL of the site', async () => {
  await listProducts({});
  provideRenderedPath(() => '/top/week');
  await listProducts({});

  expect(seen.map(({ headers }) => headers.get('originurl'))).toEqual([
    'http://localhost:3000/',
    'http://localhost:3000/top/week',
  ]);
});

it('rejects with what the server said', async () => {
  const failed: unknown = await findProduct('no such/thing').catch((error: unknown) => error);

  expect(failed).toBeInstanceOf(ApiFailure);
  expect(failed).toMatchObject({ code: 'not_found', message: "This tool doesn't exist." });
});
