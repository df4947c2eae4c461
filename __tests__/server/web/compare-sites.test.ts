import type { PageFingerprint } from '@/lib/contract/site-check';
import { compareSites } from '@/server/web/compare-sites';
import { fingerprintPage } from '@/server/web/page-fingerprint';
import { shown } from '../../setup/shown';

const product = { name: 'Quilt', tagline: 'Sews blankets', url: 'https://quilt.example/' };
const page = (title: string, extra: object) => ({
  ...fingerprintPage(`<title>${title}</title>`, new URL('https://quilt.example/')),
  ...extra,
});
const findingOf = (tagline: string, extra: object) =>
  compareSites({
    ...{ product: { ...product, tagline }, baseline: undefined, hasMoved: false },
    page: page('Quilt', extra),
  }).finding;

it.each([
  ['Sews blankets', { gambling: 4 }, 'changed'],
  ['Sews blankets', { gambling: 3 }, 'fine'],
  ['Counts the odds of poker', { gambling: 100 }, 'fine'],
  ['Sews blankets', { parking: 2 }, 'changed'],
  ['Sews blankets', { parking: 1 }, 'fine'],
  ['Finds a free domain', { parking: 100 }, 'fine'],
])('a site that says "%s", on its first visit with %j, is %s', (tagline, extra, finding) => {
  expect(findingOf(tagline, extra)).toBe(finding);
});

it.each([
  ['Pin', 40, 'changed'],
  ['Spin', 40, 'fine'],
  ['Pin', 39, 'unsure'],
])('a page on another domain about spinning is, for %s and with %i words, %s', (name, wordCount, finding) => {
  const elsewhere = {
    url: 'https://wheels.test/',
    domain: 'wheels.test',
    excerpt: 'Spinning wheels',
    wordCount,
  };
  const visit = { product: { ...product, name }, baseline: undefined, hasMoved: false };
  expect(compareSites({ ...visit, page: page('Welcome', elsewhere) }).finding).toBe(finding);
});

it.each([
  ['https://quilt.example/', 'https://quilt.example/en/', undefined],
  ['https://quilt.example/', 'https://app.quilt.example/', undefined],
  ['https://quilt.test/', 'https://quilts.test/', 'https://quilts.test/'],
  ['https://quilt.example/sew', 'https://quilt.example/', 'https://quilt.example/'],
])('a product at %s whose address leads to %s for good has moved to %s', (listed, url, movedTo) => {
  const visit = { product: { ...product, url: listed }, baseline: undefined, hasMoved: true };
  expect(shown(compareSites({ ...visit, page: page('Quilt sews blankets', { url }) }))).toEqual({
    finding: 'fine',
    movedTo,
  });
});

describe('a visit after one that was fine', () => {
  const words = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => `word${from + index}`).join(' ');
  const seen = (title: string, text: string, extra: Partial<PageFingerprint> = {}): PageFingerprint => ({
    ...fingerprintPage(`<title>${title}</title><p>${text}</p>`, new URL('https://quilt.example/')),
    language: null,
    ...extra,
  });
  const before = seen('Blankets of old', words(0, 60));
  const other = { domain: 'bank.test', url: 'https://bank.test/' };
  const compare = (page: PageFingerprint, { hasMoved = false, baseline = before } = {}) =>
    compareSites({ product, baseline, hasMoved, page });

  it.each([
    ['the same words', seen('Sale', words(0, 60)), 'fine', undefined],
    [
      'a sixth of the words',
      seen('Sale', `${words(50, 60)} x`),
      'changed',
      'The page has another text and another title.',
    ],
    ['most of the words', seen('Sale', words(20, 60)), 'fine', undefined],
    [
      'two words of the title',
      seen('Blankets of the old sort, old', words(100, 60)),
      'changed',
      'The page has another text and another title.',
    ],
    [
      'the long words of the title',
      seen('Old blankets here', words(100, 60)),
      'changed',
      'The page has another text and another title.',
    ],
    ['the same title and little text', seen('Blankets of old', 'Hello'), 'fine', undefined],
    [
      'another title and little text',
      seen('Sale', 'Hello'),
      'unsure',
      'The page has too little text to compare.',
    ],
    [
      'another domain',
      seen('Sale', words(100, 60), other),
      'changed',
      'The address leads to bank.test instead of quilt.example.',
    ],
    [
      'another domain with little text',
      seen('Sale', 'Hello', other),
      'unsure',
      'The address leads to bank.test, to a page that cannot be compared.',
    ],
    [
      'a login of another domain',
      seen('Sale', words(100, 60), { ...other, url: 'https://bank.test/login' }),
      'unsure',
      'The address leads to bank.test, to a page that cannot be compared.',
    ],
    ['another domain with the same words', seen('Sale', words(0, 60), other), 'fine', undefined],
    [
      'a page before the real one',
      seen('Sale', words(100, 60), { isInterstitial: true }),
      'unsure',
      'The site shows a page before or instead of its own.',
    ],
    [
      'the same words about captchas',
      seen('Sale', words(0, 60), { isInterstitial: true }),
      'fine',
      undefined,
    ],
    [
      'an offer of the domain',
      seen('Sale', words(0, 60), { parking: 2 }),
      'changed',
      'The page seems to offer or to park the domain.',
    ],
    [
      'the words of gambling',
      seen('Sale', words(0, 60), { gambling: 4 }),
      'changed',
      'The page has the words of gambling or other lures, which it did not have before.',
    ],
  ])('that finds %s', (_, page, finding, problem) => {
    expect(shown(compare(page))).toEqual({ finding, ...(problem !== undefined && { problem }) });
  });

  it('that leads to a login for good, or finds a text in another language', () => {
    const login = seen('Sale', words(100, 60), { ...other, url: 'https://bank.test/login' });
    expect(compare(login, { hasMoved: true }).finding).toBe('changed');
    const german = seen('Sale', words(100, 60), { language: 'deu' });
    expect(shown(compare(german, { baseline: { ...before, language: 'eng' } }))).toEqual({
      finding: 'changed',
      problem: 'The page has another text in another language.',
    });
    const parked = { parking: 3, gambling: 2 };
    const same = seen('Sale', words(0, 60), { parking: 3, gambling: 5 });
    expect(compare(same, { baseline: { ...before, ...parked } }).finding).toBe('fine');
  });
});
