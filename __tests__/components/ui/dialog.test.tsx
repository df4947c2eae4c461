import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Dialog } from '@/components/ui/dialog';
import { PAGE_ID } from '@/components/ui/dialog-entry';

function Page() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <div id={PAGE_ID}>
        <button onClick={() => setIsOpen(true)}>Open</button>
      </div>
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} labelledBy="name">
        <h2 id="name">Choose</h2>
        <button>First</button>
        <input aria-label="Wanted" data-autofocus />
      </Dialog>
    </>
  );
}

const open = () => userEvent.click(screen.getByRole('button', { name: 'Open' }));
const dialog = () => screen.queryByRole('dialog', { name: 'Choose' });

it('makes the page inert and unscrollable only while it is open', async () => {
  render(<Page />);
  await open();
  expect(document.getElementById(PAGE_ID)).toHaveProperty('inert', true);
  expect(document.documentElement).toHaveStyle({ overflow: 'hidden' });

  await userEvent.keyboard('{Escape}');
  expect(dialog()).toBeNull();
  expect(document.getElementById(PAGE_ID)).toHaveProperty('inert', false);
  expect(document.documentElement).not.toHaveStyle({ overflow: 'hidden' });
});

it('focuses the field with data-autofocus, and returns the focus to its opener', async () => {
  render(<Page />);
  await open();
  expect(screen.getByRole('textbox', { name: 'Wanted' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus();
});

// The keys and states of https://www.w3.org/WAI/ARIA/apg/patterns/dialog-modal/
it('is modal and named, and Tab and Shift+Tab move around inside it', async () => {
  render(<Page />);
  await open();
  expect(dialog()).toHaveAttribute('aria-modal', 'true');
  const [first, wanted] = [screen.getByRole('button', { name: 'First' }), screen.getByRole('textbox')];
  expect(wanted).toHaveFocus();
  for (const next of [first, wanted, first]) {
    await userEvent.tab();
    expect(next).toHaveFocus();
  }
  for (const next of [wanted, first, wanted]) {
    await userEvent.tab({ shift: true });
    expect(next).toHaveFocus();
  }
  // The dialog itself has the focus after a click on its text.
  act(() => dialog()?.focus());
  await userEvent.tab({ shift: true });
  expect(wanted).toHaveFocus();
});

it('stays open when a drag that began inside ends on the backdrop', async () => {
  render(<Page />);
  await open();
  const backdrop = dialog()?.parentElement;
  if (!backdrop) throw new Error('The dialog has no backdrop.');

  // The press may have begun before the dialog opened, or in the dialog.
  fireEvent.click(backdrop);
  expect(dialog()).toBeInTheDocument();
  fireEvent.mouseDown(screen.getByRole('textbox', { name: 'Wanted' }));
  fireEvent.click(backdrop);
  expect(dialog()).toBeInTheDocument();

  fireEvent.mouseDown(backdrop);
  fireEvent.click(backdrop);
  expect(dialog()).toBeNull();
});

describe('in the history of the tab', () => {
  const back = () => act(() => window.history.back());
  const isOnDialogEntry = () => JSON.stringify(window.history.state).includes('isDialog');

  it('closes on Back, and the page under it stays', async () => {
    render(<Page />);
    const url = window.location.href;
    await open();
    expect(isOnDialogEntry()).toBe(true);

    back();
    await waitFor(() => expect(dialog()).toBeNull());
    expect(window.location.href).toBe(url);
    expect(isOnDialogEntry()).toBe(false);
  });

  it('takes its entry back when it is closed otherwise', async () => {
    render(<Page />);
    await open();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(isOnDialogEntry()).toBe(false));
  });

  it('goes back before a navigation that starts as it closes', async () => {
    render(<Page />);
    await open();
    const entries = window.history.length;
    await userEvent.keyboard('{Escape}');
    // At once: the browser has not gone back yet.
    window.history.pushState({ key: 'next' }, '', '/next');

    await waitFor(() => expect(window.location.pathname).toBe('/next'));
    expect(window.history.state).toEqual({ key: 'next' });
    expect(window.history.length).toBe(entries);
  });

  it('gives its entry to a navigation from inside', async () => {
    render(<Page />);
    await open();
    const entries = window.history.length;
    window.history.pushState({ key: 'inside' }, '', '/inside');
    expect(window.history.length).toBe(entries);

    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(window.history.state).toEqual({ key: 'inside' }));
    expect(window.location.pathname).toBe('/inside');
  });

  it('gets another entry when it stays open above the next page, so that Back closes it there, too', async () => {
    render(<Page />);
    await open();
    // The navigation began before the dialog opened.
    window.history.pushState({ key: 'late' }, '', '/late');
    await waitFor(() => expect(isOnDialogEntry()).toBe(true));

    back();
    await waitFor(() => expect(dialog()).toBeNull());
    expect(window.location.pathname).toBe('/late');
    expect(window.history.state).toEqual({ key: 'late' });
  });
});
