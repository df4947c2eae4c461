import { rememberIntendedRedirect, takeIntendedRedirect } from '@/lib/intended-redirect';

it('gives the remembered destination once, then the bookmarks', () => {
  rememberIntendedRedirect('/account/profile?status=approved');
  expect(takeIntendedRedirect()).toBe('/account/profile?status=approved');
  expect(takeIntendedRedirect()).toBe('/account/bookmarks');
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
