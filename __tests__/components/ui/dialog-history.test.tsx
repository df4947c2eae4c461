import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import Router from 'next/router';
import { useState } from 'react';
import { Dialog } from '@/components/ui/dialog';

/** The states that the moves in the history have led to. */
const moves: unknown[] = [];
/** The keys of the pages that the router has loaded after them. */
const loaded: unknown[] = [];
let isForRouter: (state: unknown) => boolean = () => true;

/** Listens like the router of Next, which jsdom cannot run: before the history is watched. */
beforeAll(() => {
  window.addEventListener('popstate', ({ state }: PopStateEvent) => {
    moves.push(state);
    if (isForRouter(state)) loaded.push(keyOf(state));
  });
  Reflect.set(Router, 'router', {
    beforePopState: (callback: typeof isForRouter) => (isForRouter = callback),
  });
});

const keyOf = (state: unknown) => typeof state === 'object' && state && 'key' in state && state.key;
function current(): object {
  const state: unknown = window.history.state;
  return { ...(typeof state === 'object' && state), path: window.location.pathname };
}
const dialog = () => screen.queryByRole('dialog');
const open = () => userEvent.click(screen.getByRole('button', { name: 'Open' }));
const go = (steps: number) => act(() => window.history.go(steps));

function Page() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button onClick={() => setIsOpen(true)}>Open</button>
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} labelledBy="name">
        <h2 id="name">Choose</h2>
      </Dialog>
    </>
  );
}

/** Two pages, the second one shown. */
beforeEach(() => {
  window.history.pushState({ key: 'first' }, '', '/first');
  window.history.pushState({ key: 'second' }, '', '/second');
  moves.splice(0);
  loaded.splice(0);
  render(<Page />);
});

it('leaves Back to the dialog: the router loads nothing, and the next Back leads to the page before', async () => {
  await open();
  expect(current()).toEqual({ key: 'second', isDialog: true, path: '/second' });
  go(-1);
  await waitFor(() => expect(dialog()).toBeNull());
  expect(current()).toEqual({ key: 'second', path: '/second' });
  expect(loaded).toEqual([]);

  go(-1);
  await waitFor(() => expect(loaded).toEqual(['first']));
});

it('goes back by itself from the entry of a dialog that has closed', async () => {
  await open();
  go(-1);
  await waitFor(() => expect(dialog()).toBeNull());
  go(1);
  const [page, entry] = [{ key: 'second' }, { key: 'second', isDialog: true }];
  await waitFor(() => expect(moves).toEqual([page, entry, page]));
  expect([dialog(), loaded]).toEqual([null, []]);
});

it('loads the page below that entry after a move of several steps, once', async () => {
  await open();
  go(-1);
  await waitFor(() => expect(dialog()).toBeNull());
  go(-1);
  await waitFor(() => expect(loaded).toEqual(['first']));
  go(2);
  const [page, entry] = [{ key: 'second' }, { key: 'second', isDialog: true }];
  await waitFor(() => expect(moves).toEqual([page, { key: 'first' }, entry, page]));
  expect(loaded).toEqual(['first', 'second']);
});

it('closes the dialog for a move of several steps, and loads the page that it leads to', async () => {
  await open();
  go(-2);
  await waitFor(() => expect(dialog()).toBeNull());
  expect(current()).toEqual({ key: 'first', path: '/first' });
  expect(loaded).toEqual(['first']);
});

it('keeps its entry when the page only changes what it stores in the history', async () => {
  await open();
  window.history.replaceState({ key: 'second', place: 600 }, '', '/second');
  expect(current()).toEqual({ key: 'second', place: 600, isDialog: true, path: '/second' });
  window.history.replaceState({ key: 'second', place: 700 }, '');
  expect(current()).toEqual({ key: 'second', place: 700, isDialog: true, path: '/second' });
});

it('gets another entry above a page that replaces the one below', async () => {
  await open();
  window.history.replaceState({ key: 'other' }, '', '/other');
  expect(current()).toEqual({ key: 'other', path: '/other' });
  await waitFor(() => expect(current()).toEqual({ key: 'other', isDialog: true, path: '/other' }));

  go(-1);
  await waitFor(() => expect(dialog()).toBeNull());
  expect(current()).toEqual({ key: 'other', path: '/other' });
});

it('makes a change that comes while its entry is being left after that, at the page', async () => {
  await open();
  fireEvent.keyDown(document.body, { key: 'Escape' });
  await Promise.resolve();
  // At once: the browser has not gone back yet.
  window.history.replaceState({ key: 'second', place: 600 }, '', '/second');
  expect(current()).toHaveProperty('isDialog');

  await waitFor(() => expect(current()).toEqual({ key: 'second', place: 600, path: '/second' }));
  expect(loaded).toEqual([]);
});
