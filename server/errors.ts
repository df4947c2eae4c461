import { ERROR_STATUS, type ErrorCode } from '@/lib/contract/errors';
import type { ProductReference } from '@/lib/contract/product-reference';

/** A configuration that the server refuses to start on. The message is one sentence for the owner. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

type ApiErrorDetails = {
  /** The inputs at fault, each with a sentence. */
  fields?: Record<string, string>;
  retryAfterSeconds?: number;
  /** Of a `conflict`: the product that is in the way. */
  product?: ProductReference;
};

/** A failure the caller can act on. Anything else that is thrown is a bug and becomes a 500. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details: ApiErrorDetails = {},
  ) {
    super(message);
  }

  get status() {
    return ERROR_STATUS[this.code];
  }
}
