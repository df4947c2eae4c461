import type { CallBodyInput } from '@/lib/contract/call';
import {
  confirmNewsletterCall,
  findNewsletterConfirmationCall,
  subscribeToNewsletterCall,
  unsubscribeFromNewsletterCall,
} from '@/lib/contract/newsletter';
import { call } from './http';

export const subscribeToNewsletter = (body: CallBodyInput<typeof subscribeToNewsletterCall>) =>
  call(subscribeToNewsletterCall, { body });

/** @throws ApiFailure `not_found` for a token that was never given out, `gone` for one that has expired. */
export const findNewsletterConfirmation = (token: string) =>
  call(findNewsletterConfirmationCall, { query: { token } });

export const confirmNewsletter = (token: string) => call(confirmNewsletterCall, { body: { token } });

export const unsubscribeFromNewsletter = (token: string) => call(unsubscribeFromNewsletterCall, { body: { token } });
