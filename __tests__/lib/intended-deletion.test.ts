import {
  forgetIntendedDeletion,
  rememberIntendedDeletion,
  takeIntendedDeletion,
} from '@/lib/intended-deletion';

it('is taken once, and by the same user only', () => {
  rememberIntendedDeletion('1');
  expect([takeIntendedDeletion('1'), takeIntendedDeletion('1')]).toEqual([true, false]);

  rememberIntendedDeletion('1');
  expect([takeIntendedDeletion('2'), takeIntendedDeletion('1')]).toEqual([false, false]);

  rememberIntendedDeletion('1');
  forgetIntendedDeletion();
  expect(takeIntendedDeletion('1')).toBe(false);
});

it.each([
  [10 * 60_000 - 1, true],
  [10 * 60_000, false],
])('after %d ms is %s', (agoMs, isThere) => {
  jest.useFakeTimers({ now: 1_000_000 });
  try {
    rememberIntendedDeletion('1');
    jest.setSystemTime(1_000_000 + agoMs);
    expect(takeIntendedDeletion('1')).toBe(isThere);
  } finally {
    jest.useRealTimers();
  }
});
