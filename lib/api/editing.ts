// Apart from the other calls, so that no other page loads its schema.
import type * as z from 'zod/mini';
import {
  editModeratedProductCall,
  findModeratedProductCall,
  findTextsCall,
  type textChanges,
} from '@/lib/contract/editing';
import { call } from './http';

/** What a listed product says now. @throws ApiFailure `not_found`. */
export const findTexts = (id: string) => call(findTextsCall, { params: { id } });

/** The present queue item of a product. @throws ApiFailure `not_found`. */
export const findModeratedProduct = async (id: string) =>
  (await call(findModeratedProductCall, { params: { id } })).product;

/** @throws ApiFailure `conflict` when somebody has changed the product since, and `bad_request` with `fields`. */
export const editModeratedProduct = (
  { id, seen }: { id: string; seen: string },
  body: z.input<typeof textChanges>,
) => call(editModeratedProductCall, { params: { id }, query: { seen }, body });
