import type * as z from 'zod/mini';
import { checkRulesCall } from '@/lib/contract/rule';
import {
  editProductCall,
  findSubmissionCall,
  renderDescriptionCall,
  type submission,
  type submissionChanges,
  submitProductCall,
  withdrawProductCall,
} from '@/lib/contract/submission';
import { listSubmissionsCall } from '@/lib/contract/submission-list';
import { findDuplicatesCall, previewProductCall } from '@/lib/contract/product-preview';
import { call } from './http';

/** Takes up to ten seconds, because the server fetches the page. */
export const previewProduct = (url: string, signal?: AbortSignal) =>
  call(previewProductCall, { body: { url }, signal });

export const findDuplicates = (query: z.input<typeof findDuplicatesCall.query>) =>
  call(findDuplicatesCall, { query });

/** What the site's rules say of a form that may not be complete yet. */
export const checkRules = async (body: z.input<typeof checkRulesCall.body>) =>
  (await call(checkRulesCall, { body })).checks;

/** Resolves to HTML that is safe to insert. */
export const renderDescription = async (description: string) =>
  (await call(renderDescriptionCall, { body: { description } })).descriptionHTML;

/** @throws ApiFailure `conflict`, with the product that already has the URL. */
export const submitProduct = async (body: z.input<typeof submission>) =>
  (await call(submitProductCall, { body })).product;

export const listSubmissions = (query: z.input<typeof listSubmissionsCall.query>) =>
  call(listSubmissionsCall, { query });

export const findSubmission = async (id: string) =>
  (await call(findSubmissionCall, { params: { id } })).product;

/** @throws ApiFailure `conflict`, with the product that already has the URL; `gone` for a removed product. */
export const editProduct = async (id: string, body: z.input<typeof submissionChanges>) =>
  (await call(editProductCall, { params: { id }, body })).product;

/** Resolves to a sentence that says what happened to the product. */
export const withdrawProduct = async (id: string) =>
  (await call(withdrawProductCall, { params: { id } })).message;
