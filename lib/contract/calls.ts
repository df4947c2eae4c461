import { checkRulesCall, listRulesCall } from './rule';
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
import { findPopupConfigCall, signInCall, startSignInCalls } from './sign-in';
import {
  confirmNewsletterCall,
  findNewsletterConfirmationCall,
  findNewsletterPreferencesCall,
  subscribeToNewsletterCall,
  unsubscribeFromNewsletterCall,
  unsubscribeWithOneClickCall,
  updateNewsletterPreferencesCall,
} from './newsletter';
import { uploadImageCall } from './image';
import { listFieldsCall } from './field';
import { countFiltersCall } from './filter';
import { EDITING_CALLS } from './editing-calls';
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
import { findOverviewCall } from './overview';
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
import { REPORT_READ_CALLS, reportProductCall } from './report';
import { REPORT_CHANGE_CALLS } from './report-decision';
import { findProductCall, listRelatedProductsCall } from './product';
import { listProductsCall } from './product-list';
import { findProductVotesCall } from './product-votes';
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
import { findProfileCall } from './profile';
import { checkAuthenticateCall, endSessionCall, listSessionsCall, signOutCall } from './session';
import {
  editProductCall,
  findSubmissionCall,
  renderDescriptionCall,
  submitProductCall,
  withdrawProductCall,
} from './submission';
import { listSubmissionsCall } from './submission-list';
import { findDuplicatesCall, previewProductCall } from './product-preview';
import { findTagCall, listTagsCall } from './tag';
import { TAG_CURATION_CALLS } from './tag-curation-calls';
import { findUserCall, updateProfileCall } from './user';
import { createWebhookCall, deleteWebhookCall, listWebhooksCall, testWebhookCall } from './webhook';
import { listDeliveriesCall, retryDeliveryCall } from './delivery';
import { findJobsCall } from './job-overview';

/** The read API: calls that pages of any origin may make, without credentials. */
export const OPEN_CALLS: readonly Call[] = [
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
  findProfileCall,
  listLogEntriesCall,
];

/** Every JSON call of the product server, in the order of the API documentation. */
export const CALLS: readonly Call[] = [
  ...OPEN_CALLS,
  subscribeToNewsletterCall,
  findNewsletterConfirmationCall,
  confirmNewsletterCall,
  unsubscribeFromNewsletterCall,
  unsubscribeWithOneClickCall,
  findNewsletterPreferencesCall,
  updateNewsletterPreferencesCall,
  sendContactMessageCall,
  reportProductCall,
  findPopupConfigCall,
  startSignInCalls.google,
  startSignInCalls.github,
  startSignInCalls.oidc,
  signInCall,
  openInvitationCall,
  findUserCall,
  checkAuthenticateCall,
  signOutCall,
  listSessionsCall,
  endSessionCall,
  updateProfileCall,
  listIdentitiesCall,
  linkIdentityCall,
  exportAccountCall,
  deleteAccountCall,
  restoreAccountCall,
  previewProductCall,
  findDuplicatesCall,
  checkRulesCall,
  listRulesCall,
  renderDescriptionCall,
  submitProductCall,
  listSubmissionsCall,
  findSubmissionCall,
  editProductCall,
  withdrawProductCall,
  uploadImageCall,
  addUpvoteCall,
  removeUpvoteCall,
  addBookmarkCall,
  removeBookmarkCall,
  listBookmarksCall,
  listReactionsCall,
  proposeAlternativeCall,
  listProposalsCall,
  acknowledgeMeasureCall,
  addAlternativeUpvoteCall,
  removeAlternativeUpvoteCall,
  listModeratedProductsCall,
  approveProductCall,
  rejectProductCall,
  listQueueGroupsCall,
  findModerationContextCall,
  readPresentPageCall,
  snoozeProductCall,
  decideProductsCall,
  undoDecisionsCall,
  discontinueProductCall,
  relistProductCall,
  listPendingAlternativesCall,
  approveAlternativeCall,
  rejectAlternativeCall,
  removeAlternativeCall,
  correctValuesCall,
  listInvitationsCall,
  createInvitationCall,
  revokeInvitationCall,
  listRingsCall,
  setRingAsideCall,
  restoreRingCall,
  uploadImportCall,
  fetchImportCall,
  listImportsCall,
  findImportCall,
  listImportEntriesCall,
  mapImportCall,
  startImportCall,
  cancelImportCall,
  undoImportCall,
  listSiteChecksCall,
  acceptSiteCall,
  followSiteCall,
  listBrakesCall,
  setBrakeCall,
  releaseBrakeCall,
  findJobsCall,
  listDeliveriesCall,
  retryDeliveryCall,
  listWebhooksCall,
  createWebhookCall,
  deleteWebhookCall,
  testWebhookCall,
  ...EDITING_CALLS,
  ...TAG_CURATION_CALLS,
  ...REPORT_READ_CALLS,
  ...REPORT_CHANGE_CALLS,
  ...MEMBER_READ_CALLS,
  ...MEMBER_CHANGE_CALLS,
  appealCall,
  listAppealsCall,
  ...APPEAL_CHANGE_CALLS,
  listContactMessagesCall,
  ...CONTACT_CHANGE_CALLS,
];
