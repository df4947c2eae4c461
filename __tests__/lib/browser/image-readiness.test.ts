import { waitUntilReady } from '@/lib/browser/image-readiness';
import { env } from '@/lib/env';

const src = '/api/images/aaaaaaaaaaaaaaaaaaaaaa/card.webp';
let requestedAtMs: number[] = [];

/** Answers requests with these statuses in order, and repeats the last status. 0 stands for no connection. */
function answer(...statuses: number[]) {
  requestedAtMs = [];
  window.fetch = () => {
    requestedAtMs.push(Date.now());
    const status = (statuses.length > 1 ? statuses.shift() : statuses[0]) ?? 0;
    return status === 0
      ? Promise.reject(new TypeError('Failed to fetch'))
      : Promise.resolve(new Response(null, { status }));
  };
}

beforeEach(() => jest.useFakeTimers({ now: 0 }));
afterEach(() => jest.useRealTimers());

it.each([
  ['ready', 200],
  ['rejected', 404],
  ['rejected', 415],
  ['rejected', 499],
  ['unknown', 500],
  ['unknown', 0],
])('is %s after a first answer of %d', async (readiness, status) => {
  answer(status);
  expect(await waitUntilReady(src, new AbortController().signal)).toBe(readiness);
  expect(requestedAtMs).toEqual([0]);
});

it.each([
  [src, '', true],
  ['http://localhost/api/images/a/card.webp', '', true],
  ['https://bucket.example/api/images/a/card.webp', '', false],
  ['/tiles/a.svg', '', false],
  ['https://api.example/images/a.webp', 'https://api.example', true],
  ['https://api.example.evil.example/images/a.webp', 'https://api.example', false],
  [src, 'https://api.example', false],
])('tells the page in originUrl to the product server alone: %s of %j', async (asked, serverURL, isTold) => {
  const headers: unknown[] = [];
  window.fetch = (_url, init) => {
    headers.push(init?.headers);
    return Promise.resolve(new Response(null, { status: 200 }));
  };
  jest.replaceProperty(env, 'serverURL', serverURL);
  await waitUntilReady(asked, new AbortController().signal);
  jest.restoreAllMocks();
  expect(headers).toEqual([isTold ? { originUrl: 'http://localhost/' } : {}]);
});

it('waits longer each time while the image is processed', async () => {
  answer(423, 423, 423, 423, 423, 423, 200);
  let processingCount = 0;
  const readiness = waitUntilReady(src, new AbortController().signal, () => (processingCount += 1));
  await jest.advanceTimersByTimeAsync(60_000);

  expect(await readiness).toBe('ready');
  expect(requestedAtMs).toEqual([0, 1_000, 3_000, 7_000, 15_000, 25_000, 35_000]);
  expect(processingCount).toBe(6);
});

it('gives up after 16 requests', async () => {
  answer(423);
  const readiness = waitUntilReady(src, new AbortController().signal);
  await jest.advanceTimersByTimeAsync(600_000);
  expect(await readiness).toBe('unknown');
  expect(requestedAtMs).toHaveLength(16);
});

it('stops when it is aborted', async () => {
  answer(423);
  const controller = new AbortController();
  const readiness = waitUntilReady(src, controller.signal);
  await jest.advanceTimersByTimeAsync(500);
  controller.abort();
  expect(await readiness).toBe('unknown');
  expect(jest.getTimerCount()).toBe(0);
  expect(requestedAtMs).toEqual([0]);
});
