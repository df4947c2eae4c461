import { compareSites } from '@/server/web/compare-sites';
import { fingerprintPage } from '@/server/web/page-fingerprint';

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
  expect(compareSites({ ...visit, page: page('Quilt sews blankets', { url }) })).toEqual({
    finding: 'fine',
    movedTo,
  });
});
