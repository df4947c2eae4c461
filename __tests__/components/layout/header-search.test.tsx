import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HeaderSearch } from '@/components/layout/header-search';
import { fakeApi } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';
import { headerField, HeaderWithModal, heldLoader, modal, modalField } from '../../setup/search-screen';

/** The header beside a modal whose code is there already. */
async function renderLoaded() {
  const { load, arrive } = heldLoader();
  const view = renderScreen(<HeaderWithModal load={load} />);
  await userEvent.click(headerField());
  await arrive();
  await userEvent.keyboard('{Escape}');
  await userEvent.click(screen.getByRole('button', { name: 'Something else' }));
  return view;
}

beforeEach(() => {
  fakeApi({
    'POST /1/indexes/*/queries': () =>
      Response.json({ results: [{ hits: [], nbHits: 0, page: 0, nbPages: 0 }] }),
  });
});

it('opens the search modal when the field gets the focus, and not again when the modal returns it', async () => {
  await renderLoaded();
  await userEvent.click(headerField());
  expect(modal()).toBeInTheDocument();

  await userEvent.keyboard('{Escape}');
  expect(modal()).toBeNull();
  expect(headerField()).toHaveFocus();

  await userEvent.click(headerField());
  expect(modal()).toBeInTheDocument();
});

it('opens the search modal with the Tab key, and not when the visitor returns to the window', async () => {
  await renderLoaded();
  const hasFocus = jest.spyOn(document, 'hasFocus');
  const field = headerField();
  await userEvent.click(field);
  await userEvent.keyboard('{Escape}');
  const leaveAndReturn = () => {
    hasFocus.mockReturnValue(false);
    fireEvent.blur(field);
    hasFocus.mockReturnValue(true);
    fireEvent.focus(field);
  };
  leaveAndReturn();
  leaveAndReturn();
  expect(modal()).toBeNull();

  await userEvent.tab({ shift: true });
  await userEvent.tab();
  expect(modal()).toBeInTheDocument();
  hasFocus.mockRestore();
});

it('opens the search modal when the field is submitted', async () => {
  await renderLoaded();
  await userEvent.click(headerField());
  await userEvent.keyboard('{Escape}');

  fireEvent.submit(headerField());

  expect(modal()).toBeInTheDocument();
});

it('moves what is typed into the field to the search modal', async () => {
  await renderLoaded();
  await userEvent.click(headerField());
  await userEvent.keyboard('{Escape}');

  await userEvent.keyboard('react');

  expect(modalField()).toHaveValue('react');
  expect(headerField()).toHaveValue('');
});

it('keeps what is typed in a modal that is closed, for the next opening', async () => {
  await renderLoaded();
  await userEvent.click(headerField());
  await userEvent.keyboard('react rou');
  await userEvent.keyboard('{Escape}');
  expect(headerField()).toHaveValue('react rou');
  await userEvent.click(headerField());
  expect(modalField()).toHaveValue('react rou');
  expect(headerField()).toHaveValue('');

  // The next letter replaces all of it.
  await userEvent.keyboard('vue');
  expect(modalField()).toHaveValue('vue');
  await userEvent.keyboard('{Enter}');
  expect(modal()).toBeNull();
  expect(headerField()).toHaveValue('');
});

it('opens the search modal from the button that small screens have', async () => {
  await renderLoaded();
  await userEvent.click(screen.getByRole('button', { name: 'Search' }));
  expect(modal()).toBeInTheDocument();
});

const shortcuts = ['{Control>}k{/Control}', '{Meta>}k{/Meta}', '/'];

it.each(shortcuts)('opens the search modal with the keys %s', async (keys) => {
  await renderLoaded();
  await userEvent.keyboard(keys);
  expect(modal()).toBeInTheDocument();
});

it('ignores a slash that is typed into a text field', async () => {
  await renderLoaded();
  await userEvent.type(screen.getByRole('textbox', { name: 'Note' }), 'a/b');
  expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('a/b');
  expect(modal()).toBeNull();
});

it('leads to the results page without a script', () => {
  renderScreen(<HeaderSearch />);
  expect(headerField().closest('form')).toHaveAttribute('action', '/search');
  expect(headerField()).toHaveAttribute('name', 'q');
});
