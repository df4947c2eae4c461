import * as z from 'zod/mini';
import { imageKey } from '@/lib/contract/plain/image-url';
import type { FieldInputs } from '@/lib/contract/field';
import type { SubmittedProduct, Submission, SubmissionChanges } from '@/lib/contract/submission';

export const submissionValues = z.object({
  url: z.string(),
  name: z.string(),
  tagline: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  // Drafts from before there were icons have neither.
  iconURL: z._default(z.nullable(z.string()), null),
  screenshotURL: z._default(z.nullable(z.string()), null),
  /** Whether the member has made the product; null before an answer. */
  isMaker: z._default(z.nullable(z.boolean()), null),
  /** The fields that the site declares, by key. Absent, empty and [] are all no value. */
  fields: z._default(z.record(z.string(), z.union([z.string(), z.array(z.string())])), {}),
});
export type SubmissionValues = z.infer<typeof submissionValues>;

export const EMPTY_VALUES: SubmissionValues = {
  url: '',
  name: '',
  tagline: '',
  description: '',
  tags: [],
  iconURL: null,
  screenshotURL: null,
  isMaker: null,
  fields: {},
};

/** The form to edit a product starts from. A brand's mark or a tile does not count as an icon. */
export const valuesOf = (product: SubmittedProduct): SubmissionValues => ({
  url: product.url,
  name: product.name,
  tagline: product.tagline,
  description: product.description,
  tags: product.tags.map(({ name }) => name),
  iconURL: imageKey(product.iconURL) === undefined ? null : product.iconURL,
  screenshotURL: product.screenshotURL,
  isMaker: null,
  fields: fieldTexts(product.fields ?? {}),
});

export const fieldTexts = (inputs: FieldInputs): SubmissionValues['fields'] =>
  Object.fromEntries(
    Object.entries(inputs).map(([key, value]) => [key, Array.isArray(value) ? value : String(value ?? '')]),
  );

export const isSameSubmission = (one: SubmissionValues, other: SubmissionValues) =>
  Object.keys(changesBetween(one, other)).length === 0;

export function changesBetween(before: SubmissionValues, after: Submission): SubmissionChanges {
  const fields = changedFields(before.fields, after.fields);
  return {
    ...(after.url !== before.url && { url: after.url }),
    ...(after.name !== before.name && { name: after.name }),
    ...(after.tagline !== before.tagline && { tagline: after.tagline }),
    ...(after.description !== before.description && { description: after.description }),
    ...(after.tags.join('\n') !== before.tags.join('\n') && { tags: after.tags }),
    ...(after.iconURL !== before.iconURL && { iconURL: after.iconURL }),
    ...(after.screenshotURL !== before.screenshotURL && { screenshotURL: after.screenshotURL }),
    ...(Object.keys(fields).length > 0 && {
      fields,
      ...(after.fieldsFromPage && { fieldsFromPage: after.fieldsFromPage }),
    }),
  };
}

export function changedFields(
  before: Submission['fields'],
  after: Submission['fields'],
): Submission['fields'] {
  const textOf = (value: Submission['fields'][string] | undefined) =>
    Array.isArray(value) ? value.join('\n') : String(value ?? '');
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return Object.fromEntries(
    keys
      .filter((key) => textOf(before[key]) !== textOf(after[key]))
      .map((key) => [key, textOf(after[key]) === '' ? null : (after[key] ?? null)]),
  );
}
