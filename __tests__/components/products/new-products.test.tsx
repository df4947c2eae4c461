import { useState } from 'react';
import { act, screen, within } from '@testing-library/react';
import { ProductList } from '@/components/products/lists/product-list';
import { buildSummary, buildWireProducts } from '../../setup/build-product';
import { fakeApi, ok, refuse } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';

const names = () =>
  screen.getAllByRole('listitem').map((row) => within(row).getByRole('heading').textContent);
const offer = () => screen.queryByRole('button', { name: / new$/ })?.textContent;
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const renderList = (after?: string) =>
  renderScreen(
    <ProductList
      list={{ sort: 'new', ...(after && { after }) }}
      products={[buildSummary(3), buildSummary(2)]}
      nextCursor={null}
    />,
    { path: '/new' },
  );

it('offers new products after a minute, leaves the list as it is, and loads it again on request', async () => {
  const answers = [buildWireProducts(2, 3), buildWireProducts(2, 6)];
  const api = fakeApi({ 'GET /products': () => ok({ products: answers.shift() ?? [], nextCursor: null }) });
  const { replaced } = renderList();

  await pass(59_000);
  expect(api.calls()).toEqual([]);
  await pass(2_000);
  expect(api.calls()).toEqual(['GET /products?sort=new']);
  expect(offer()).toBeUndefined();

  await pass(60_000);
  expect(offer()).toBe('3 new');
  expect(names()).toEqual(['Product 3', 'Product 2']);
  act(() => screen.getByRole('button', { name: '3 new' }).click());
  expect(replaced).toEqual(['/new']);
});

it('offers nothing when the server does not answer, and asks again within three minutes', async () => {
  let isDown = true;
  const api = fakeApi({
    'GET /products': () =>
      isDown
        ? refuse(503, 'unavailable', 'The server is resting.')
        : ok({ products: buildWireProducts(2, 6), nextCursor: null }),
  });
  renderList();
  await pass(61_000);
  expect(api.calls()).toEqual(['GET /products?sort=new']);
  expect(offer()).toBeUndefined();
  expect(names()).toEqual(['Product 3', 'Product 2']);

  isDown = false;
  await pass(180_000);
  expect(offer()).toBe('3 new');
});

it('does not ask on a later page of the list', async () => {
  const api = fakeApi({});
  renderList('31.c1');
  await pass(120_000);
  expect(api.calls()).toEqual([]);
});

it('does not ask at once when a reader returns to a list whose news it has', async () => {
  const api = fakeApi({ 'GET /products': () => ok({ products: buildWireProducts(2, 6), nextCursor: null }) });
  function Lists() {
    const [sort, setSort] = useState<'new' | 'hot'>('new');
    const products = [buildSummary(3), buildSummary(2)];
    return (
      <>
        <button onClick={() => setSort(sort === 'new' ? 'hot' : 'new')}>Other list</button>
        <ProductList list={{ sort }} products={products} nextCursor={null} />
      </>
    );
  }
  renderScreen(<Lists />, { path: '/new' });
  const switchList = () => act(() => screen.getByRole('button', { name: 'Other list' }).click());
  await pass(61_000);
  switchList();
  await pass(30_000);
  const before = [...api.calls()];
  expect(before).toContain('GET /products?sort=new');

  switchList();
  await pass(20_000);
  expect(offer()).toBe('3 new');
  expect(api.calls()).toEqual(before);
});

it('compares what it has asked for only with the first page that was shown then', async () => {
  const answers = [buildWireProducts(2, 6), buildWireProducts(6, 8)];
  fakeApi({ 'GET /products': () => ok({ products: answers.shift() ?? [], nextCursor: null }) });
  function Reloaded() {
    const [isLater, setIsLater] = useState(false);
    const ids = isLater ? [8, 7, 6] : [3, 2];
    return (
      <>
        <button onClick={() => setIsLater(true)}>Load again</button>
        <ProductList list={{ sort: 'new' }} products={ids.map((id) => buildSummary(id))} nextCursor={null} />
      </>
    );
  }
  renderScreen(<Reloaded />, { path: '/new' });
  await pass(61_000);
  expect(offer()).toBe('3 new');
  // Products 5 and 4 have left the list since.
  act(() => screen.getByRole('button', { name: 'Load again' }).click());
  expect(names()).toEqual(['Product 8', 'Product 7', 'Product 6']);
  expect(offer()).toBeUndefined();
  await pass(0);
  expect(offer()).toBeUndefined();
});
