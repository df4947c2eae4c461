// Apart from the other calls, so that no other page loads its schema.
import type * as z from 'zod/mini';
import { correctValuesCall } from '@/lib/contract/moderation';
import {
  type discontinuationInput,
  discontinueProductCall,
  relistProductCall,
} from '@/lib/contract/discontinuation';
import { findModerationContextCall } from '@/lib/contract/moderation-context';
import { readPresentPageCall } from '@/lib/contract/present-page';
import type { FieldInputs } from '@/lib/contract/field';
import { call } from '@/lib/api/http';

export const findModerationContext = (id: string) => call(findModerationContextCall, { params: { id } });

/** What the page at the product's URL says now. */
export const readPresentPage = (id: string) => call(readPresentPageCall, { params: { id } });

/** @throws ApiFailure `bad_request` with `fields`, and `conflict` when the product can't be discontinued. */
export const discontinueProduct = (id: string, body: z.input<typeof discontinuationInput>) =>
  call(discontinueProductCall, { params: { id }, body });

export const relistProduct = (id: string) => call(relistProductCall, { params: { id } });

/** @throws ApiFailure `bad_request` with `fields` such as `fields.price`, and `conflict` when the product isn't listed. */
export const correctValues = (id: string, fields: FieldInputs) =>
  call(correctValuesCall, { params: { id }, body: { fields } });
