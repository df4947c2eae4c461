// Apart from the other calls, so that no other page loads its schema.
import { listLogEntriesCall } from '@/lib/contract/moderation-log';
import { call } from './http';

/** @throws ApiFailure `bad_request` for a cursor that this site has not issued. */
export const listLogEntries = (query: { after?: string } = {}) => call(listLogEntriesCall, { query });
