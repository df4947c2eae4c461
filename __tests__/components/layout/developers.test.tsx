import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { OPEN_CALLS } from '@/lib/contract/calls';
import DevelopersPage, { getServerSideProps } from '@/pages/developers';
import { buildWireProduct } from '../../setup/build-product';
import { addressOf, fakeApi, ok } from '../../setup/fake-api';
import { loadPropsAt } from '../../setup/load-page-at';
import { renderScreen } from '../../setup/render-screen';

const products = (...list: object[]) =>
  fakeApi({ 'GET /products': () => ok({ products: list, nextCursor: null }) });
const open = async () =>
  renderScreen(<DevelopersPage {...await loadPropsAt(getServerSideProps, '/developers')} />);
const network = jest.fn<Promise<Response>, [string]>();
const { fetch } = globalThis;
beforeEach(() => {
  network.mockReset();
  globalThis.fetch = (url) => network(addressOf(url));
});
afterEach(() => {
  globalThis.fetch = fetch;
});

it('describes every open call, with an example of this site', async () => {
  products(buildWireProduct(7));
  await open();
  for (const { path } of OPEN_CALLS) {
    expect(screen.getByRole('region', { name: `GET ${path}` })).toBeInTheDocument();
  }
  const call = within(screen.getByRole('region', { name: 'GET /products/:slug' }));
  expect(call.getByRole('link', { name: /^Run/ })).toHaveAttribute(
    'href',
    'http://localhost:3000/api/products/product-7',
  );
  expect(call.getByText("curl 'http://localhost:3000/api/products/product-7'")).toBeVisible();
  const list = within(screen.getByRole('region', { name: 'GET /products' }));
  expect(list.getByText('sort').closest('li')).toHaveTextContent('one of hot, new, top');
});

it('runs an example by keyboard, shows its answer and moves there', async () => {
  products(buildWireProduct(7));
  await open();
  network.mockResolvedValue(new Response('{"isError":false,"tags":[]}', { status: 200 }));
  const call = within(screen.getByRole('region', { name: 'GET /tags' }));
  call.getByRole('link', { name: /^Run/ }).focus();
  await userEvent.setup().keyboard('{Enter}');

  const answer = await call.findByRole('region', { name: /^Answer of/ });
  expect(answer).toHaveFocus();
  expect(answer).toHaveTextContent('Status 200');
  expect(answer).toHaveTextContent('{ "isError": false, "tags": [] }');
  expect(network).toHaveBeenCalledWith('http://localhost:3000/api/tags');
});

it('says when the server cannot be reached, and cuts long answers', async () => {
  products();
  await open();
  expect(screen.queryByText(/curl .*\/products\//)).toBeNull();
  const call = within(screen.getByRole('region', { name: 'GET /tags' }));
  const run = () => userEvent.setup().click(call.getByRole('link', { name: /^Run/ }));
  network.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await run();
  expect(await call.findByRole('region', { name: /^Answer of/ })).toHaveTextContent(
    'The server could not be reached. Please try again.',
  );
  network.mockResolvedValueOnce(new Response('x'.repeat(30_000), { status: 200 }));
  await run();
  expect(await call.findByText(/10,000 more characters$/)).toBeInTheDocument();
});
