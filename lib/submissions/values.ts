import { imageKey } from '@/lib/contract/plain/image-url';
import type { SubmittedProduct, Submission, SubmissionChanges } from '@/lib/contract/submission';

/** The form of a submission, as it stands on screen. */
export type SubmissionValues = {
  url: string;
  name: string;
  tagline: string;
  description: string;
  tags: string[];
  imageURL: string | null;
};

export type SubmissionField = keyof SubmissionValues;

/** In the order in which they stand. */
export const SUBMISSION_FIELDS = ['url', 'name', 'tagline', 'tags', 'imageURL', 'description'] as const;

export const EMPTY_SUBMISSION: SubmissionValues = {
  url: '',
  name: '',
  tagline: '',
  description: '',
  tags: [],
  imageURL: null,
};

/** A product as a form to edit it; a generated tile is no picture of its own. */
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

/** What to send so that the one becomes the other. */
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

/** The field that a path of the contract or a name of the server's leads to: `tags` for `tags.0`. */
export const submissionField = (path: string): SubmissionField | undefined =>
  SUBMISSION_FIELDS.find((field) => path === field || path.startsWith(`${field}.`));
