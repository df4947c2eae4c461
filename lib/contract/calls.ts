import {
  deleteAccountCall,
  exportAccountCall,
  linkIdentityCall,
  listIdentitiesCall,
  restoreAccountCall,
} from './account';
import type { Call } from './call';
import { sendContactMessageCall } from './contact';
import { findPopupConfigCall, signInCall, startSignInCalls } from './sign-in';
import {
  confirmNewsletterCall,
  findNewsletterConfirmationCall,
  subscribeToNewsletterCall,
  unsubscribeFromNewsletterCall,
} from './newsletter';
import { uploadImageCall } from './image';
import { approveProductCall, listModeratedProductsCall, rejectProductCall } from './moderation';
import { findProductCall, listProductsCall, listRelatedProductsCall } from './product';
import {
  addBookmarkCall,
  addUpvoteCall,
  listBookmarksCall,
  listReactionsCall,
  removeBookmarkCall,
  removeUpvoteCall,
} from './reaction';
import { findProfileCall } from './profile';
import { checkAuthenticateCall, endSessionCall, listSessionsCall, signOutCall } from './session';
import {
  editProductCall,
  findDuplicatesCall,
  findSubmissionCall,
  listSubmissionsCall,
  previewProductCall,
  renderDescriptionCall,
  submitProductCall,
  withdrawProductCall,
} from './submission';
import { listTagsCall } from './tag';
import { findUserCall, updateProfileCall } from './user';

/** Every JSON call of the product server, in the order of the API documentation. */
export const CALLS: readonly Call[] = [
  listProductsCall,
  findProductCall,
  listRelatedProductsCall,
  listTagsCall,
  findProfileCall,
  subscribeToNewsletterCall,
  findNewsletterConfirmationCall,
  confirmNewsletterCall,
  unsubscribeFromNewsletterCall,
  sendContactMessageCall,
  findPopupConfigCall,
  startSignInCalls.google,
  startSignInCalls.github,
  signInCall,
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
  listModeratedProductsCall,
  approveProductCall,
  rejectProductCall,
];
