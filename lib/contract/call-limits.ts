import { listBrakesCall, releaseBrakeCall, setBrakeCall } from './brake';
import {
  deleteAccountCall,
  exportAccountCall,
  linkIdentityCall,
  listIdentitiesCall,
  restoreAccountCall,
} from './account';
import {
  approveAlternativeCall,
  listAlternativesCall,
  listPairsCall,
  listPendingAlternativesCall,
  listProposalsCall,
  proposeAlternativeCall,
  rejectAlternativeCall,
  removeAlternativeCall,
} from './alternative';
import type { Call } from './call';
import { CONTACT_CHANGE_CALLS, listContactMessagesCall, sendContactMessageCall } from './contact';
import { uploadImageCall } from './image';
import {
  cancelImportCall,
  fetchImportCall,
  findImportCall,
  listImportEntriesCall,
  listImportsCall,
  mapImportCall,
  startImportCall,
  undoImportCall,
  uploadImportCall,
} from './import-calls';
import {
  createInvitationCall,
  listInvitationsCall,
  openInvitationCall,
  revokeInvitationCall,
} from './invitation';
import { acceptSiteCall, followSiteCall, listSiteChecksCall } from './site-check';
import { APPEAL_CHANGE_CALLS, appealCall, listAppealsCall } from './appeal';
import { MEMBER_READ_CALLS } from './member';
import { MEMBER_CHANGE_CALLS } from './member-decision';
import { acknowledgeMeasureCall } from './measure';
import { listRingsCall, restoreRingCall, setRingAsideCall } from './ring';
import { listLogEntriesCall } from './moderation-log';
import {
  approveProductCall,
  listModeratedProductsCall,
  rejectProductCall,
  correctValuesCall,
} from './moderation';
import { discontinueProductCall, relistProductCall } from './discontinuation';
import { findModerationContextCall } from './moderation-context';
import { readPresentPageCall } from './present-page';
import { decideProductsCall, undoDecisionsCall } from './moderation-batches';
import { listQueueGroupsCall, snoozeProductCall } from './moderation-queue';
import {
  confirmNewsletterCall,
  findNewsletterConfirmationCall,
  findNewsletterPreferencesCall,
  subscribeToNewsletterCall,
  unsubscribeFromNewsletterCall,
  unsubscribeWithOneClickCall,
  updateNewsletterPreferencesCall,
} from './newsletter';
import { REPORT_READ_CALLS, reportProductCall } from './report';
import { REPORT_CHANGE_CALLS } from './report-decision';
import { findProductCall, listRelatedProductsCall } from './product';
import { listProductsCall } from './product-list';
import { findProductVotesCall } from './product-votes';
import { findProfileCall } from './profile';
import {
  addAlternativeUpvoteCall,
  addBookmarkCall,
  addUpvoteCall,
  listBookmarksCall,
  listReactionsCall,
  removeAlternativeUpvoteCall,
  removeBookmarkCall,
  removeUpvoteCall,
} from './reaction';
import { checkAuthenticateCall, endSessionCall, listSessionsCall, signOutCall } from './session';
import { findPopupConfigCall, signInCall, startSignInCalls } from './sign-in';
import {
  editProductCall,
  findSubmissionCall,
  renderDescriptionCall,
  submitProductCall,
  withdrawProductCall,
} from './submission';
import { listSubmissionsCall } from './submission-list';
import { findDuplicatesCall, previewProductCall } from './product-preview';
import { EDITING_LIMITS } from './editing-calls';
import { findOverviewCall } from './overview';
import { listFieldsCall } from './field';
import { countFiltersCall } from './filter';
import { findTagCall, listTagsCall } from './tag';
import { TAG_CURATION_LIMITS } from './tag-curation-calls';
import { findUserCall, updateProfileCall } from './user';
import { checkRulesCall, listRulesCall } from './rule';
import type { RateLimitName } from './rate-limits';
import { createWebhookCall, deleteWebhookCall, listWebhooksCall, testWebhookCall } from './webhook';
import { listDeliveriesCall, retryDeliveryCall } from './delivery';
import { findJobsCall } from './job-overview';

const change = 'changeByAddress';
const memberRead = ['readByAddress', 'readByUser'] as const;

const limitedCalls: readonly (readonly [readonly Call[], readonly RateLimitName[]])[] = [
  ...EDITING_LIMITS,
  ...TAG_CURATION_LIMITS,
  [
    [
      listProductsCall,
      findProductCall,
      findProductVotesCall,
      listRelatedProductsCall,
      listAlternativesCall,
      listPairsCall,
      listTagsCall,
      findTagCall,
      listFieldsCall,
      countFiltersCall,
      findOverviewCall,
      listRulesCall,
      findProfileCall,
    ],
    ['readByAddress'],
  ],
  [[findPopupConfigCall, checkAuthenticateCall, listLogEntriesCall], ['readByAddress']],
  [[findUserCall, listSessionsCall, listIdentitiesCall, listSubmissionsCall, findSubmissionCall], memberRead],
  [[listBookmarksCall, listReactionsCall, listModeratedProductsCall], memberRead],
  [
    [listProposalsCall, listPendingAlternativesCall, listInvitationsCall, listSiteChecksCall, listRingsCall],
    memberRead,
  ],
  [[listBrakesCall, listImportsCall, findImportCall, listImportEntriesCall], memberRead],
  [[findJobsCall, listDeliveriesCall, listWebhooksCall, listQueueGroupsCall], memberRead],

  [[findModerationContextCall], memberRead],
  [[readPresentPageCall], ['readByAddress', 'moderateByUser']],

  [[subscribeToNewsletterCall], [change, 'newsletterByAddress']],
  [
    [findNewsletterConfirmationCall, findNewsletterPreferencesCall],
    ['readByAddress', 'newsletterLinkByAddress'],
  ],
  // A mail service posts for many readers from few addresses. The token is signed: guessing it is hopeless.
  [[unsubscribeWithOneClickCall], [change]],
  [
    [confirmNewsletterCall, unsubscribeFromNewsletterCall, updateNewsletterPreferencesCall],
    [change, 'newsletterLinkByAddress'],
  ],
  [[sendContactMessageCall], [change, 'contactByAddress']],
  [[reportProductCall], [change, 'reportByAddress']],
  [[...REPORT_READ_CALLS, ...MEMBER_READ_CALLS, listAppealsCall, listContactMessagesCall], memberRead],

  [
    [startSignInCalls.google, startSignInCalls.github, startSignInCalls.oidc],
    [change, 'signInByAddress'],
  ],
  [[openInvitationCall], [change, 'invitationByAddress']],
  // Signing in also counts against `signInByIdentity`, once the identity is verified.
  [[signInCall], [change, 'signInByAddress']],
  [[linkIdentityCall], [change, 'signInByAddress', 'linkByUser']],
  [
    [signOutCall, endSessionCall],
    [change, 'signOutByUser'],
  ],
  [
    [updateProfileCall, acknowledgeMeasureCall, appealCall],
    [change, 'profileByUser'],
  ],
  [[exportAccountCall], ['readByAddress', 'exportByUser']],
  [
    [deleteAccountCall, restoreAccountCall],
    [change, 'deletionByUser'],
  ],

  [
    [findDuplicatesCall, checkRulesCall],
    ['readByAddress', 'draftByUser'],
  ],
  [[renderDescriptionCall], [change, 'draftByUser']],
  [[previewProductCall], [change, 'previewByUser', 'previewByAddress']],
  [[submitProductCall], [change, 'submitByNewUser', 'submitByUser', 'submitByAddress']],
  [[proposeAlternativeCall], [change, 'proposeByUser', 'proposeByAddress']],
  [[editProductCall], [change, 'editByUser', 'editByAddress']],
  [[withdrawProductCall], [change, 'withdrawByUser']],
  [[uploadImageCall], [change, 'uploadByUser', 'uploadByAddress']],
  [
    [addUpvoteCall, removeUpvoteCall, addAlternativeUpvoteCall, removeAlternativeUpvoteCall],
    [change, 'upvoteByUser', 'upvoteByUserPerDay', 'upvoteByAddress'],
  ],
  [
    [addBookmarkCall, removeBookmarkCall],
    [change, 'bookmarkByUser'],
  ],
  [
    [approveProductCall, rejectProductCall, discontinueProductCall, relistProductCall, correctValuesCall],
    [change, 'moderateByUser'],
  ],
  [
    [
      approveAlternativeCall,
      rejectAlternativeCall,
      removeAlternativeCall,
      createInvitationCall,
      revokeInvitationCall,
      setRingAsideCall,
      restoreRingCall,
      acceptSiteCall,
      followSiteCall,
      decideProductsCall,
      snoozeProductCall,
      undoDecisionsCall,
      createWebhookCall,
      deleteWebhookCall,
      testWebhookCall,
      retryDeliveryCall,
      setBrakeCall,
      releaseBrakeCall,
      ...REPORT_CHANGE_CALLS,
      ...MEMBER_CHANGE_CALLS,
      ...APPEAL_CHANGE_CALLS,
      ...CONTACT_CHANGE_CALLS,
      uploadImportCall,
      fetchImportCall,
      mapImportCall,
      startImportCall,
      cancelImportCall,
      undoImportCall,
    ],
    [change, 'moderateByUser'],
  ],
];

/** The limits of each call. */
export const CALL_LIMITS: ReadonlyMap<Call, readonly RateLimitName[]> = new Map(
  limitedCalls.flatMap(([calls, limits]) => calls.map((call) => [call, limits] as const)),
);
