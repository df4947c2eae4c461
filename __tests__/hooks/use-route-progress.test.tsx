import { act, waitFor } from '@testing-library/react';
import nprogress from 'nprogress';
import { useRouteProgress } from '@/hooks/use-app';
import { renderScreen } from '../setup/render-screen';

function Page() {
  useRouteProgress();
  return null;
}

const bar = () => document.getElementById('nprogress');
const isRunning = () => nprogress.status !== null && nprogress.status < 1;

afterEach(() => jest.useRealTimers());

it('shows the bar during a route change and for 500 ms after it', async () => {
  const { events } = renderScreen(<Page />);
  events.emit('routeChangeStart', '/new', { shallow: false });
  await waitFor(() => expect(bar()).toBeInTheDocument());

  jest.useFakeTimers();
  events.emit('routeChangeComplete', '/new');
  await act(() => jest.advanceTimersByTimeAsync(499));
  expect(isRunning()).toBe(true);
  await act(() => jest.advanceTimersByTimeAsync(1));
  expect(isRunning()).toBe(false);
  await act(() => jest.advanceTimersByTimeAsync(1_000));
  expect(bar()).toBeNull();
});

it('hides the bar after a failed route change, unless another one starts within 500 ms', async () => {
  const { events } = renderScreen(<Page />);
  events.emit('routeChangeStart', '/new', { shallow: false });
  await waitFor(() => expect(bar()).toBeInTheDocument());

  jest.useFakeTimers();
  events.emit('routeChangeError', new Error('Cancelled'), '/new');
  await act(() => jest.advanceTimersByTimeAsync(300));
  events.emit('routeChangeStart', '/tags', { shallow: false });
  await act(() => jest.advanceTimersByTimeAsync(3_000));
  expect(bar()).toBeInTheDocument();

  events.emit('routeChangeComplete', '/tags');
  await act(() => jest.advanceTimersByTimeAsync(2_000));
  expect(bar()).toBeNull();
});

it('hides the bar 500 ms after the last of two ends', async () => {
  const { events } = renderScreen(<Page />);
  events.emit('routeChangeStart', '/new', { shallow: false });
  await waitFor(() => expect(bar()).toBeInTheDocument());

  jest.useFakeTimers();
  events.emit('routeChangeError', new Error('Cancelled'), '/new');
  await act(() => jest.advanceTimersByTimeAsync(300));
  events.emit('routeChangeComplete', '/tags');
  await act(() => jest.advanceTimersByTimeAsync(499));
  expect(isRunning()).toBe(true);
  await act(() => jest.advanceTimersByTimeAsync(1_001));
  expect(bar()).toBeNull();
});

it('shows no bar for a change of the query on the same page, nor after the site has ended', async () => {
  const { events, unmount } = renderScreen(<Page />);
  jest.useFakeTimers();
  events.emit('routeChangeStart', '/?tag=x', { shallow: true });
  await act(() => jest.advanceTimersByTimeAsync(1_000));
  expect(bar()).toBeNull();

  unmount();
  events.emit('routeChangeStart', '/new', { shallow: false });
  events.emit('routeChangeComplete', '/new');
  events.emit('routeChangeError', new Error('Cancelled'), '/new');
  expect(jest.getTimerCount()).toBe(0);
  await act(() => jest.advanceTimersByTimeAsync(1_000));
  expect(bar()).toBeNull();
});
