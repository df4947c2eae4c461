import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FunctionComponent } from 'react';
import { HeaderSearch, SearchButton } from '@/components/layout/header-search';
import { LazyModal } from '@/components/layout/app-parts';
import { SearchModal } from '@/components/search/search-modal';
import { useSearchModal } from '@/hooks/use-search-modal';
import { fakeApi } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';

/** A loader of the modal's code that waits until the test lets it finish. */
function heldLoader() {
  let finish: (modal: FunctionComponent) => void = () => undefined;
  const loaded = new Promise<FunctionComponent>((resolve) => (finish = resolve));
  const arrive = () =>
    act(async () => {
      finish(SearchModal);
      await loaded;
    });
  return { load: () => loaded, arrive };
}

function Site({ load }: { load: () => Promise<FunctionComponent> }) {
  return (
    <>
      <div id="page">
        <HeaderSearch />
        <SearchButton />
        <button>Something else</button>
        <input aria-label="Note" />
      </div>
      <LazyModal load={load} modal={useSearchModal()} />
    </>
  );
}

/** The header beside a modal whose code is there already. */
async function renderLoaded() {
  const { load, arrive } = heldLoader();
  const view = renderScreen(<Site load={load} />);
  await userEvent.click(headerField());
  await arrive();
  await userEvent.keyboard('{Escape}');
  await userEvent.click(screen.getByRole('button', { name: 'Something else' }));
  return view;
}

const headerField = () => screen.getByRole('searchbox', { name: 'Search tools', hidden: true });
const modal = () => screen.queryByRole('dialog', { name: 'Search' });
const modalField = () => screen.getByRole('combobox', { name: 'Search' });

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

  await userEvent.keyboard('ter{Enter}');
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
    renderScreen(<Site load={load} />);
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
    const { pushed } = renderScreen(<Site load={load} />);
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
    renderScreen(<Site load={load} />);
    await userEvent.keyboard('/');
    await leave();
    await arrive();
    expect(modal()).toBeNull();
  });

  it('moving on to something else takes the opening back, and what was typed stays', async () => {
    const { load, arrive } = heldLoader();
    renderScreen(<Site load={load} />);
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
    renderScreen(<Site load={load} />);
    await userEvent.click(headerField());
    await userEvent.click(document.body);
    await arrive();
    expect(modal()).toBeNull();
  });

  it('the modal returns the focus to where it was before the shortcut', async () => {
    const { load, arrive } = heldLoader();
    renderScreen(<Site load={load} />);
    await userEvent.click(screen.getByRole('button', { name: 'Something else' }));
    await userEvent.keyboard('/');
    expect(headerField()).toHaveFocus();
    await arrive();
    await userEvent.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: 'Something else' })).toHaveFocus();
  });
});

it('leads to the results page without a script', () => {
  renderScreen(<HeaderSearch />);
  expect(headerField().closest('form')).toHaveAttribute('action', '/search');
  expect(headerField()).toHaveAttribute('name', 'q');
});

it('waits with the search modal until an input method has composed the text', async () => {
  const { load, arrive } = heldLoader();
  renderScreen(<Site load={load} />);
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
  renderScreen(<Site load={load} />);
  await userEvent.click(headerField());
  fireEvent.compositionStart(headerField());
  fireEvent.keyDown(headerField(), { key: 'Escape', isComposing: true });
  fireEvent.compositionEnd(headerField());
  await arrive();
  expect(modalField()).toHaveFocus();
});
