import { jest } from '@jest/globals';
import { JobWaker } from '@/server/base/job-waker';

/** Starts a wait, and tells whether it is over. */
function startWait(waker: JobWaker, job: string, ms: number, signal = new AbortController().signal) {
  const wait = { isOver: false };
  void waker.wait(job, ms, signal).then(() => (wait.isOver = true));
  return wait;
}
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  expect(jest.getTimerCount()).toBe(0);
  jest.useRealTimers();
});

it('waits as long as it is told to', async () => {
  const wait = startWait(new JobWaker(), 'mail', 1_000);
  await pass(999);
  expect(wait.isOver).toBe(false);
  await pass(1);
  expect(wait.isOver).toBe(true);
});

it('wakes one job, once', async () => {
  const waker = new JobWaker();
  const [mail, images] = [startWait(waker, 'mail', 1_000), startWait(waker, 'images', 500)];
  waker.wake('mail');
  await pass(0);
  expect([mail.isOver, images.isOver]).toEqual([true, false]);

  const next = startWait(waker, 'mail', 1_000);
  await pass(999);
  expect([next.isOver, images.isOver]).toEqual([false, true]);
  await pass(1);
  expect(next.isOver).toBe(true);
});

it('does not wait when the job was woken since the last wait, and waits again the next time', async () => {
  const waker = new JobWaker();
  waker.wake('mail');
  waker.wake('mail');
  const first = startWait(waker, 'mail', 1_000);
  await pass(0);
  expect(first.isOver).toBe(true);
  const second = startWait(waker, 'mail', 1_000);
  await pass(0);
  expect(second.isOver).toBe(false);
  await pass(1_000);
});

it('ends when the signal is aborted, and does not begin afterwards', async () => {
  const waker = new JobWaker();
  const stopping = new AbortController();
  const wait = startWait(waker, 'mail', 1_000, stopping.signal);
  stopping.abort();
  await pass(0);
  expect(wait.isOver).toBe(true);
  const late = startWait(waker, 'mail', 1_000, stopping.signal);
  await pass(0);
  expect(late.isOver).toBe(true);
});
