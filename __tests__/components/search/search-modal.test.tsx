import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SearchModal } from '@/components/search/search-modal';
import { useSearchModal } from '@/hooks/use-search-modal';
import { fakeApi, held } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';
import { chosen, field, found, OpenModal, queryOf, SEARCH_CALL } from '../../setup/search-screen';

const optionNames = () => screen.getAllByRole('option').map((option) => option.textContent);

it('sends a query on every keystroke, and shows image, name and excerpt with the match marked', async () => {
  const asked: (string | undefined)[] = [];
  const counts = new Set<string | undefined>();
  fakeApi({
    [SEARCH_CALL]: (_path, body) => {
      asked.push(queryOf(body));
      counts.add(/"hitsPerPage":(\d+)/.exec(JSON.stringify(body))?.[1]);
      return found({ id: 'zed', title: '[Ze]d', content: 'An editor with [ze]st' });
    },
  });
  renderScreen(<OpenModal />);
  expect(field()).toHaveFocus();

  await userEvent.type(field(), 'zed');
  const option = await screen.findByRole('option');
  expect(asked).toEqual(['z', 'ze', 'zed']);
  expect(counts).toEqual(new Set(['10']));
  expect(option).toHaveTextContent('ZedAn editor with zest…');
  expect([...option.querySelectorAll('mark')].map((match) => match.textContent)).toEqual(['Ze', 'ze']);
  expect(option.querySelector('img')).toHaveAttribute('src', '/api/tiles/Zed.svg');
});

it('shows 250 characters of a longer text, then an ellipsis', async () => {
  fakeApi({ [SEARCH_CALL]: () => found({ id: 'long', title: 'Long', content: 'x'.repeat(251) }) });
  renderScreen(<OpenModal />);

  await userEvent.type(field(), 'l');
  expect(await screen.findByRole('option')).toHaveTextContent(`Long${'x'.repeat(250)}…`);
});

it('makes the first result active, moves with arrow keys around both ends, and opens with Enter', async () => {
  fakeApi({
    [SEARCH_CALL]: () => found({ id: 'a', title: 'Aa' }, { id: 'b', title: 'Bb' }, { id: 'c', title: 'Cc' }),
  });
  const { pushed } = renderScreen(<OpenModal />);
  await userEvent.type(field(), 'abc');
  await screen.findAllByRole('option');

  expect(field()).toHaveAttribute('role', 'combobox');
  expect(field()).toHaveAttribute('aria-expanded', 'true');
  expect(chosen()).toHaveTextContent('Aa');
  await userEvent.keyboard('{ArrowUp}');
  expect(chosen()).toHaveTextContent('Cc');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(chosen()).toHaveTextContent('Bb');
  expect(field()).toHaveFocus();
  expect(field()).toHaveAttribute('aria-activedescendant', chosen().id);

  await userEvent.keyboard('{Enter}');
  expect(pushed).toEqual(['/tool/b']);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('opens the best match of the typed query, not of an earlier one, when Enter comes before the response', async () => {
  const late = held();
  fakeApi({
    [SEARCH_CALL]: (_path, body) =>
      queryOf(body) === 'second' ? late.answer : found({ id: 'first', title: 'First' }),
  });
  const { pushed } = renderScreen(<OpenModal />);
  await userEvent.type(field(), 'entered');
  await screen.findByRole('option', { name: /First/ });

  await userEvent.tripleClick(field());
  await userEvent.paste('second');
  await userEvent.keyboard('{Enter}');
  expect(pushed).toEqual([]);

  late.send(found({ id: 'second', title: 'Second' }));
  await waitFor(() => expect(pushed).toEqual(['/tool/second']));
});

it('makes the first result active again when the query changes', async () => {
  fakeApi({ [SEARCH_CALL]: () => found({ id: 'a', title: 'Aa' }, { id: 'b', title: 'Bb' }) });
  renderScreen(<OpenModal />);
  await userEvent.type(field(), 'fir');
  await screen.findAllByRole('option');
  await userEvent.keyboard('{ArrowDown}');
  expect(chosen()).toHaveTextContent('Bb');

  await userEvent.type(field(), 's');
  expect(chosen()).toHaveTextContent('Aa');
});

it('goes to a clicked card and closes', async () => {
  fakeApi({ [SEARCH_CALL]: () => found({ id: 'a', title: 'Aa' }, { id: 'b', title: 'Bb' }) });
  const { pushed } = renderScreen(<OpenModal />);
  await userEvent.type(field(), 'click');
  await userEvent.click(await screen.findByRole('option', { name: /Bb/ }));

  expect(pushed).toEqual(['/tool/b']);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('opens a hit or the page of all results and closes, unless a new tab or window was meant', async () => {
  fakeApi({ [SEARCH_CALL]: () => found({ id: 'a', title: 'Aa' }) });
  const { pushed } = renderScreen(<OpenModal />);
  await userEvent.type(field(), 'click');
  const link = await screen.findByRole('link', { name: 'All results' });
  const option = screen.getByRole('option', { name: /Aa/ });

  for (const key of ['metaKey', 'ctrlKey', 'shiftKey', 'altKey']) {
    for (const target of [link, option]) {
      // jsdom cannot open a page, and logs an error.
      document.addEventListener('click', (event) => event.preventDefault(), { once: true });
      fireEvent.click(target, { [key]: true });
    }
  }
  expect(pushed).toEqual([]);
  expect(screen.getByRole('dialog')).toBeInTheDocument();

  await userEvent.click(link);
  expect(pushed).toEqual(['/search?q=click']);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('drops an answer that arrives after the query has changed', async () => {
  const slow = held();
  fakeApi({
    [SEARCH_CALL]: (_path, body) =>
      queryOf(body) === 's' ? slow.answer : found({ id: 'new', title: 'New' }),
  });
  renderScreen(<OpenModal />);
  await userEvent.type(field(), 'st');
  await screen.findByRole('option', { name: /New/ });

  const late = found({ id: 'old', title: 'Old' });
  slow.send(late);
  await waitFor(() => expect(late.bodyUsed).toBe(true));
  expect(optionNames()).toEqual(['NewWhat it does…0 upvotes']);
});

it.each([
  ['nothing is found', () => found()],
  ['the search fails', () => new Response('no', { status: 500 })],
])('says "No Result found" when %s, and to screen readers once typing pauses', async (reason, answer) => {
  fakeApi({ [SEARCH_CALL]: answer });
  renderScreen(<OpenModal />);
  await userEvent.type(field(), reason.slice(-5));

  expect(await screen.findByText('No Result found', { selector: 'p' })).toBeVisible();
  expect(screen.queryByRole('option')).not.toBeInTheDocument();
  const status = within(screen.getByRole('dialog')).getByRole('status');
  await waitFor(() => expect(status).toHaveTextContent('No Result found'), { timeout: 2_000 });
});

it('goes to the page of all results by Enter when nothing is found', async () => {
  fakeApi({ [SEARCH_CALL]: () => found() });
  const { pushed } = renderScreen(<OpenModal />);
  await userEvent.type(field(), 'no hit');
  await screen.findByText('No Result found', { selector: 'p' });
  await userEvent.keyboard('{Enter}');
  expect(pushed).toEqual(['/search?q=no+hit']);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('goes to the page of all results by Enter when there is nothing to choose from yet', async () => {
  const first = held();
  fakeApi({ [SEARCH_CALL]: () => first.answer });
  const { pushed } = renderScreen(<OpenModal />);
  await userEvent.type(field(), 'qqq{Enter}');
  expect(pushed).toEqual(['/search?q=qqq']);
});

it('waits with Enter for the results of what is typed, and goes to their page if there are none', async () => {
  const last = held();
  fakeApi({
    [SEARCH_CALL]: (_path, body) => (queryOf(body) === 'z' ? found({ id: 'a', title: 'Aa' }) : last.answer),
  });
  const { pushed } = renderScreen(<OpenModal />);
  await userEvent.type(field(), 'z');
  await screen.findByRole('option', { name: /Aa/ });
  await userEvent.type(field(), 'q{Enter}');
  expect(pushed).toEqual([]);
  last.send(found());
  await waitFor(() => expect(pushed).toEqual(['/search?q=zq']));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('closes by the close button, by Escape and by a click outside', async () => {
  renderScreen(<OpenModalAgain />);
  for (const leave of [
    () => userEvent.click(screen.getByRole('button', { name: 'Close' })),
    () => userEvent.keyboard('{Escape}'),
    () => userEvent.click(screen.getByRole('dialog').parentElement ?? document.body),
  ]) {
    await userEvent.click(screen.getByRole('button', { name: 'Search' }));
    expect(screen.getByRole('dialog', { name: 'Search' })).toBeInTheDocument();
    await leave();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  }
});

function OpenModalAgain() {
  const { open } = useSearchModal();
  return (
    <>
      <button onClick={() => open()}>Search</button>
      <SearchModal />
    </>
  );
}
