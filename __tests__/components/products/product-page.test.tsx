import { screen, waitFor } from '@testing-library/react';
import ProductPage, { getServerSideProps } from '@/pages/[noun]/[slug]';
import { buildWireProduct } from '../../setup/build-product';
import { fakeApi, held, ok, refuse } from '../../setup/fake-api';
import { loadPageAt } from '../../setup/load-page-at';
import { renderScreen } from '../../setup/render-screen';

const load = (slug: string) => loadPageAt(getServerSideProps, `/tool/${slug}`, { noun: 'tool', slug });

const refuseBoth = (answer: () => Response) =>
  fakeApi({ 'GET /products/old': answer, 'GET /products/old/related': answer });

it('requests the product and the related products at the same time', async () => {
  const [product, related] = [held(), held()];
  const api = fakeApi({
    'GET /products/product-1': () => product.answer,
    'GET /products/product-1/related': () => related.answer,
  });
  const loading = load('product-1');
  await waitFor(() =>
    expect(api.calls()).toEqual(['GET /products/product-1', 'GET /products/product-1/related']),
  );

  related.send(ok({ products: [buildWireProduct(2)] }));
  product.send(ok({ product: buildWireProduct(1) }));
  const { result } = await loading;
  if (!('props' in result)) throw new Error('The page has no props.');
  renderScreen(<ProductPage {...await result.props} />);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Product 1');
  expect(screen.getByRole('heading', { level: 3 })).toHaveTextContent('Product 2');
});

it('redirects an old slug to the new one for good', async () => {
  refuseBoth(() => refuse(404, 'not_found', 'It has moved.', { movedTo: 'new' }));
  expect(await load('old')).toEqual({
    result: { redirect: { destination: '/tool/new', statusCode: 308 } },
    status: 200,
  });
});

it('answers 410 for a removed product', async () => {
  refuseBoth(() => refuse(410, 'gone', 'It was removed.'));
  expect(await load('old')).toEqual({ result: { props: { failure: 'gone' } }, status: 410 });
});
