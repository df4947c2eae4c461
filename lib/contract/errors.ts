import * as z from 'zod/mini';
import { productReference } from './product-reference';

/** Every error code of the product server, with its HTTP status. The list is closed. */
export const ERROR_STATUS = {
  bad_request: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  gone: 410,
  too_large: 413,
  unsupported_media: 415,
  processing: 423,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

export const ERROR_CODES = [
  'bad_request',
  'unauthenticated',
  'forbidden',
  'not_found',
  'conflict',
  'gone',
  'too_large',
  'unsupported_media',
  'processing',
  'rate_limited',
  'internal',
  'unavailable',
] as const satisfies readonly ErrorCode[];

/**
 * The body of every failure. `fields` names the inputs at fault, each with a sentence. `message` is in the language of
 * the site; `reason` names the sentence in any language, and `values` are what it says of this failure.
 */
export const failure = z.object({
  isError: z.literal(true),
  code: z.enum(ERROR_CODES),
  message: z.string(),
  reason: z.optional(z.string()),
  values: z.optional(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))),
  fields: z.optional(z.record(z.string(), z.string())),
  /** For a `conflict`: the product that already has the URL. */
  product: z.optional(productReference),
  requestId: z.string(),
});
