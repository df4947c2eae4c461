import * as z from 'zod/mini';
import { imageKey } from '@/lib/contract/plain/image-url';
import {
  type SubmittedProduct,
  type Submission,
  type SubmissionChanges,
  submission as contract,
} from '@/lib/contract/submission';

/** The fields of the form, as the member typed them. */
export const submissionValues = z.object({
  url: z.string(),
  name: z.string(),
  tagline: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  imageURL: z.nullable(z.string()),
});
export type SubmissionValues = z.infer<typeof submissionValues>;

type SubmissionField = keyof SubmissionValues;

/** One sentence for each field that has an error. */
export type SubmissionErrors = Partial<Record<SubmissionField, string>>;

/** In the order of the form. */
const FIELDS = ['url', 'name', 'tagline', 'tags', 'imageURL', 'description'] as const;

export const EMPTY_VALUES: SubmissionValues = {
  url: '',
  name: '',
  tagline: '',
  description: '',
  tags: [],
  imageURL: null,
};

/** The form to edit a product starts from. A generated tile does not count as an image. */
export const valuesOf = (product: SubmittedProduct): SubmissionValues => ({
  url: product.url,
  name: product.name,
  tagline: product.tagline,
  description: product.description,
  tags: product.tags.map(({ name }) => name),
  imageURL: imageKey(product.imageURL) === undefined ? null : product.imageURL,
});

export const isSameSubmission = (one: SubmissionValues, other: SubmissionValues) =>
  Object.keys(changesBetween(one, other)).length === 0;

/** The changes that turn `before` into `after`. */
export function changesBetween(before: SubmissionValues, after: Submission): SubmissionChanges {
  return {
    ...(after.url !== before.url && { url: after.url }),
    ...(after.name !== before.name && { name: after.name }),
    ...(after.tagline !== before.tagline && { tagline: after.tagline }),
    ...(after.description !== before.description && { description: after.description }),
    ...(after.tags.join('\n') !== before.tags.join('\n') && { tags: after.tags }),
    ...(after.imageURL !== before.imageURL && { imageURL: after.imageURL }),
  };
}

/** Checks the form with the contract's own schema, so the server accepts what passes. */
export function checkValues(values: SubmissionValues): { submission?: Submission; errors: SubmissionErrors } {
  const parsed = contract.safeParse(values);
  if (parsed.success) return { submission: parsed.data, errors: {} };
  return { errors: errorsByField(parsed.error.issues.map((issue) => [issue.path.join('.'), issue.message])) };
}

/**
 * Sorts error messages by form field: `tags.0` belongs to `tags`. The first message of a field wins; paths outside
 * the form are dropped.
 */
export function errorsByField(
  messages: readonly (readonly [path: string, message: string])[],
): SubmissionErrors {
  const errors: SubmissionErrors = {};
  for (const [path, message] of messages) {
    const field = FIELDS.find((known) => path === known || path.startsWith(`${known}.`));
    if (field) errors[field] ??= message;
  }
  return errors;
}
