import { ApiFailure } from '@/lib/api/http';
import { PopupFailure } from './popup-exchange';

/** Shown for a failed sign-in that neither the server nor the identity library explains. */
export const UNKNOWN_PROBLEM = 'There is some problem please try again';

/** Why a sign-in failed, in the words of the identity library or of the server. */
export function signInFailureSentence(error: unknown): string {
  if (error instanceof PopupFailure) return error.message || UNKNOWN_PROBLEM;
  return (error instanceof ApiFailure && error.serverMessage) || UNKNOWN_PROBLEM;
}

/** Why linking a provider to the account failed. */
export function linkFailureSentence(error: unknown): string {
  return (error instanceof ApiFailure && error.message) || signInFailureSentence(error);
}
