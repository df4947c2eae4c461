import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { LazyModal } from '@/components/layout/app-parts';
import { ShortcutsDialog } from '@/components/layout/shortcuts-dialog';
import { useShortcutsDialog } from '@/hooks/use-app';
import { setShortcuts, subscribeToShortcuts } from '@/lib/browser/keys';
import { renderScreen } from '../../setup/render-screen';

const load = () => Promise.resolve(ShortcutsDialog);

function Site() {
  return (
    <>
      <input aria-label="Note" />
      <LazyModal load={load} modal={useShortcutsDialog()} />
    </>
  );
}

const dialog = () => screen.queryByRole('dialog', { name: 'Keyboard shortcuts' });

beforeEach(() => {
  window.localStorage.clear();
  delete document.documentElement.dataset.ready;
});

it('a question mark lists the shortcuts, but not while a text is written', async () => {
  renderScreen(<Site />);
  await userEvent.type(screen.getByRole('textbox', { name: 'Note' }), 'why?');
  expect(dialog()).toBeNull();

  await userEvent.click(document.body);
  await userEvent.keyboard('?');
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toHaveTextContent('Upvoteu');
});

it('shortcuts that are switched off do nothing, until they are switched on again', async () => {
  renderScreen(<Site />);
  await userEvent.keyboard('?');
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Single-key shortcuts' }));
  await userEvent.keyboard('{Escape}');
  expect(window.localStorage.getItem('shortcuts')).toBe('off');

  await userEvent.keyboard('?');
  expect(dialog()).toBeNull();
});

it('tells of a choice until the subscription ends', () => {
  const listener = jest.fn();
  const unsubscribe = subscribeToShortcuts(listener);
  setShortcuts(false);
  unsubscribe();
  setShortcuts(true);
  expect(listener).toHaveBeenCalledTimes(1);
});

it('opens for a question mark that was pressed before the scripts were there', async () => {
  document.documentElement.dataset.earlyKey = '?';
  renderScreen(<Site />);
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  expect(document.documentElement.dataset.ready).toBe('true');
});
