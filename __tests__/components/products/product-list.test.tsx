import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { ProductList } from '@/components/products/lists/product-list';
import { FORMER_MEMBER } from '@/lib/contract/plain/site';
import { buildSummary, buildWireProducts } from '../../setup/build-product';
import { fakeApi, held, ok, refuse } from '../../setup/fake-api';
import { RETRY_PAUSE_MS, renderScreen } from '../../setup/render-screen';

const firstPage = [buildSummary(1), buildSummary(2)];
const hot = { sort: 'hot' } as const;

const names = () =>
  rows().map((row) => within(within(row).getByRole('heading')).getByRole('link').textContent);
const rows = () => screen.getAllByRole('listitem');
const ranks = () => rows().map((row) => row.querySelector('.row-rank')?.textContent ?? '');
const loadMore = () => screen.getByRole('button', { name: 'Load more' });

it('appends the next page, keeps the focus and says how many are shown', async () => {
  const page = held();
  const api = fakeApi({ 'GET /products': () => page.answer });
  renderScreen(<ProductList list={hot} products={firstPage} nextCursor="c1" />);

  await userEvent.click(loadMore());
  expect(await screen.findByText('Loading more.')).toBeInTheDocument();
  expect(names()).toEqual(['Product 1', 'Product 2']);

  page.send(ok({ products: buildWireProducts(3, 4), nextCursor: 'c2' }));
  expect(await screen.findByText('Showing 4 tools.')).toBeInTheDocument();
  expect(names()).toEqual(['Product 1', 'Product 2', 'Product 3', 'Product 4']);
  expect(loadMore()).toHaveFocus();
  expect(api.calls()).toEqual(['GET /products?sort=hot&after=c1']);
});

it('loads the images of the first eight products at once, and the others when they come near', () => {
  const products = Array.from({ length: 10 }, (_, index) => buildSummary(index + 1));
  renderScreen(<ProductList list={hot} products={products} nextCursor={null} />);
  const lazyImages = () =>
    [...document.querySelectorAll('li img')].map((image) => image.getAttribute('loading'));
  expect(lazyImages()).toEqual([...Array.from({ length: 8 }, () => null), 'lazy', 'lazy']);
});

it('links the submitter of a product, unless the account is gone', () => {
  const byAda = { handle: 'ada', name: 'Ada Byron', avatarURL: null };
  const byFormer = { ...FORMER_MEMBER, avatarURL: null };
  const products = [buildSummary(1, { submitter: byAda }), buildSummary(2, { submitter: byFormer })];
  renderScreen(<ProductList list={hot} products={products} nextCursor={null} />);
  expect(screen.getByRole('link', { name: 'Ada Byron' })).toHaveAttribute('href', '/u/ada');
  expect(screen.getByText('a former member').closest('a')).toBeNull();
});

it('asks once however often the button is pressed while it loads', async () => {
  const page = held();
  const api = fakeApi({ 'GET /products': () => page.answer });
  renderScreen(<ProductList list={hot} products={firstPage} nextCursor="c1" />);

  await userEvent.click(loadMore());
  await userEvent.click(loadMore());
  await userEvent.click(loadMore());
  page.send(ok({ products: buildWireProducts(3, 4), nextCursor: 'c2' }));

  expect(await screen.findByText('Showing 4 tools.')).toBeInTheDocument();
  expect(api.calls()).toHaveLength(1);
});

it('shows a product once that has slipped to the next page since, and where it was first', async () => {
  fakeApi({ 'GET /products': () => ok({ products: buildWireProducts(2, 3), nextCursor: 'c2' }) });
  renderScreen(<ProductList list={hot} products={firstPage} nextCursor="c1" />);

  await userEvent.click(loadMore());
  await waitFor(() => expect(names()).toEqual(['Product 1', 'Product 2', 'Product 3']));
});

it('loads the pages again that it had when its page was left', async () => {
  fakeApi({ 'GET /products': () => ok({ products: buildWireProducts(3, 4), nextCursor: 'c2' }) });
  const list = <ProductList list={hot} products={firstPage} nextCursor="c1" />;
  const { unmount } = renderScreen(list);
  await userEvent.click(loadMore());
  await waitFor(() => expect(names()).toHaveLength(4));
  unmount();

  renderScreen(list);
  await waitFor(() => expect(names()).toHaveLength(4));
});

it('shows a list to which a reader returns without loading its pages again', async () => {
  const api = fakeApi({ 'GET /products': () => ok({ products: buildWireProducts(3, 4), nextCursor: 'c2' }) });
  function Page() {
    const [isShown, setIsShown] = useState(true);
    return (
      <>
        <button onClick={() => setIsShown(!isShown)}>Go</button>
        {isShown && <ProductList list={hot} products={firstPage} nextCursor="c1" />}
      </>
    );
  }
  jest.useFakeTimers();
  const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
  const go = () => act(() => screen.getByRole('button', { name: 'Go' }).click());
  renderScreen(<Page />);
  act(() => loadMore().click());
  // SWR loads nothing twice within two seconds.
  await pass(5_000);
  expect(names()).toHaveLength(4);
  go();
  expect(screen.queryByRole('listitem')).not.toBeInTheDocument();

  go();
  expect(names()).toHaveLength(4);
  await pass(10_000);
  jest.useRealTimers();
  expect(api.calls()).toHaveLength(1);
});

it('continues the ranks, and ends with a sentence that takes the focus', async () => {
  fakeApi({ 'GET /products': () => ok({ products: buildWireProducts(3, 3), nextCursor: null }) });
  renderScreen(<ProductList list={{ ...hot, after: '31.c0' }} products={firstPage} nextCursor="33.c1" />);

  await userEvent.click(loadMore());
  const end = await screen.findByText("That's all of them.");
  expect(ranks()).toEqual(['31', '32', '33']);
  await waitFor(() => expect(end).toHaveFocus());
  expect(screen.queryByRole('button', { name: 'Load more' })).not.toBeInTheDocument();
});

it('has no ranks in the order of arrival', () => {
  renderScreen(<ProductList list={{ sort: 'new' }} products={firstPage} nextCursor={null} />);
  expect(names()).toEqual(['Product 1', 'Product 2']);
  expect(ranks()).toEqual(['', '']);
});

it('says what went wrong, keeps what is shown, and tries the same page again', async () => {
  const answers = [
    refuse(503, 'unavailable', 'The server is resting.'),
    ok({ products: buildWireProducts(3, 3), nextCursor: 'c2' }),
  ];
  const api = fakeApi({
    'GET /products': () => answers.shift() ?? refuse(500, 'internal', 'Once too often.'),
  });
  renderScreen(<ProductList list={hot} products={firstPage} nextCursor="c1" />);

  await userEvent.click(loadMore());
  expect(await screen.findByText('The server is resting.')).toBeInTheDocument();
  expect(names()).toEqual(['Product 1', 'Product 2']);

  await userEvent.click(loadMore());
  await waitFor(() => expect(names()).toEqual(['Product 1', 'Product 2', 'Product 3']));
  expect(screen.queryByText('The server is resting.')).not.toBeInTheDocument();
  expect(api.calls()).toEqual(['GET /products?sort=hot&after=c1', 'GET /products?sort=hot&after=c1']);
});

it('tries a page that failed again on request only, not with time, focus or connection', async () => {
  jest.useFakeTimers();
  const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
  const api = fakeApi({ 'GET /products': () => refuse(503, 'unavailable', 'The server is resting.') });
  renderScreen(<ProductList list={hot} products={firstPage} nextCursor="c1" />);
  act(() => loadMore().click());
  await pass(2 * RETRY_PAUSE_MS);
  expect(screen.getByText('The server is resting.')).toBeInTheDocument();

  for (const event of ['focus', 'online']) {
    act(() => void window.dispatchEvent(new Event(event)));
    await pass(10_000);
  }
  jest.useRealTimers();
  expect(api.calls().filter((call) => call.includes('after='))).toHaveLength(1);
});

it('opens the sign-in modal for a visitor who upvotes or bookmarks', async () => {
  renderScreen(<ProductList list={hot} products={[buildSummary(1)]} nextCursor={null} />, {
    path: '/?tag=x',
  });

  const upvote = screen.getByRole('button', { name: 'Upvote Product 1, 1' });
  expect(upvote).toHaveAttribute('aria-pressed', 'false');
  expect(screen.queryByText('Sign-in is open')).not.toBeInTheDocument();
  await userEvent.click(upvote);
  expect(screen.getByText('Sign-in is open')).toBeInTheDocument();
  expect(window.sessionStorage.getItem('intendedRedirect')).toBe('/?tag=x');
});

it('goes to a product without loading the page again, unless a new tab was meant', async () => {
  const { pushed } = renderScreen(<ProductList list={hot} products={firstPage} nextCursor={null} />);
  const link = screen.getByRole('link', { name: 'Product 2' });

  await userEvent.click(link);
  expect(pushed).toEqual(['/tool/product-2']);

  const user = userEvent.setup();
  // jsdom cannot open a page, and says so.
  link.addEventListener('click', (event) => expect(event.defaultPrevented).toBe(false));
  document.addEventListener('click', (event) => event.preventDefault(), { once: true });
  await user.keyboard('{Control>}');
  await user.click(link);
  expect(pushed).toEqual(['/tool/product-2']);
});
