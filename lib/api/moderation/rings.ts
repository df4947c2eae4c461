// Apart from the other calls, so that no other page loads its schema.
import { listRingsCall, restoreRingCall, setRingAsideCall } from '@/lib/contract/ring';
import { call } from '@/lib/api/http';

/** Clusters of accounts that vote together, newest first. */
export const listRings = (query: { after?: string } = {}) => call(listRingsCall, { query });

export const setRingAside = (id: string) => call(setRingAsideCall, { params: { id } });

export const restoreRing = (id: string) => call(restoreRingCall, { params: { id } });
