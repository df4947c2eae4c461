import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ToastRegion } from '@/components/layout/app-parts';
import { ProductArticle } from '@/components/products/product-article';
import { SuggestEdit } from '@/components/submissions/suggest-edit';
import { buildWireProduct } from '../../setup/build-product';
import { fakeApi, held, ok, refuse } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';
import { ada, signInOnScreen } from '../../setup/screen-member';

const product = buildWireProduct(1, { descriptionHTML: '' });
const texts = {
  ...{ name: product.name, tagline: product.tagline, description: '', url: product.url },
  tags: product.tags.map(({ name }) => name),
};
const seen = '2026-06-01T12:00:00.000Z';

const openPage = () =>
  renderScreen(
    <>
      <ProductArticle product={product} loadSuggestEdit={() => Promise.resolve(SuggestEdit)} />
      <ToastRegion />
    </>,
    { path: '/tool/product-1' },
  );

it('lets visitors sign in first, and come back to the form', async () => {
  const api = fakeApi({});
  openPage();
  expect(screen.queryByRole('link', { name: 'Suggest one' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: /^Suggest an edit/ }));
  expect(screen.getByText('Sign-in is open')).toBeInTheDocument();
  expect(window.sessionStorage.getItem('intendedRedirect')).toBe('/tool/product-1#suggest-edit');
  expect(api.calls()).toEqual([]);
});

it('opens the form for a member, sends what was changed with a comment, and then shows the suggestion', async () => {
  const sent: unknown[] = [];
  const suggestion = {
    ...{ id: '7', memberHandle: ada.handle, comment: 'See its site.', status: 'open', createdAt: seen },
    product: {
      ...{ id: product.id, slug: product.slug, name: product.name, url: product.url, imageURL: '/a.svg' },
      ...{ upvoteCount: 0, status: 'approved', isOwn: false },
    },
    changes: [{ part: 'description', before: '', after: 'It draws.' }],
    agreement: { count: 0, hasAgreed: false },
  };
  fakeApi({
    ...signInOnScreen(),
    'GET /user/private/reactions': () => ok({ upvoted: [], bookmarked: [] }),
    [`GET /user/private/products/${product.id}/suggestions`]: () =>
      ok({ suggestions: sent.length > 0 ? [suggestion] : [], missing: ['Your account is too young.'] }),
    [`GET /user/private/texts/${product.id}`]: () => ok({ texts, seen }),
    'GET /tags': () => ok({ tags: [] }),
    [`POST /user/private/products/${product.id}/suggestions`]: (_, body) => {
      sent.push(body);
      return ok({ id: '7' });
    },
  });
  openPage();
  expect(await screen.findByRole('link', { name: 'Suggest one' })).toHaveAttribute('href', '#suggest-edit');
  const button = screen.getByRole('button', { name: /^Suggest an edit/ });
  await userEvent.click(button);
  const form = within(await screen.findByRole('region', { name: 'Suggest an edit' }));
  await waitFor(() => expect(form.getByRole('textbox', { name: 'Name' })).toHaveFocus());
  await userEvent.type(form.getByRole('textbox', { name: /^Description/ }), 'It draws.');
  await userEvent.type(form.getByRole('textbox', { name: /^Comment/ }), 'See its site.');
  await userEvent.click(form.getByRole('button', { name: 'Send suggestion' }));

  expect(await screen.findByRole('insertion')).toHaveTextContent('Added: It draws.');
  expect(button).toHaveFocus();
  expect(sent).toEqual([{ seen, changes: { description: 'It draws.' }, comment: 'See its site.' }]);
  await userEvent.click(button);
  expect(await screen.findByText(/^Your suggestion is waiting for a decision/)).toBeInTheDocument();
  // Members can't agree with their own suggestions, so what their accounts lack is not shown.
  expect(screen.getByText('0 of 3 trusted members agree')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Agree/ })).toBeNull();
  expect(screen.queryByText('Your account is too young.')).toBeNull();
});

it("does not show the form before it is known whether the member's suggestion is waiting already", async () => {
  const suggestions = held();
  fakeApi({
    ...signInOnScreen(),
    'GET /user/private/reactions': () => ok({ upvoted: [], bookmarked: [] }),
    [`GET /user/private/products/${product.id}/suggestions`]: () => suggestions.answer,
    [`GET /user/private/texts/${product.id}`]: () => ok({ texts, seen }),
    'GET /tags': () => ok({ tags: [] }),
  });
  openPage();
  expect(await screen.findByRole('link', { name: 'Suggest one' })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: /^Suggest an edit/ }));
  expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull();
  suggestions.send(ok({ suggestions: [], missing: [] }));
  expect(await screen.findByRole('textbox', { name: 'Name' })).toBeInTheDocument();
});

it('says why the texts could not be loaded, and loads them again', async () => {
  let isDown = true;
  fakeApi({
    ...signInOnScreen(),
    'GET /user/private/reactions': () => ok({ upvoted: [], bookmarked: [] }),
    [`GET /user/private/products/${product.id}/suggestions`]: () => ok({ suggestions: [], missing: [] }),
    [`GET /user/private/texts/${product.id}`]: () =>
      isDown ? refuse(503, 'unavailable', 'The server is busy.') : ok({ texts, seen }),
    'GET /tags': () => ok({ tags: [] }),
  });
  openPage();
  await userEvent.click(await screen.findByRole('button', { name: /^Suggest an edit/ }));
  expect(await screen.findByText("We couldn't load the texts")).toBeInTheDocument();
  expect(screen.getByText('The server is busy.')).toBeInTheDocument();
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue(product.name);
});
