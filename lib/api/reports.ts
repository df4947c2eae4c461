// Apart from the other calls, so that no other page loads its schema.
import type * as z from 'zod/mini';
import { listReportsCall, type reportInput, reportProductCall } from '@/lib/contract/report';
import { listOwnReportsCall } from '@/lib/contract/own-report';
import { decideReportsCall, type reportDecision, restoreProductCall } from '@/lib/contract/report-decision';
import {
  eraseProductCall,
  type ErasureGround,
  listRemovalsCall,
  listRemovedProductsCall,
} from '@/lib/contract/removal';
import { readSessionToken } from '@/lib/session-token';
import { call } from './http';

/** As a member if there is a session, otherwise as a visitor. */
export const reportProduct = (id: string, body: z.input<typeof reportInput>) =>
  call(reportProductCall, { params: { id }, body, accessToken: readSessionToken() });

/** The viewer's reports, newest first. */
export const listOwnReports = () => call(listOwnReportsCall);

/** The viewer's products that moderators have removed after a report, newest first. */
export const listRemovals = async () => (await call(listRemovalsCall)).removals;

/** Products with open reports, the most urgent first. */
export const listReports = (query: { after?: string } = {}) => call(listReportsCall, { query });

export const decideReports = (id: string, body: z.input<typeof reportDecision>) =>
  call(decideReportsCall, { params: { id }, body });

export const restoreProduct = (id: string) => call(restoreProductCall, { params: { id } });

/** The products that moderators can restore, the last removed one first. */
export const listRemovedProducts = (query: { after?: string } = {}) =>
  call(listRemovedProductsCall, { query });

/** Erases a product for good. @throws ApiFailure `unauthenticated` when the sign-in is older than five minutes. */
export const eraseProduct = (id: string, ground: ErasureGround) =>
  call(eraseProductCall, { params: { id }, body: { ground } });
