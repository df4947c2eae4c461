import { ACCOUNT_LIMITS } from '@/lib/contract/account';
import { ALTERNATIVE_LIMITS } from '@/lib/contract/alternative';
import { CLAIM_LIMITS } from '@/lib/contract/claim';
import { CONTACT_LIMITS } from '@/lib/contract/plain/report';
import { HISTORY_LIMITS } from '@/lib/contract/history';
import { IMAGE_LIMITS } from '@/lib/contract/image';
import { IMPORT_LIMITS } from '@/lib/contract/import';
import { MERGE_LIMITS } from '@/lib/contract/merge';
import { MODERATION_LIMITS } from '@/lib/contract/moderation';
import { NEWSLETTER_LIMITS } from '@/lib/contract/newsletter';
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
import { SESSION_LIMITS } from '@/lib/contract/plain/site';
import { RATE_LIMITS } from '@/lib/contract/rate-limits';
import { REACTION_LIMITS } from '@/lib/contract/reaction';
import { AGREEMENT_RULES } from '@/lib/contract/plain/product-parts';
import { SEARCH_LIMITS } from '@/lib/contract/search';
import { SIGN_IN_LIMITS } from '@/lib/contract/sign-in';
import { SUBMISSION_LIMITS } from '@/lib/contract/submission';
import { SUGGESTION_LIMITS } from '@/lib/contract/suggestion';
import { PROFILE_LIMITS } from '@/lib/contract/user';

it('promises these limits', () => {
  expect({
    ALTERNATIVE_LIMITS,
    AGREEMENT_RULES,
    ...{ HISTORY_LIMITS, CLAIM_LIMITS, IMPORT_LIMITS, MERGE_LIMITS, SUGGESTION_LIMITS },
    ...{ ACCOUNT_LIMITS, CONTACT_LIMITS, IMAGE_LIMITS, MODERATION_LIMITS, NEWSLETTER_LIMITS },
    ...{ PROFILE_LIMITS, REACTION_LIMITS, SEARCH_LIMITS, SESSION_LIMITS, SIGN_IN_LIMITS, SUBMISSION_LIMITS },
  }).toEqual({
    ACCOUNT_LIMITS: { deletionDays: 14 },
    AGREEMENT_RULES: {
      ...{ membersMin: 3, accountDaysMin: 30, contributionsMin: 3, calmDays: 90, readMax: 20 },
    },
    ALTERNATIVE_LIMITS: { pageSize: 30, shownMax: 4 },
    CONTACT_LIMITS: {
      ...{ nameCharsMax: 100, emailCharsMax: 254, messageCharsMin: 10, messageCharsMax: 5_000 },
      ...{ answerCharsMax: 5_000, pageSize: 20, closedDays: 365 },
    },
    IMAGE_LIMITS: { bytesMax: 8_388_608, pixelsMax: 33_177_600, unusedHours: 24 },
    HISTORY_LIMITS: { pageSize: 20, versionsMax: 200 },
    IMPORT_LIMITS: {
      ...{ bytesMax: 5_000_000, entriesMax: 20_000, skippedMax: 5_000, tagsMax: 300, columnsMax: 100 },
      ...{
        nameCharsMax: 200,
        previewsMax: 20,
        previewHours: 24,
        undoDays: 30,
        pageSize: 20,
        entriesPageSize: 50,
      },
      ...{ partsMax: 20_000, skippedShown: 3, reportPageSize: 1_000, oldPathsMax: 5, oldPathCharsMax: 300 },
    },
    MERGE_LIMITS: { undoDays: 30, pageSize: 30 },
    MODERATION_LIMITS: {
      ...{ reasonCharsMax: 500, pageSize: 30, countedPendingMax: 5_000, batchMax: 100 },
      ...{ undoMs: 8_000, undoGraceMs: 7_000, groupsMax: 20 },
    },
    NEWSLETTER_LIMITS: {
      ...{ emailCharsMax: 254, listCharsMax: 100, confirmationHours: 48, tagsMax: 20, offeredTags: 40 },
    },
    PROFILE_LIMITS: {
      ...{ nameCharsMin: 1, nameCharsMax: 60, handleCharsMin: 2, handleCharsMax: 40 },
      avatarURLCharsMax: 2_048,
    },
    REACTION_LIMITS: { idsMax: 100, bookmarksPageSize: 30 },
    SEARCH_LIMITS: {
      ...{ excerptCharsMax: 250, queryCharsMax: 512, hitsPerPage: 20, hitsPerPageMax: 50 },
      ...{
        paginationLimitedTo: 1_000,
        requestsMax: 8,
        requestedHitsMax: 100,
        requestedFilterBytesMax: 16_384,
        answerCharsPerSearch: 16_384,
        optionalTextsMax: 20,
        attributesMax: 100,
        ...{ contentCharsMax: 131_072, requestedContentCharsMax: 65_536, countedValuesMax: 10_000 },
      },
      ...{ attributeCharsMax: 200, listCharsMax: 16_384, paramsCharsMax: 32_768 },
      ...{ highlightTagCharsMax: 200, facetValuesMax: 1_000, facetValues: 100, snippetWords: 10 },
      ...{ filtersCharsMax: 4_096, filterConditionsMax: 100, filterComparisonsMax: 20, filterDepthMax: 5 },
      ...{ facetHits: 10, facetHitsMax: 100, facetNameCharsMax: 100, facetSearchValuesMax: 10_000 },
    },
    SESSION_LIMITS: { days: 30, freshMinutes: 5, userAgentCharsMax: 300 },
    SIGN_IN_LIMITS: { signInSeconds: 300, redirectMinutes: 10, repeatSeconds: 60, localCodeSeconds: 60 },
    SUBMISSION_LIMITS: { similarMax: 5, pageSize: 100, withdrawnURLHours: 24 },
    CLAIM_LIMITS: { openDays: 90, checkDays: 30, retryDays: 3, failuresMax: 2 },
    SUGGESTION_LIMITS: { commentCharsMax: 500, pageSize: 30, shownMax: 10, rejectedDays: 365 },
  });
});

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
