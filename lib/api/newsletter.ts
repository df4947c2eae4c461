import type * as z from 'zod/mini';
import {
  findNewsletterConfirmationCall,
  findNewsletterPreferencesCall,
  subscribeToNewsletterCall,
  type subscription,
} from '@/lib/contract/newsletter';
import { call } from './http';

export const subscribeToNewsletter = (body: z.input<typeof subscription>) =>
  call(subscribeToNewsletterCall, { body });

/** @throws ApiFailure `not_found` for an unknown token, `gone` for an expired one. */
export const findNewsletterConfirmation = (token: string) =>
  call(findNewsletterConfirmationCall, { query: { token } });

/** @throws ApiFailure `not_found` for an unknown token, `gone` for an email that is not subscribed. */
export const findNewsletterPreferences = (token: string) =>
  call(findNewsletterPreferencesCall, { query: { token } });
