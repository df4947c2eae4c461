import { rememberIntendedRedirect, takeIntendedRedirect } from '@/lib/intended-redirect';

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
  '/\\evil.example',
  '/.//evil.example/',
  '/a/..//evil.example/',
  'javascript:alert(1)',
])('never follows %s off the site', (path) => {
  rememberIntendedRedirect(path);
  expect(takeIntendedRedirect()).toBe('/account/bookmarks');
});
