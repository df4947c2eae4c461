import { hotScore, RANKING_MIN_ACCOUNT_AGE_HOURS, rankAfter } from '@/lib/contract/plain/ranking';
import {
  SESSION_COOKIE,
  DEFAULT_DESTINATION,
  nounSlug,
  productPathFor,
  searchIndexName,
} from '@/lib/contract/plain/site';
import { withScheme } from '@/lib/contract/submission-fields';

it('derives paths and names from the noun', () => {
  expect(['tool', 'Component library', ' Café! ', '工具'].map(nounSlug)).toEqual([
    'tool',
    'component-library',
    'cafe',
    '',
  ]);
  expect(searchIndexName('Component library')).toBe('component-library-fyi');
  expect(productPathFor('Component library', 'ä b')).toBe('/component-library/%C3%A4%20b');
  expect([DEFAULT_DESTINATION, SESSION_COOKIE]).toEqual([
    '/account/bookmarks',
    { name: 'encrypted_token', path: '/' },
  ]);
});

it.each([
  ['', ''],
  ['example.com', 'https://example.com'],
  ['example.com:8080/a', 'https://example.com:8080/a'],
  ['http://example.com', 'http://example.com'],
  ['mailto:a@b.example', 'mailto:a@b.example'],
])('completes the link %j to %j', (typed, url) => {
  expect(withScheme(typed)).toBe(url);
});

it('gives ten times the upvotes the worth of a week, and ranks what has none below all others', () => {
  const at = (days: number) => new Date(days * 86_400_000);
  expect([0, 1, 2, 10].map((upvotes) => hotScore(upvotes, at(0)))).toEqual([-10_000, 0, Math.log10(2), 1]);
  expect(hotScore(1, at(7))).toBe(1);
  expect(hotScore(100, at(14))).toBe(4);
  expect(hotScore(0, at(36_500))).toBeLessThan(hotScore(1, at(0)));
  expect(RANKING_MIN_ACCOUNT_AGE_HOURS).toBe(24);
  expect(['31.abc', '1.a.b'].map(rankAfter)).toEqual([31, 1]);
});
