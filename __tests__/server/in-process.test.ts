import { ApiFailure, call } from '@/lib/api/http';
import { findProductCall } from '@/lib/contract/product';
import { listProductsCall } from '@/lib/contract/product-list';
import {
  provideInProcessFetch,
  provideReadyBodies,
  provideRenderedPath,
  provideRequestId,
} from '@/lib/in-process';
import { createApp } from '@/server/app';
import { buildProduct } from '../setup/build';
import { setUpTestApp } from '../setup/test-app';

const api = setUpTestApp();
const seen: Request[] = [];

beforeEach(() => {
  seen.length = 0;
  provideReadyBodies(() => Promise.resolve(undefined));
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

  const { products, nextCursor } = await call(listProductsCall, { query: { sort: 'new', limit: 5 } });

  expect(products.map(({ slug }) => slug)).toEqual(['react']);
  expect(nextCursor).toBeNull();
  expect(seen.map(({ url }) => url)).toEqual(['http://localhost:3000/api/products?sort=new&limit=5']);
});

it('takes a body that is ready instead of making a request, except for a session', async () => {
  const body = JSON.stringify({ isError: false, products: [], nextCursor: 'from the cache' });
  const isKnown = (target: string) => target === '/api/products?sort=new&tag=a%26b';
  provideReadyBodies((target) => Promise.resolve(isKnown(target) ? body : undefined));

  expect((await call(listProductsCall, { query: { sort: 'new', tag: 'a&b' } })).nextCursor).toBe(
    'from the cache',
  );
  expect(seen).toEqual([]);
  expect((await call(listProductsCall, { query: { sort: 'new' } })).nextCursor).toBeNull();
  expect(seen.length).toBe(1);

  provideReadyBodies(() => Promise.resolve(body));
  const session = { accessToken: 'token of a session' };
  await call(findProductCall, { params: { slug: 'mine' }, ...session }).catch(() => undefined);
  expect(seen.length).toBe(2);
});

it('carries the URL of the page that is being rendered as originUrl, and else the URL of the site', async () => {
  await call(listProductsCall, { query: {} });
  provideRenderedPath(() => '/top/week');
  await call(listProductsCall, { query: {} });

  expect(seen.map(({ headers }) => headers.get('originurl'))).toEqual([
    'http://localhost:3000/',
    'http://localhost:3000/top/week',
  ]);
});

it('carries the id of the request for the page that is being rendered', async () => {
  provideRequestId(() => 'id-of-the-page');
  await call(listProductsCall, { query: {} });
  provideRequestId(() => undefined);
  await call(listProductsCall, { query: {} });

  expect(seen.map(({ headers }) => headers.get('x-request-id'))).toEqual(['id-of-the-page', null]);
});

it('rejects with what the server said', async () => {
  const finding = call(findProductCall, { params: { slug: 'no such/thing' } });
  const failed: unknown = await finding.catch((error: unknown) => error);

  expect(failed).toBeInstanceOf(ApiFailure);
  expect(failed).toMatchObject({ code: 'not_found', message: "This tool doesn't exist." });
});
