import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ToastRegion } from '@/components/layout/app-parts';
import { CompareBar } from '@/components/products/compare-bar';
import { ListToolbar } from '@/components/products/lists/list-head';
import { Products } from '@/components/products/lists/products';
import { writeCompared } from '@/lib/browser/compared';
import { followedClicks, MODIFIER_KEYS } from '../../setup/followed-clicks';
import { buildSummary } from '../../setup/build-product';
import { renderScreen } from '../../setup/render-screen';
import { makeUnloadable } from '../../setup/unloadable';

afterEach(() => act(() => writeCompared(null)));

const products = [1, 2, 3, 4, 5].map((number) => buildSummary(number));
const render = () =>
  renderScreen(
    <>
      <main id="main" tabIndex={-1}>
        <Products products={products} />
      </main>
      <CompareBar />
    </>,
  );
const bar = () => screen.getByRole('region', { name: 'Compare' });
const compare = (number: number) => screen.getByRole('button', { name: `Compare Product ${number}` });
const begin = async () => {
  act(() => writeCompared(''));
  await screen.findByRole('button', { name: 'Compare Product 1' });
};

it('shows neither the bar nor buttons until a visitor begins to compare', () => {
  render();
  expect(screen.queryByRole('region', { name: 'Compare' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Compare/ })).toBeNull();
});

it('collects two products, leads to their page, and takes one back', async () => {
  render();
  await begin();
  expect(bar()).toHaveTextContent('Choose up to 4 tools with “Compare”.');
  await userEvent.click(compare(2));
  await userEvent.click(compare(1));
  expect(compare(2)).toHaveAttribute('aria-pressed', 'true');
  expect(within(bar()).getByRole('link', { name: 'Compare 2' })).toHaveAttribute(
    'href',
    '/compare/product-1-vs-product-2',
  );
  expect(localStorage.getItem('compared')).toBe('product-2 Product 2\nproduct-1 Product 1');

  await userEvent.click(within(bar()).getByRole('button', { name: 'Remove Product 2' }));
  expect(compare(2)).toHaveAttribute('aria-pressed', 'false');
  expect(screen.getByRole('main')).toHaveFocus();
  expect(within(bar()).getByRole('link', { name: 'Search to add' })).toHaveAttribute(
    'href',
    '/compare?a=product-1',
  );
});

it('begins with the link above a list, which leads to a form from then on', async () => {
  const { pushed } = renderScreen(
    <>
      <ListToolbar list={{ sort: 'new' }} filterTags={[]} filtersLink={null} />
      <Products products={products} />
      <CompareBar />
    </>,
  );
  const link = screen.getByRole('link', { name: 'Compare' });
  expect(link).toHaveAttribute('href', '/compare');
  expect(followedClicks(link, MODIFIER_KEYS)).toEqual(MODIFIER_KEYS);
  await userEvent.click(link);
  expect(bar()).toHaveTextContent('Choose up to 4 tools with “Compare”.');
  expect(localStorage.getItem('compared')).toBe('');
  expect(pushed).toEqual([]);

  await userEvent.click(await screen.findByRole('button', { name: 'Compare Product 1' }));
  await userEvent.click(link);
  expect(pushed).toEqual(['/compare']);
  expect(localStorage.getItem('compared')).toBe('product-1 Product 1');
});

it('holds four products at most, and says so', async () => {
  render();
  renderScreen(<ToastRegion />);
  await begin();
  for (const number of [1, 2, 3, 4, 5]) await userEvent.click(compare(number));
  expect(within(bar()).getAllByRole('listitem')).toHaveLength(4);
  expect(compare(5)).toHaveAttribute('aria-pressed', 'false');
  expect(await screen.findByText('You can compare 4 at most. Remove one first.')).toBeInTheDocument();
});

it('collects by the key c, and ends with a button', async () => {
  render();
  screen.getByRole('link', { name: 'Product 3' }).focus();
  await userEvent.keyboard('c');
  expect(await within(bar()).findByText('Product 3')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Stop comparing' }));
  expect(screen.queryByRole('region', { name: 'Compare' })).toBeNull();
  expect(screen.getByRole('main')).toHaveFocus();
  expect(localStorage.getItem('compared')).toBeNull();
});

it('says that a product cannot be collected without a connection, and collects it afterwards', async () => {
  const repair = makeUnloadable('@/lib/browser/compared-products');
  render();
  renderScreen(<ToastRegion />);
  screen.getByRole('link', { name: 'Product 3' }).focus();
  await userEvent.keyboard('c');
  const failure = "This couldn't be loaded. Check your connection and try again.";
  expect(await screen.findByText(failure)).toBeInTheDocument();
  expect(localStorage.getItem('compared')).toBeNull();
  repair();
  screen.getByRole('link', { name: 'Product 3' }).focus();
  await userEvent.keyboard('c');
  expect(
    await within(await screen.findByRole('region', { name: 'Compare' })).findByText('Product 3'),
  ).toBeInTheDocument();
});
