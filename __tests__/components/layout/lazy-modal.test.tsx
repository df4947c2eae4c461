import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { LazyModal } from '@/components/layout/app-parts';

const Modal = () => <p>The modal</p>;
const notice = "This couldn't be loaded. Check your connection and try again.";

/** A loader that fails the given number of times, then succeeds. */
function loaderThatFails(times: number) {
  let calls = 0;
  const load = () => (++calls > times ? Promise.resolve(Modal) : Promise.reject(new Error('Offline.')));
  return { load, calls: () => calls };
}

const closed = { isOpen: false, wasOpened: false, close: () => undefined };
const opened = { isOpen: true, wasOpened: true, close: () => undefined };

it('is loaded when it is first opened, and not before', async () => {
  const { load, calls } = loaderThatFails(0);
  const { rerender } = render(<LazyModal load={load} modal={closed} />);
  expect(calls()).toBe(0);
  rerender(<LazyModal load={load} modal={opened} />);
  expect(document.body.textContent).toBe('');
  expect(await screen.findByText('The modal')).toBeInTheDocument();
  expect(calls()).toBe(1);
});

it('shows a message after each failed attempt until one succeeds', async () => {
  const { load, calls } = loaderThatFails(2);
  render(<LazyModal load={load} modal={opened} />);
  for (const attempts of [1, 2]) {
    expect(await screen.findByText(notice)).toBeInTheDocument();
    expect(calls()).toBe(attempts);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  }
  expect(await screen.findByText('The modal')).toBeInTheDocument();
  expect(screen.queryByText(notice)).not.toBeInTheDocument();
});

it('hides the message of a failure once it is closed', async () => {
  const { load } = loaderThatFails(1);
  const { rerender } = render(<LazyModal load={load} modal={opened} />);
  await screen.findByText(notice);
  rerender(<LazyModal load={load} modal={{ ...opened, isOpen: false }} />);
  expect(screen.queryByText(notice)).not.toBeInTheDocument();
});

it('shows one message at a time: a later failure closes the message of an earlier one', async () => {
  const [search, signIn] = [loaderThatFails(1), loaderThatFails(1)];
  const close = jest.fn();
  const { rerender } = render(
    <>
      <LazyModal load={search.load} modal={{ ...opened, close }} />
      <LazyModal load={signIn.load} modal={closed} />
    </>,
  );
  expect(await screen.findByText(notice)).toBeInTheDocument();
  rerender(
    <>
      <LazyModal load={search.load} modal={{ ...opened, close }} />
      <LazyModal load={signIn.load} modal={opened} />
    </>,
  );
  await waitFor(() => expect(close).toHaveBeenCalledTimes(1));
});
