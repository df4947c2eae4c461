import { ACCOUNT_LIMITS } from '@/lib/contract/account';
import { ALTERNATIVE_LIMITS } from '@/lib/contract/alternative';
import { CLAIM_LIMITS } from '@/lib/contract/claim';
import { CONTACT_LIMITS, REPORT_LIMITS } from '@/lib/contract/plain/report';
import { HISTORY_LIMITS } from '@/lib/contract/history';
import { IMAGE_LIMITS } from '@/lib/contract/image';
import { IMPORT_LIMITS } from '@/lib/contract/import';
import { MERGE_LIMITS } from '@/lib/contract/merge';
import { MODERATION_LIMITS } from '@/lib/contract/moderation';
import { NEWSLETTER_LIMITS } from '@/lib/contract/newsletter';
import { COMPARED_MAX, INDEXED_TAG_PRODUCTS_MIN, SESSION_LIMITS } from '@/lib/contract/plain/site';
import { PASSKEY_LIMITS } from '@/lib/contract/passkey';
import { REACTION_LIMITS } from '@/lib/contract/reaction';
import { AGREEMENT_RULES } from '@/lib/contract/plain/product-parts';
import { SEARCH_LIMITS } from '@/lib/contract/search';
import { SIGN_IN_LIMITS } from '@/lib/contract/sign-in';
import { SUBMISSION_LIMITS } from '@/lib/contract/submission';
import { SUGGESTION_LIMITS } from '@/lib/contract/suggestion';
import { PROFILE_LIMITS } from '@/lib/contract/user';
import { BRAKE_LIMITS } from '@/lib/contract/brake';
import { FIELD_LIMITS } from '@/lib/contract/field';
import { INVITATION_LIMITS } from '@/lib/contract/invitation';
import { OVERVIEW_LIMITS } from '@/lib/contract/product-list';
import { PRODUCT_LIMITS } from '@/lib/contract/product';
import { REMOVAL_LIMITS } from '@/lib/contract/report';
import { RING_RULES } from '@/lib/contract/ring';
import { SITE_CHECK_LIMITS } from '@/lib/contract/site-check';
import { SYNONYM_LIMITS } from '@/lib/contract/synonym-rule';
import { TAG_LIMITS } from '@/lib/contract/tag-curation';
import { WEBHOOK_LIMITS } from '@/lib/contract/webhook';
import { FILTER_LIMITS } from '@/lib/contract/plain/filters';
import { MEMBER_LIMITS } from '@/lib/contract/plain/moderation';
import { CONTEXT_LIMITS, CURRENT_PAGE_LIMITS } from '@/lib/contract/moderation-queue';
import { LOG_PAGE_SIZE } from '@/lib/contract/moderation-log';
import { HOT_DAYS_PER_TENFOLD, RANKING_MIN_ACCOUNT_AGE_HOURS } from '@/lib/contract/plain/ranking';
import { MARKS_PER_SHEET } from '@/lib/contract/plain/image-url';

it('promises these limits', () => {
  expect({
    ALTERNATIVE_LIMITS,
    AGREEMENT_RULES,
    ...{ HISTORY_LIMITS, CLAIM_LIMITS, IMPORT_LIMITS, MERGE_LIMITS, SUGGESTION_LIMITS },
    ...{ ACCOUNT_LIMITS, CONTACT_LIMITS, IMAGE_LIMITS, MODERATION_LIMITS, NEWSLETTER_LIMITS },
    ...{ PASSKEY_LIMITS, PROFILE_LIMITS, REACTION_LIMITS, SEARCH_LIMITS, SESSION_LIMITS, SIGN_IN_LIMITS },
    SUBMISSION_LIMITS,
  }).toEqual({
    ACCOUNT_LIMITS: { deletionDays: 14, emailsMax: 10 },
    AGREEMENT_RULES: {
      ...{ membersMin: 3, accountDaysMin: 30, contributionsMin: 3, calmDays: 90, readMax: 20 },
    },
    ALTERNATIVE_LIMITS: { pageSize: 30, shownMax: 4 },
    CONTACT_LIMITS: {
      ...{ nameCharsMax: 100, emailCharsMax: 254, messageCharsMin: 10, messageCharsMax: 5_000 },
      ...{ answerCharsMax: 5_000, pageSize: 20, closedDays: 365 },
    },
    IMAGE_LIMITS: { bytesMax: 8_388_608, pixelsMax: 33_177_600, svgBytesMax: 262_144, unusedHours: 24 },
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
    PASSKEY_LIMITS: { perAccountMax: 20, nameCharsMax: 60, challengeMinutes: 5 },
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
    SIGN_IN_LIMITS: {
      ...{
        signInSeconds: 300,
        redirectMinutes: 10,
        repeatSeconds: 60,
        localCodeSeconds: 60,
        subjectCharsMax: 255,
      },
      ...{ emailCodeMinutes: 10, emailCodeAttemptsMax: 5, emailCodeDigits: 6, emailCharsMax: 254 },
    },
    SUBMISSION_LIMITS: { similarMax: 5, pageSize: 100, withdrawnURLHours: 24 },
    CLAIM_LIMITS: { openDays: 90, checkDays: 30, retryDays: 3, failuresMax: 2 },
    SUGGESTION_LIMITS: { commentCharsMax: 500, pageSize: 30, shownMax: 10, rejectedDays: 365 },
  });
});

it('promises these limits of lists, tags, reports and members, too', () => {
  expect({
    ...{ BRAKE_LIMITS, CONTEXT_LIMITS, CURRENT_PAGE_LIMITS, FIELD_LIMITS, FILTER_LIMITS, INVITATION_LIMITS },
    ...{ MEMBER_LIMITS, OVERVIEW_LIMITS, PRODUCT_LIMITS, REMOVAL_LIMITS, REPORT_LIMITS, RING_RULES },
    ...{ SITE_CHECK_LIMITS, SYNONYM_LIMITS, TAG_LIMITS, WEBHOOK_LIMITS },
    ...{ COMPARED_MAX, INDEXED_TAG_PRODUCTS_MIN, LOG_PAGE_SIZE, MARKS_PER_SHEET },
    ...{ HOT_DAYS_PER_TENFOLD, RANKING_MIN_ACCOUNT_AGE_HOURS },
  }).toEqual({
    BRAKE_LIMITS: { noteCharsMax: 200 },
    CONTEXT_LIMITS: { relatedMax: 5 },
    CURRENT_PAGE_LIMITS: { pageMinutes: 10, pagesMax: 500 },
    FIELD_LIMITS: {
      ...{ fieldsMax: 30, choicesMax: 200, keyCharsMax: 30, labelCharsMax: 40, helpCharsMax: 200 },
      ...{ textCharsMax: 200, inputCharsMax: 2_048 },
    },
    FILTER_LIMITS: { fieldsMax: 8, valuesMax: 10, valueCharsMax: 200 },
    INVITATION_LIMITS: { noteCharsMax: 200, daysMax: 90, usesMax: 100, openMax: 200, pageSize: 30 },
    MEMBER_LIMITS: {
      ...{ reasonCharsMax: 500, noteCharsMax: 1_000, appealCharsMax: 1_000, suspensionDaysMax: 365 },
      ...{ recordDays: 180, pageSize: 30, queryCharsMax: 60, shownMax: 50, submissionsMax: 200 },
      countedMax: 10_000,
    },
    OVERVIEW_LIMITS: { topOfWeekMax: 5, tagsMax: 12, recentSubmittersMax: 8 },
    PRODUCT_LIMITS: {
      ...{ nameCharsMin: 2, nameCharsMax: 60, taglineCharsMin: 10, taglineCharsMax: 120, urlCharsMax: 2_048 },
      ...{ descriptionCharsMax: 5_000, tagsMin: 1, tagsMax: 5, tagNameCharsMax: 40, pageSizeMax: 50 },
      ...{ pageSize: 30, relatedMax: 6, successorsMax: 3 },
    },
    REMOVAL_LIMITS: { restoreDays: 30, pageSize: 30 },
    REPORT_LIMITS: {
      ...{ textCharsMax: 1_000, noteCharsMax: 500, emailCharsMax: 254, pageSize: 20, shownMax: 20 },
      ...{ decidedMax: 1_000, accuracyMax: 200, removalsMax: 20, removalsSearchedMax: 200, ownPageSize: 20 },
      ...{ emailDays: 180, visitorDays: 90 },
    },
    RING_RULES: {
      ...{
        days: 30,
        votesMax: 100,
        nearbyHours: 2,
        nearbyMax: 100,
        commonMin: 4,
        linkMin: 8,
        coreLinkMin: 15,
      },
      ...{
        networkWeightMax: 6,
        sameDayWeight: 3,
        networkMembersMax: 1_000,
        votersMin: 200,
        votersMax: 10_000,
      },
      ...{ membersMin: 5, membersMax: 200, linkedMin: 4, linkedShare: 1 / 3, addedShare: 1 / 2 },
      ...{ linksMax: 10_000, productsMax: 50, pageSize: 10 },
    },
    SITE_CHECK_LIMITS: { pageSize: 30 },
    SYNONYM_LIMITS: {
      ...{ charsMax: 60, wordsMax: 4, rulesMax: 300, missedDays: 30, missedWordsMax: 200 },
      ...{ missedSearchesMin: 3, proposalsMax: 20, pageSize: 30 },
    },
    TAG_LIMITS: {
      ...{
        descriptionCharsMax: 500,
        slugCharsMax: 80,
        synonymsMax: 20,
        levelsMax: 5,
        undoDays: 30,
        pageSize: 30,
      },
    },
    WEBHOOK_LIMITS: { webhooksMax: 20, pageSize: 30, countedMax: 10_000, keptDays: 30 },
    ...{ COMPARED_MAX: 4, INDEXED_TAG_PRODUCTS_MIN: 3, LOG_PAGE_SIZE: 50, MARKS_PER_SHEET: 10 },
    ...{ HOT_DAYS_PER_TENFOLD: 7, RANKING_MIN_ACCOUNT_AGE_HOURS: 24 },
  });
});
