import { screen, waitFor } from '@testing-library/react';
import ProductPage, { getServerSideProps } from '@/pages/[noun]/[slug]';
import type { Product } from '@/lib/contract/product';
import { buildWireProduct } from '../../setup/build-product';
import { fakeApi, held, ok, refuse } from '../../setup/fake-api';
import { loadPageAt } from '../../setup/load-page-at';
import { renderScreen } from '../../setup/render-screen';

const load = (slug: string) => loadPageAt(getServerSideProps, `/tool/${slug}`, { noun: 'tool', slug });

const subjectOf = (status: string) => ({ id: '1', slug: 'product-1', status });
const alternativesOf = (status: string, products: Product[] = []) =>
  ok({
    subject: { ...subjectOf(status), ...(status === 'approved' && { name: 'Product 1' }) },
    alternatives: products.map((product) => ({ id: `1-${product.id}`, product, upvoteCount: 3 })),
    nextCursor: null,
  });
const refuseAll = (answer: () => Response, answerToAlternatives = answer) =>
  fakeApi({
    ...{ 'GET /products/old': answer, 'GET /products/old/related': answer },
    'GET /products/old/alternatives': answerToAlternatives,
  });

it('requests the product, the related products and the alternatives at the same time', async () => {
  const [product, related, alternatives] = [held(), held(), held()];
  const api = fakeApi({
    'GET /products/product-1': () => product.answer,
    'GET /products/product-1/related': () => related.answer,
    'GET /products/product-1/alternatives': () => alternatives.answer,
  });
  const loading = load('product-1');
  await waitFor(() =>
    expect(api.calls()).toEqual([
      'GET /products/product-1',
      'GET /products/product-1/related',
      'GET /products/product-1/alternatives?limit=4',
    ]),
  );

  alternatives.send(alternativesOf('approved', [buildWireProduct(3)]));
  related.send(ok({ products: [buildWireProduct(2)] }));
  product.send(ok({ product: buildWireProduct(1) }));
  const { result } = await loading;
  if (!('props' in result)) throw new Error('The page has no props.');
  renderScreen(<ProductPage {...await result.props} />);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Product 1');
  const names = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
  expect(names).toEqual(['Product 3', 'Product 2']);
  expect(
    screen.getByRole('button', { name: 'Upvote Product 3 as an alternative to Product 1, 3' }),
  ).toBeVisible();
  expect(screen.getByRole('link', { name: 'Compare Product 3 with Product 1' })).toHaveAttribute(
    'href',
    '/compare/product-1-vs-product-3',
  );
  expect(screen.getByRole('link', { name: 'Suggest an alternative' })).toHaveAttribute(
    'href',
    '/tool/product-1/alternatives#suggest',
  );
});

it('redirects an old slug to the new one for good', async () => {
  refuseAll(() => refuse(404, 'not_found', 'It has moved.', { movedTo: 'new' }));
  expect(await load('old')).toEqual({
    result: { redirect: { destination: '/tool/new', statusCode: 308 } },
    status: 200,
    headers: {},
  });
});

it('answers 410 for a removed product, with its alternatives', async () => {
  refuseAll(
    () => refuse(410, 'gone', 'It was removed.'),
    () => alternativesOf('removed', [buildWireProduct(3)]),
  );
  const { result, status } = await load('old');
  if (!('props' in result)) throw new Error('The page has no props.');
  expect(status).toBe(410);
  renderScreen(<ProductPage {...await result.props} />);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('This tool was removed');
  expect(screen.getByRole('heading', { level: 3 })).toHaveTextContent('Product 3');
  expect(screen.getByRole('button', { name: 'Upvote Product 3 as an alternative, 3' })).toBeVisible();
  expect(screen.queryByRole('link', { name: /Suggest|with/ })).not.toBeInTheDocument();
});

it('answers 410 for a removed product that has no alternatives to show', async () => {
  refuseAll(() => refuse(410, 'gone', 'It was removed.'));
  expect(await load('old')).toMatchObject({ result: { props: { removed: null } }, status: 410 });
});

it('fails for a removed product whose alternatives cannot be loaded, so that no cache keeps a page without them', async () => {
  refuseAll(
    () => refuse(410, 'gone', 'It was removed.'),
    () => refuse(503, 'unavailable', 'The database does not answer.'),
  );
  const { result, status, headers } = await load('old');
  expect({ result, status }).toMatchObject({ result: { props: { failure: 'unavailable' } }, status: 503 });
  expect(headers).toMatchObject({ 'retry-after': '10' });
});
