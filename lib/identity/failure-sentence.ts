import { ApiFailure } from '@/lib/api/http';
import { PopupFailure } from './popup-exchange';

/** For what nobody has foreseen. */
export const UNKNOWN_PROBLEM = 'There is some problem please try again';

/** Why signing in with a provider, or linking it, did not work. */
export function failureSentence(error: unknown): string {
  const isKnown = error instanceof PopupFailure || error instanceof ApiFailure;
  return (isKnown && error.message) || UNKNOWN_PROBLEM;
}
