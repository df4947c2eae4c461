import { ERROR_STATUS, type ErrorCode } from '@/lib/contract/errors';
import type { ProductReference } from '@/lib/contract/product-reference';
import type { Quota } from '@/lib/contract/rate-limits';
import { type StoredText, sayInEnglish, sayStored } from './stored-text';

/** An error whose message is a sentence of this code without values of visitors, so that the log may repeat it. */
export class PlainError extends Error {
  override readonly name: string = 'PlainError';
  /** False for a kind whose sentences quote what people have sent. */
  readonly isLogged: boolean = true;
}

/**
 * A failure that the person at the terminal can fix. The message says what is wrong and what to do; it is shown
 * without a stack trace.
 */
export class OwnerError extends PlainError {
  override readonly name: string = 'OwnerError';
}

export class ConfigError extends OwnerError {
  override readonly name = 'ConfigError';
}

/** The database cannot be opened, for a reason that the owner can fix. */
export class DatabaseStartError extends OwnerError {
  override readonly name: string = 'DatabaseStartError';
}

/** A task exceeded its time limit and was ended. */
export class DeadlineError extends PlainError {
  override readonly name = 'DeadlineError';
}

type ApiErrorDetails = {
  /** The invalid inputs, each with a sentence. */
  fields?: Record<string, string>;
  retryAfterSeconds?: number;
  /** With `rate_limited`: the limits that are reached. */
  quotas?: readonly Quota[];
  /** With `conflict`: the product that already exists. */
  product?: ProductReference;
  /** With `not_found`: where it is now, for good. The failure becomes a redirect. */
  location?: string;
};

/** A failure that the client can act on. Anything else that is thrown is a bug and becomes a 500. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly code: ErrorCode,
    /** What the message says. A sentence was said before. */
    readonly text: StoredText,
    readonly details: ApiErrorDetails = {},
  ) {
    super(sayStored(text));
  }

  /** The message for the terminal and the log, which speak English. */
  get english(): string {
    return sayInEnglish(this.text);
  }

  get status() {
    return ERROR_STATUS[this.code];
  }
}

/** Whether something that was thrown is an error of Node.js or the operating system with this code, as in `ENOENT`. */
export const hasErrorCode = (error: unknown, code: string): boolean => errorCode(error) === code;

/** The code of an error of Node.js or the operating system; undefined for anything else that was thrown. */
export function errorCode(error: unknown): string | undefined {
  const isCoded = typeof error === 'object' && error !== null && 'code' in error;
  return isCoded && typeof error.code === 'string' ? error.code : undefined;
}
