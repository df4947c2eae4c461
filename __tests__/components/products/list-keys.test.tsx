import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Products } from '@/components/products/lists/products';
import { clearSessionToken, storeSessionToken } from '@/lib/session-token';
import { setShortcuts } from '@/lib/browser/keys';
import { buildSummary } from '../../setup/build-product';
import { fakeApi, ok } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';

const products = [buildSummary(1), buildSummary(2), buildSummary(3)];
const link = (number: number) => screen.getByRole('link', { name: `Product ${number}` });
const press = (keys: string) => userEvent.keyboard(keys);

/** The keys look for rows in the page's main content. */
const renderList = () =>
  renderScreen(
    <main>
      <Products products={products} />
      <input aria-label="Field" />
    </main>,
  );

afterEach(() => {
  setShortcuts(true);
  clearSessionToken();
});

it('moves between products with j and k, and stops at both ends', async () => {
  renderList();
  await press('j');
  expect(link(1)).toHaveFocus();
  await press('jjj');
  expect(link(3)).toHaveFocus();
  await press('kk');
  expect(link(1)).toHaveFocus();
  await press('k');
  expect(link(1)).toHaveFocus();
});

it('opens the product with the focus with Enter and o, also when one of its buttons has the focus', async () => {
  const { pushed } = renderList();
  await press('jj{Enter}');
  screen.getByRole('button', { name: 'Bookmark Product 3' }).focus();
  await press('o');
  expect(pushed).toEqual(['/tool/product-2', '/tool/product-3']);
});

it('visits the website of the product in a new tab with v', async () => {
  const opened: unknown[][] = [];
  window.open = (...values) => {
    opened.push(values);
    return null;
  };
  renderList();
  await press('v');
  await press('jjv');
  expect(opened).toEqual([['https://product-2.example/', '_blank', 'noopener']]);
});

it('upvotes with u and bookmarks with b', async () => {
  storeSessionToken('token-of-ada');
  fakeApi({
    'GET /user/private/reactions': () => ok({ upvoted: [], bookmarked: [] }),
    'PUT /user/private/upvotes/2': () => ok({ upvoteCount: 3, upvoted: true }),
    'PUT /user/private/bookmarks/2': () => ok({ bookmarked: true }),
  });
  renderList();
  await press('jjub');
  expect(await screen.findByRole('button', { name: 'Upvote Product 2, 3', pressed: true })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Bookmark Product 2' })).toHaveAttribute('aria-pressed', 'true');
  expect(link(2)).toHaveFocus();
});

it('leaves the keys to text fields, and to readers who have switched them off', async () => {
  renderList();
  await userEvent.type(screen.getByRole('textbox', { name: 'Field' }), 'jk');
  expect(screen.getByRole('textbox', { name: 'Field' })).toHaveValue('jk');
  screen.getByRole('textbox', { name: 'Field' }).blur();
  setShortcuts(false);
  await press('j');
  expect(document.body).toHaveFocus();
});

it('upvotes the pair in a list of alternatives, and not the product, which another list of the page shows', async () => {
  storeSessionToken('token');
  const alternative = { ...buildSummary(1), pair: { id: '1-9', upvoteCount: 3 } };
  const api = fakeApi({
    'GET /user/private/reactions': () => ok({ upvoted: [], bookmarked: [] }),
    'PUT /user/private/alternatives/1-9/upvote': () => ok({ upvoteCount: 4, upvoted: true }),
    'PUT /user/private/upvotes/1': () => ok({ upvoteCount: 2, upvoted: true }),
  });
  renderScreen(
    <main>
      <Products products={[alternative]} alternativeTo="Zed" />
      <Products products={[buildSummary(1)]} />
    </main>,
  );
  const sent = () => api.calls().filter((call) => call.startsWith('PUT'));
  await press('ju');
  await waitFor(() => expect(sent()).toEqual(['PUT /user/private/alternatives/1-9/upvote']));
  await press('ju');
  await waitFor(() =>
    expect(sent()).toEqual(['PUT /user/private/alternatives/1-9/upvote', 'PUT /user/private/upvotes/1']),
  );
});
