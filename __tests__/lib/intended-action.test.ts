import {
  forgetIntendedDeletion,
  rememberIntendedDeletion,
  rememberIntendedRedirect,
  takeIntendedDeletion,
  takeIntendedRedirect,
} from '@/lib/browser/intended-action';

it('returns the stored destination once, then the bookmarks', () => {
  rememberIntendedRedirect('/account/profile?status=approved');
  expect(takeIntendedRedirect()).toBe('/account/profile?status=approved');
  expect(takeIntendedRedirect()).toBe('/account/bookmarks');
});

it('works without a stored destination when the browser denies storage', () => {
  const refuse = () => {
    throw new DOMException('Refused', 'SecurityError');
  };
  const storage = jest.spyOn(window, 'sessionStorage', 'get').mockImplementation(refuse);
  try {
    rememberIntendedRedirect('/account/submit');
    expect(takeIntendedRedirect()).toBe('/account/bookmarks');
  } finally {
    storage.mockRestore();
  }
});

it.each([
  'https://evil.example/',
  '//evil.example/',
  'http://[',
  '/\\evil.example',
  '/.//evil.example/',
  '/a/..//evil.example/',
  'javascript:alert(1)',
])('never follows %s off the site', (path) => {
  rememberIntendedRedirect(path);
  expect(takeIntendedRedirect()).toBe('/account/bookmarks');
});

it('returns an intended deletion once, and by the same user only', () => {
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
])('keeps an intended deletion for ten minutes: after %d ms, %s', (agoMs, isThere) => {
  jest.useFakeTimers({ now: 1_000_000 });
  try {
    rememberIntendedDeletion('1');
    jest.setSystemTime(1_000_000 + agoMs);
    expect(takeIntendedDeletion('1')).toBe(isThere);
  } finally {
    jest.useRealTimers();
  }
});
