import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeApi, held } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';
import { field, found, OpenModal, queryOf, SEARCH_CALL } from '../../setup/search-screen';

const results = () => screen.getByRole('listbox', { name: 'Results' });
const skeletons = () => document.querySelectorAll('[aria-hidden] > .search-result');

it('shows three skeleton hits when the first answer is slow, and says that the list is busy', async () => {
  const first = held();
  fakeApi({ [SEARCH_CALL]: () => first.answer });
  renderScreen(<OpenModal />);
  // At once: userEvent takes longer than the skeletons on a busy machine.
  fireEvent.change(field(), { target: { value: 'waits1' } });
  expect(skeletons()).toHaveLength(0);
  expect(results()).toHaveAttribute('aria-busy', 'false');

  await waitFor(() => expect(skeletons()).toHaveLength(3));
  expect(results()).toHaveAttribute('aria-busy', 'true');
  expect(screen.queryByText('No Result found', { selector: 'p' })).toBeNull();

  first.send(found({ id: 'a', title: 'Aa' }));
  expect(await screen.findByRole('option', { name: 'Aa' })).toBeInTheDocument();
  expect(skeletons()).toHaveLength(0);
  expect(results()).toHaveAttribute('aria-busy', 'false');
});

it('keeps the last hits in a list that is busy while the next answer is slow', async () => {
  const next = held();
  fakeApi({
    [SEARCH_CALL]: (_path, body) =>
      queryOf(body) === 'waits2' ? next.answer : found({ id: 'a', title: 'Aa' }),
  });
  renderScreen(<OpenModal />);
  await userEvent.type(field(), 'waits');
  await screen.findByRole('option', { name: 'Aa' });
  await userEvent.type(field(), '2');
  await waitFor(() => expect(results()).toHaveAttribute('aria-busy', 'true'));
  expect(screen.getByRole('option', { name: 'Aa' })).toBeInTheDocument();
  expect(skeletons()).toHaveLength(0);
  next.send(found({ id: 'b', title: 'Bb' }));
  expect(await screen.findByRole('option', { name: 'Bb' })).toBeInTheDocument();
  expect(results()).toHaveAttribute('aria-busy', 'false');
});

it.each([
  ['an arrow key', () => userEvent.keyboard('{ArrowDown}')],
  ['the Tab key', () => userEvent.tab()],
])('Enter opens nothing if %s is pressed before the late answer arrives', async (key, goOn) => {
  const late = held();
  const query = `late ${key}`;
  fakeApi({
    [SEARCH_CALL]: (_path, body) =>
      queryOf(body) === query ? late.answer : found({ id: 'a', title: 'Aa' }, { id: 'b', title: 'Bb' }),
  });
  const { pushed } = renderScreen(<OpenModal />);
  await userEvent.type(field(), 'late');
  await screen.findByRole('option', { name: 'Aa' });
  await userEvent.clear(field());
  await userEvent.paste(query);
  await userEvent.keyboard('{Enter}');
  await goOn();
  late.send(found({ id: 'c', title: 'Cc' }));
  await screen.findByRole('option', { name: 'Cc' });
  expect(pushed).toEqual([]);
  expect(screen.getByRole('dialog')).toBeInTheDocument();
});
