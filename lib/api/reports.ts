// Apart from the other calls, so that no other page loads its schema.
import type * as z from 'zod/mini';
import { listRemovalsCall } from '@/lib/contract/removal';
import { listReportsCall, type reportInput, reportProductCall } from '@/lib/contract/report';
import { listOwnReportsCall } from '@/lib/contract/own-report';
import { decideReportsCall, type reportDecision, restoreProductCall } from '@/lib/contract/report-decision';
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
