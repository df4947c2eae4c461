// Apart from the other calls, so that no other page loads its schema.
import type * as z from 'zod/mini';
import {
  appealCall,
  type appealDecision,
  type appealInput,
  decideAppealCall,
  listAppealsCall,
} from '@/lib/contract/appeal';
import { call } from './http';

export const makeAppeal = async (body: z.input<typeof appealInput>) =>
  (await call(appealCall, { body })).appeal;

/** Open appeals, the oldest first. */
export const listAppeals = (query: { after?: string } = {}) => call(listAppealsCall, { query });

export const decideAppeal = (id: string, body: z.input<typeof appealDecision>) =>
  call(decideAppealCall, { params: { id }, body });
