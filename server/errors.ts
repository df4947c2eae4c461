import { ERROR_STATUS, type ErrorCode } from '@/lib/contract/errors';

type ApiErrorDetails = {
  /** The inputs at fault, each with a sentence. */
  fields?: Record<string, string>;
  retryAfterSeconds?: number;
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
