import type * as z from 'zod/mini';
import {
  confirmNewsletterCall,
  findNewsletterConfirmationCall,
  subscribeToNewsletterCall,
  type subscription,
  unsubscribeFromNewsletterCall,
} from '@/lib/contract/newsletter';
import { call } from './http';

export const subscribeToNewsletter = (body: z.input<typeof subscription>) =>
  call(subscribeToNewsletterCall, { body });

/** @throws ApiFailure `not_found` for a token that was never given out, `gone` for one that has expired. */
export const findNewsletterConfirmation = (token: string) =>
  call(findNewsletterConfirmationCall, { query: { token } });

export const confirmNewsletter = (token: string) => call(confirmNewsletterCall, { body: { token } });

export const unsubscribeFromNewsletter = (token: string) =>
  call(unsubscribeFromNewsletterCall, { body: { token } });
