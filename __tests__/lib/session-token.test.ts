/**
 * @jest-environment-options {"url": "https://www.tools.example.com/"}
 */
import {
  clearSessionToken,
  storeSessionToken,
  readSessionToken,
  subscribeToSessionToken,
} from '@/lib/session-token';

const setCookie = jest.spyOn(document, 'cookie', 'set');

beforeEach(() => {
  document.cookie = 'encrypted_token=; Domain=example.com; Path=/; Max-Age=0';
  setCookie.mockClear();
});

it('stores the token for 30 days, for every path and the widest domain that the browser accepts', () => {
  jest.useFakeTimers({ now: new Date('2036-06-01T12:00:00.000Z') });
  try {
    storeSessionToken('one');
  } finally {
    jest.useRealTimers();
  }
  expect(readSessionToken()).toBe('one');
  expect(setCookie.mock.calls).toEqual([
    [
      'encrypted_token=one; path=/; domain=example.com; expires=Tue, 01 Jul 2036 12:00:00 GMT; sameSite=Lax; secure',
    ],
  ]);
});

it('does not touch a cookie that the server has already set', () => {
  document.cookie = 'encrypted_token=one; Domain=example.com; Path=/; Secure';
  setCookie.mockClear();
  storeSessionToken('one');
  expect(setCookie).not.toHaveBeenCalled();
});

it.each([0, -1])('clears the cookie for %i days', (days) => {
  storeSessionToken('one');
  storeSessionToken('one', days);
  expect(readSessionToken()).toBeUndefined();
});

it('calls each listener until it unsubscribes', () => {
  const heard: (string | undefined)[] = [];
  const stop = subscribeToSessionToken(() => heard.push(readSessionToken()));
  storeSessionToken('one');
  // The page returns from the back/forward cache or to the front.
  window.dispatchEvent(new Event('pageshow'));
  document.dispatchEvent(new Event('visibilitychange'));
  clearSessionToken();
  expect(heard).toEqual(['one', 'one', 'one', undefined]);

  stop();
  storeSessionToken('two');
  window.dispatchEvent(new Event('pageshow'));
  document.dispatchEvent(new Event('visibilitychange'));
  expect(heard).toHaveLength(4);
});

it('calls each listener when another tab changes the token', () => {
  const channels: EventTarget[] = [];
  class Channel extends EventTarget {
    constructor() {
      super();
      channels.push(this);
    }
    postMessage = jest.fn();
  }
  Object.defineProperty(globalThis, 'BroadcastChannel', { configurable: true, value: Channel });
  try {
    const listener = jest.fn();
    const stop = subscribeToSessionToken(listener);
    channels[0]?.dispatchEvent(new Event('message'));
    expect(listener).toHaveBeenCalledTimes(1);

    stop();
    channels[0]?.dispatchEvent(new Event('message'));
    expect(listener).toHaveBeenCalledTimes(1);
  } finally {
    Reflect.deleteProperty(globalThis, 'BroadcastChannel');
  }
});
