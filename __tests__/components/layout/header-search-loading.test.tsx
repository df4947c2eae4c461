import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeApi } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';
import { headerField, HeaderWithModal, heldLoader, modal, modalField } from '../../setup/search-screen';

beforeEach(() => {
  fakeApi({
    'POST /1/indexes/*/queries': () =>
      Response.json({ results: [{ hits: [], nbHits: 0, page: 0, nbPages: 0 }] }),
  });
});

const shortcuts = ['{Control>}k{/Control}', '{Meta>}k{/Meta}', '/'];

describe('until the code of the modal has loaded', () => {
  const openings: [string, () => Promise<void>][] = [
    ...shortcuts.map((keys): [string, () => Promise<void>] => [
      keys,
      async () => {
        await userEvent.keyboard(keys);
      },
    ]),
    ['a click into the field', () => userEvent.click(headerField())],
    ['the Tab key', () => userEvent.tab()],
    ['the button', () => userEvent.click(screen.getByRole('button', { name: 'Search' }))],
  ];

  it.each(openings)('what is typed after %s is kept for the modal', async (_, openModal) => {
    const { load, arrive } = heldLoader();
    renderScreen(<HeaderWithModal load={load} />);
    await openModal();
    await userEvent.keyboard('typo{Backspace}escript');
    expect(modal()).toBeNull();
    expect(headerField()).toHaveValue('typescript');

    await arrive();
    expect(modalField()).toHaveFocus();
    expect(modalField()).toHaveValue('typescript');
    expect(modalField()).toHaveProperty('selectionStart', 'typescript'.length);
    expect(headerField()).toHaveValue('');

    await userEvent.keyboard('ing');
    expect(modalField()).toHaveValue('typescripting');
  });

  it('Enter leads to the page of all results, and the modal does not open later', async () => {
    const { load, arrive } = heldLoader();
    const { pushed } = renderScreen(<HeaderWithModal load={load} />);
    await userEvent.keyboard('/react{Enter}');
    expect(pushed).toEqual(['/search?q=react']);
    expect(headerField()).toHaveValue('');

    await arrive();
    expect(modal()).toBeNull();
  });

  it.each([
    ['Escape', () => userEvent.keyboard('{Escape}')],
    ['the close button', () => userEvent.click(screen.getByRole('button', { name: 'Close' }))],
  ])('%s takes the opening back', async (_, leave) => {
    const { load, arrive } = heldLoader();
    renderScreen(<HeaderWithModal load={load} />);
    await userEvent.keyboard('/');
    await leave();
    await arrive();
    expect(modal()).toBeNull();
  });

  it('moving on to something else takes the opening back, and what was typed stays', async () => {
    const { load, arrive } = heldLoader();
    renderScreen(<HeaderWithModal load={load} />);
    await userEvent.tab();
    await userEvent.keyboard('react');
    const submit = screen.getByRole('button', { name: 'Something else' });
    while (document.activeElement !== submit) await userEvent.tab();
    await arrive();
    expect(modal()).toBeNull();
    expect(submit).toHaveFocus();
    expect(headerField()).toHaveValue('react');

    await userEvent.keyboard('/');
    expect(modalField()).toHaveValue('react');
  });

  it('a click elsewhere takes the opening back', async () => {
    const { load, arrive } = heldLoader();
    renderScreen(<HeaderWithModal load={load} />);
    await userEvent.click(headerField());
    await userEvent.click(document.body);
    await arrive();
    expect(modal()).toBeNull();
  });

  it('the modal returns the focus to where it was before the shortcut', async () => {
    const { load, arrive } = heldLoader();
    renderScreen(<HeaderWithModal load={load} />);
    await userEvent.click(screen.getByRole('button', { name: 'Something else' }));
    await userEvent.keyboard('/');
    expect(headerField()).toHaveFocus();
    await arrive();
    await userEvent.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: 'Something else' })).toHaveFocus();
  });
});

it('waits with the search modal until an input method has composed the text', async () => {
  const { load, arrive } = heldLoader();
  renderScreen(<HeaderWithModal load={load} />);
  await userEvent.click(headerField());
  fireEvent.compositionStart(headerField());
  fireEvent.input(headerField(), { target: { value: 'に' }, isComposing: true });
  await arrive();
  expect(modal()).toBeNull();
  expect(headerField()).toHaveFocus();

  fireEvent.input(headerField(), { target: { value: '日本' } });
  fireEvent.compositionEnd(headerField());
  expect(modalField()).toHaveValue('日本');
  expect(modalField()).toHaveFocus();
  expect(await screen.findByText('No Result found', { selector: 'p' })).toBeInTheDocument();
});

it('opens the search modal after Escape has ended a composition', async () => {
  const { load, arrive } = heldLoader();
  renderScreen(<HeaderWithModal load={load} />);
  await userEvent.click(headerField());
  fireEvent.compositionStart(headerField());
  fireEvent.keyDown(headerField(), { key: 'Escape', isComposing: true });
  fireEvent.compositionEnd(headerField());
  await arrive();
  expect(modalField()).toHaveFocus();
});
