import { createHash } from 'node:crypto';
import { waitFor } from '@testing-library/react';
import { createServerPopup } from '@/lib/identity/server-popup';
import { fakePopups } from '../../setup/fake-popups';

const url = 'http://localhost/api/identity/local';

async function warmExchange() {
  const exchange = createServerPopup({ url });
  await exchange.warmUp();
  return exchange;
}

/** The result or failure of a sign-in, without waiting for it. */
function watch(signIn: Promise<unknown>) {
  const seen: { result?: unknown; failure?: unknown } = {};
  signIn.then(
    (result) => Object.assign(seen, { result }),
    (failure: unknown) => Object.assign(seen, { failure }),
  );
  return seen;
}

const settle = () => jest.advanceTimersByTimeAsync(0);

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('opens a popup of 500 by 600 during the click after warm-up', async () => {
  const popups = fakePopups();
  const exchange = await warmExchange();

  const seen = watch(exchange.signIn('github.com'));

  expect(popups).toHaveLength(1);
  expect(popups[0]?.features).toMatch(/^popup,width=500,height=600,/);
  expect(popups[0]?.url.href.split('?')[0]).toBe(url);
  expect(popups[0]?.url.searchParams.get('provider')).toBe('github.com');
  expect(popups[0]?.url.searchParams.get('origin')).toBe('http://localhost');
  expect(seen).toEqual({});
  exchange.cancel();
});

it('returns the code as access token and the verifier of the challenge as ID token', async () => {
  const popups = fakePopups();
  const signIn = (await warmExchange()).signIn('google.com');
  popups[0]?.post({ code: 'a-code' });

  const { idToken, ...rest } = await signIn;
  expect(rest).toEqual({ provider: 'google.com', accessToken: 'a-code' });
  expect(createHash('sha256').update(idToken).digest('base64url')).toBe(
    popups[0]?.url.searchParams.get('code_challenge'),
  );
  expect(popups[0]?.isClosed()).toBe(true);
});

it('stops looking once the popup is closed, and waits for the rest of the grace period only', async () => {
  const popups = fakePopups();
  const exchange = await warmExchange();
  const timerCount = jest.getTimerCount();
  watch(exchange.signIn('google.com'));
  popups[0]?.close();
  await jest.advanceTimersByTimeAsync(4_000);

  expect(jest.getTimerCount()).toBe(timerCount + 1);
  exchange.cancel();
});

it('leaves no timer behind after a sign-in', async () => {
  const popups = fakePopups();
  const timerCount = jest.getTimerCount();
  const signIn = (await warmExchange()).signIn('google.com');
  expect(jest.getTimerCount()).toBe(timerCount + 1);
  popups[0]?.post({ code: 'a-code' });
  await signIn;

  expect(jest.getTimerCount()).toBe(timerCount);
});

it('uses each challenge and each state once', async () => {
  const popups = fakePopups();
  const exchange = await warmExchange();
  for (let press = 0; press < 3; press++) {
    watch(exchange.signIn('google.com'));
    await exchange.warmUp();
  }
  exchange.cancel();

  for (const name of ['code_challenge', 'state']) {
    expect(new Set(popups.map((popup) => popup.url.searchParams.get(name))).size).toBe(3);
  }
});

it('ignores messages from another origin, window or sign-in', async () => {
  const popups = fakePopups();
  const exchange = await warmExchange();
  const seen = watch(exchange.signIn('google.com'));

  popups[0]?.post({ origin: 'https://evil.example' });
  popups[0]?.post({ source: window });
  popups[0]?.post({ state: 'x'.repeat(43) });
  await settle();
  expect(seen).toEqual({});

  popups[0]?.post();
  await settle();
  expect(seen).toMatchObject({ result: { accessToken: 'code' } });
});

it('closes the previous popup for a new one, and rejects it as replaced', async () => {
  const popups = fakePopups();
  const exchange = await warmExchange();
  const first = watch(exchange.signIn('google.com'));
  await exchange.warmUp();
  const second = watch(exchange.signIn('github.com'));
  await settle();

  expect(popups.map((popup) => popup.isClosed())).toEqual([true, false]);
  expect(first).toMatchObject({ failure: { reason: 'replaced' } });

  popups[1]?.post();
  await settle();
  expect(second).toMatchObject({ result: { provider: 'github.com' } });
});

it('opens one popup for two clicks before warm-up', async () => {
  jest.useRealTimers();
  const popups = fakePopups();
  const exchange = createServerPopup({ url });
  const seen = [watch(exchange.signIn('google.com')), watch(exchange.signIn('google.com'))];
  await waitFor(() => expect(seen[0]).toMatchObject({ failure: { reason: 'replaced' } }));
  await waitFor(() => expect(popups.filter((popup) => !popup.isClosed())).toHaveLength(1));

  expect(seen[1]).toEqual({});
  exchange.cancel();
});

it('rejects a popup that was closed eight seconds later', async () => {
  const popups = fakePopups();
  const seen = watch((await warmExchange()).signIn('google.com'));
  await jest.advanceTimersByTimeAsync(60_000);
  expect(seen).toEqual({});

  popups[0]?.close();
  await jest.advanceTimersByTimeAsync(7_900);
  expect(seen).toEqual({});
  await jest.advanceTimersByTimeAsync(400);
  expect(seen).toMatchObject({
    failure: {
      reason: 'closed',
      message: 'The popup has been closed by the user before finalizing the operation.',
    },
  });
});

it('accepts a message that the popup posted just before it was closed', async () => {
  const popups = fakePopups();
  const seen = watch((await warmExchange()).signIn('google.com'));
  popups[0]?.close();
  await jest.advanceTimersByTimeAsync(5_000);
  popups[0]?.post();
  await settle();

  expect(seen).toMatchObject({ result: { accessToken: 'code' } });
});

it('rejects a blocked popup', async () => {
  fakePopups({ areBlocked: true });
  const exchange = await warmExchange();

  await expect(exchange.signIn('google.com')).rejects.toMatchObject({
    reason: 'blocked',
    message: 'Unable to establish a connection with the popup. It may have been blocked by the browser.',
  });
});

it('closes the popup when it is cancelled', async () => {
  const popups = fakePopups();
  const exchange = await warmExchange();
  const seen = watch(exchange.signIn('google.com'));
  exchange.cancel();
  await settle();

  expect(popups[0]?.isClosed()).toBe(true);
  expect(seen).toMatchObject({ failure: { reason: 'replaced' } });
});
