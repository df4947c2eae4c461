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
