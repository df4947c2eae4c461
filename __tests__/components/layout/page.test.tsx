import { screen, waitFor } from '@testing-library/react';
import { FailurePage } from '@/components/layout/failure-page';
import { Page } from '@/components/layout/page';
import { ProductList } from '@/components/products/product-list';
import { buildSummary, buildWireProducts } from '../../setup/build-product';
import { fakeApi, held, ok } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';

const root = document.documentElement;
const reservedHeight = () => root.style.getPropertyValue('--restored-height');

afterEach(() => root.removeAttribute('style'));

it('keeps the height of an extended list until its pages are loaded again', async () => {
  window.sessionStorage.setItem('listPlaces', '2 9000 4000 /');
  const page = held();
  fakeApi({ 'GET /products': () => page.answer });
  renderScreen(
    <Page>
      <ProductList list={{ sort: 'hot' }} products={[buildSummary(1)]} nextCursor="c1" />
    </Page>,
  );
  expect(reservedHeight()).toBe('9000px');

  page.send(ok({ products: buildWireProducts(2, 3), nextCursor: 'c2' }));
  expect(await screen.findByRole('link', { name: 'Product 3' })).toBeInTheDocument();
  await waitFor(() => expect(reservedHeight()).toBe(''));
});

it('gives up the height of an extended list that cannot be loaded', () => {
  root.style.setProperty('--restored-height', '9000px');
  renderScreen(<FailurePage failure="unavailable" />);
  expect(reservedHeight()).toBe('');
});
