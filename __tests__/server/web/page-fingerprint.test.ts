import { fingerprintPage } from '@/server/web/page-fingerprint';

it('describes a page as it did when the pages of listed products were first seen', () => {
  const page = '<title>Ada</title><p>Ada draws diagrams from plain text.</p>';
  expect(fingerprintPage(page, new URL('https://ada.github.io/'))).toEqual({
    ...{ url: 'https://ada.github.io/', domain: 'ada.github.io', title: 'Ada' },
    ...{ excerpt: 'Ada draws diagrams from plain text.', language: null, wordCount: 6 },
    // Stored, and compared with those of today: another hash would make every page look changed.
    sketch: [186553807, 238023539, 925802636, 1507344653, 1757703812],
    ...{ parking: 0, gambling: 0, isInterstitial: false, iconURL: 'https://ada.github.io/favicon.ico' },
  });
});

const fingerprint = (title: string, text: string) =>
  fingerprintPage(`<title>${title}</title><p>${text}</p>`, new URL('https://ada.example/'));
const words = (count: number) => 'draw '.repeat(count);

it.each([
  [245, 4],
  [246, 0],
])(
  'finds on a page that offers its domain, with %i other words, so many signs of that: %i',
  (others, parking) => {
    expect(fingerprint('Ada', `This domain is for sale. ${words(others)}`).parking).toBe(parking);
  },
);

it.each([
  ['Ada', 148, true],
  ['Ada', 149, false],
  ['Log in', 149, true],
])(
  'takes a page titled %s that asks to log in, with %i other words, for one before the real one: %p',
  (title, others, isOther) => {
    expect(fingerprint(title, `Log in. ${words(others)}`).isInterstitial).toBe(isOther);
  },
);

it('keeps 200 letters of a title and 400 of a text, and tells the language from 120 letters on', () => {
  const long = fingerprint('t'.repeat(201), 'x'.repeat(401));
  expect([long.title.length, long.excerpt.length]).toEqual([200, 400]);
  const english =
    'The people of the village have always known that the river would one day come back, and with it the birds and the children of';
  expect(fingerprint('Ada', english.slice(0, 120)).language).toBe('eng');
  expect(fingerprint('Ada', english.slice(0, 119)).language).toBeNull();
});
