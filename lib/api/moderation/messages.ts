// Apart from the other calls, so that no other page loads its schema.
import {
  answerContactMessageCall,
  closeContactMessageCall,
  listContactMessagesCall,
  reopenContactMessageCall,
} from '@/lib/contract/contact';
import { call } from '@/lib/api/http';

/** Messages of the contact form: the oldest open one first, or the one that was closed last first. */
export const listMessages = (query: { state: 'open' | 'closed'; after?: string }) =>
  call(listContactMessagesCall, { query });

/** @throws ApiFailure `conflict` when the message is closed, `unavailable` when the site sends no emails. */
export const answerMessage = (id: string, text: string) =>
  call(answerContactMessageCall, { params: { id }, body: { text } });

/** @throws ApiFailure `conflict` when the message is closed. */
export const closeMessage = (id: string) => call(closeContactMessageCall, { params: { id } });

/** @throws ApiFailure `conflict` when the message is open. */
export const reopenMessage = (id: string) => call(reopenContactMessageCall, { params: { id } });
