import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Dialog, PAGE_ID } from '@/components/ui/dialog';

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

it('makes the page inert and unscrollable while it is open, and no longer', async () => {
  render(<Page />);
  await open();
  expect(document.getElementById(PAGE_ID)).toHaveProperty('inert', true);
  expect(document.documentElement).toHaveStyle({ overflow: 'hidden' });

  await userEvent.keyboard('{Escape}');
  expect(dialog()).toBeNull();
  expect(document.getElementById(PAGE_ID)).toHaveProperty('inert', false);
  expect(document.documentElement).not.toHaveStyle({ overflow: 'hidden' });
});

it('focuses the field that asks for it, and gives the focus back', async () => {
  render(<Page />);
  await open();
  expect(screen.getByRole('textbox', { name: 'Wanted' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus();
});

it('stays open when a drag that began inside ends on the backdrop', async () => {
  render(<Page />);
  await open();
  const backdrop = dialog()?.parentElement;
  if (!backdrop) throw new Error('The dialog has no backdrop.');

  fireEvent.mouseDown(screen.getByRole('textbox', { name: 'Wanted' }));
  fireEvent.click(backdrop);
  expect(dialog()).toBeInTheDocument();

  fireEvent.mouseDown(backdrop);
  fireEvent.click(backdrop);
  expect(dialog()).toBeNull();
});
