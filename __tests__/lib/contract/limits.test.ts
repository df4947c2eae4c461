import { countChars, cutChars, trimDangling } from '@/lib/contract/plain/text';
import {
  iconURL,
  imageKey,
  imageSrcSet,
  imageVariantURL,
  isDrawnMark,
  markSheetURL,
  markURL,
  tileURL,
} from '@/lib/contract/plain/image-url';
import { RATE_LIMITS } from '@/lib/contract/rate-limits';

it('allows this many calls in so many seconds, by whom, counted where', () => {
  const limits: Record<string, object> = RATE_LIMITS;
  const shown = Object.entries(limits).map(([name, limit]) => {
    const { calls, spanMs, by, countedIn, ...rest }: Record<string, unknown> = { ...limit };
    return [
      name,
      calls,
      Number(spanMs) / 1_000,
      by,
      countedIn,
      ...(Object.keys(rest).length > 0 ? [rest] : []),
    ];
  });
  const refusalsAreFree = { countsRefusals: false };
  expect(shown).toEqual([
    ['requestByAddress', 1_800, 60, 'address', 'process'],
    ['readByAddress', 600, 60, 'address', 'process'],
    ['readByUser', 600, 60, 'user', 'process'],
    ['changeByAddress', 600, 60, 'address', 'process'],
    ['searchByAddress', 300, 60, 'address', 'process'],
    ['searchBurstByAddress', 60, 5, 'address', 'process'],
    ['renderByAddress', 70, 60, 'address', 'process'],
    ['deepRenderByAddress', 60, 5, 'address', 'process'],
    ['sitemapByAddress', 60, 60, 'address', 'process'],
    ['dataByAddress', 12, 60, 'address', 'process'],
    ['cardByAddress', 60, 60, 'address', 'process'],
    ['draftByUser', 120, 60, 'user', 'process'],
    ['signOutByUser', 60, 60, 'user', 'process'],
    ['signInByAddress', 25, 300, 'address', 'database'],
    ['signInByIdentity', 10, 300, 'identity', 'database'],
    ['emailCodeByAddress', 10, 1_800, 'address', 'database'],
    ['emailCodeByRecipient', 5, 3_600, 'recipient', 'database'],
    ['emailCodeByRecipientPerDay', 15, 86_400, 'recipient', 'database'],
    ['testEmailByUser', 10, 3_600, 'user', 'database'],
    ['linkByUser', 10, 300, 'user', 'database'],
    ['newsletterByAddress', 5, 1_800, 'address', 'database', refusalsAreFree],
    ['newsletterByRecipient', 1, 86_400, 'recipient', 'database'],
    ['newsletterLinkByAddress', 60, 1_800, 'address', 'database'],
    ['contactByAddress', 5, 1_800, 'address', 'database', refusalsAreFree],
    ['contactNoticeByRecipient', 10, 3_600, 'recipient', 'database'],
    ['submitByUser', 10, 86_400, 'user', 'database', refusalsAreFree],
    ['submitByNewUser', 3, 86_400, 'user', 'database', { accountAgeMsMax: 86_400_000, ...refusalsAreFree }],
    ['submitByAddress', 20, 3_600, 'address', 'database', refusalsAreFree],
    ['proposeByUser', 20, 86_400, 'user', 'database', refusalsAreFree],
    ['proposeByAddress', 40, 3_600, 'address', 'database', refusalsAreFree],
    ['reportByUser', 20, 86_400, 'user', 'database', refusalsAreFree],
    ['reportByAddress', 30, 3_600, 'address', 'database', refusalsAreFree],
    ['reportByRecipient', 5, 86_400, 'recipient', 'database'],
    ['suggestByUser', 10, 86_400, 'user', 'database', refusalsAreFree],
    ['suggestByAddress', 40, 3_600, 'address', 'database', refusalsAreFree],
    ['agreeByUser', 60, 3_600, 'user', 'database'],
    ['agreeByAddress', 120, 3_600, 'address', 'database'],
    ['claimByUser', 20, 3_600, 'user', 'database'],
    ['claimByAddress', 40, 3_600, 'address', 'database'],
    ['previewByUser', 10, 600, 'user', 'database'],
    ['previewByAddress', 30, 3_600, 'address', 'database'],
    ['editByUser', 60, 3_600, 'user', 'database'],
    ['editByAddress', 120, 3_600, 'address', 'database'],
    ['withdrawByUser', 30, 3_600, 'user', 'database'],
    ['uploadByUser', 10, 3_600, 'user', 'database'],
    ['uploadByAddress', 30, 3_600, 'address', 'database'],
    ['upvoteByUser', 30, 60, 'user', 'database'],
    ['upvoteByUserPerDay', 200, 86_400, 'user', 'database'],
    ['upvoteByAddress', 300, 3_600, 'address', 'database'],
    ['bookmarkByUser', 60, 60, 'user', 'database'],
    ['profileByUser', 30, 3_600, 'user', 'database'],
    ['exportByUser', 10, 3_600, 'user', 'database'],
    ['deletionByUser', 10, 3_600, 'user', 'database'],
    ['invitationByAddress', 30, 1_800, 'address', 'database'],
    ['slowChangeByUser', 6, 60, 'user', 'process'],
    ['moderateByUser', 120, 60, 'user', 'database'],
  ]);
});

it.each([
  ['', 0, ''],
  ['abc', 3, 'ab'],
  ['a😀b', 3, 'a😀'],
  ['😀😀😀', 3, '😀😀'],
  ['\ud83d\ud83d', 2, '\ud83d\ud83d'],
  ['ab', 2, 'ab'],
])('%j has %i characters, and its first two are %j', (text, count, cut) => {
  expect([countChars(text), cutChars(text, 2)]).toEqual([count, cut]);
});

it.each([
  ['a, ', 'a'],
  ['a – (', 'a'],
  ['a.', 'a'],
  ['a?', 'a?'],
  ['a)', 'a)'],
])('before an ellipsis, %j becomes %j', (text, trimmed) => {
  expect(trimDangling(text)).toBe(trimmed);
});

const uploaded = `/api/images/${'k'.repeat(22)}`;

it('names the files of an image and of a tile', () => {
  const key = 'k'.repeat(22);
  expect([uploaded, `${uploaded}k`, `${uploaded}/card`, '/api/tiles/Acme.svg'].map(imageKey)).toEqual([
    key,
    undefined,
    undefined,
    undefined,
  ]);
  expect(imageVariantURL(uploaded, 'page')).toBe(`${uploaded}/page`);
  expect(imageVariantURL(uploaded, 'card', 'webp')).toBe(`${uploaded}/card.webp`);
  expect(imageSrcSet(uploaded)).toBe(`${uploaded}/card 640w, ${uploaded}/page 1280w`);
  expect(imageSrcSet(uploaded, 'avif')).toBe(`${uploaded}/card.avif 640w, ${uploaded}/page.avif 1280w`);
  expect(imageSrcSet('/api/tiles/Acme.svg')).toBeUndefined();
  expect(tileURL('A b/\ud83d', '/api')).toBe('/api/tiles/A%20b%2F%EF%BF%BD.svg');
  const tile = { name: 'b,c', iconURL: '/api/tiles/b%2Cc.svg' };
  const brand = { name: 'Acme', iconURL: '/api/marks/acme.svg' };
  const icon = { name: 'Acme', iconURL: uploaded };
  expect(markSheetURL([{ name: 'A' }, tile, brand, icon], '/api')).toBe(
    `/api/marks?of=n:A,n:b%2Cc,acme,i:${key}`,
  );
  expect([{ name: 'A' }, tile, brand, icon].map(isDrawnMark)).toEqual([true, true, true, false]);
  expect([{ name: 'A' }, tile, brand, icon].map((mark) => markURL(mark, '/api'))).toEqual([
    '/api/tiles/A.svg',
    tile.iconURL,
    '/api/marks?of=acme#m0',
    `${uploaded}/mark.webp`,
  ]);
  const none = { name: 'Acme', iconKey: null, brandSlug: null };
  expect(iconURL(none, '/api')).toBe('/api/tiles/Acme.svg');
  expect(iconURL({ ...none, brandSlug: 'acme' }, '/api')).toBe('/api/marks/acme.svg');
  expect(iconURL({ ...none, brandSlug: 'acme', iconKey: key }, '/api')).toBe(uploaded);
});
