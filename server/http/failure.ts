import type { AppContext } from '@/server/context';
import { ApiError } from '@/server/base/errors';
import { isDatabaseUnavailable } from '@/server/queries/operations';
import { setQuotaHeaders } from './every-call';
import { routeOf } from './request-log';
import { text } from '@/lib/texts/texts';

const OVERLOAD_RETRY_SECONDS = 5;

/**
 * Turns an error into the failure that the caller may see: an ApiError as it is, a database that is overloaded or
 * unreachable as `unavailable`, and anything else as `internal` without its message. Logs everything but an ApiError.
 */
export function toApiError(error: Error, c: AppContext): ApiError {
  if (error instanceof ApiError) return error;
  const { logger } = c.var.deps;
  const entry = { err: error, route: routeOf(c) };
  if (isDatabaseUnavailable(error)) {
    logger.warn(entry, 'The database is overloaded or unreachable.');
    return new ApiError(
      'unavailable',
      text('failure.overloaded', "We're overloaded right now. Please try again in a few seconds."),
      {
        retryAfterSeconds: OVERLOAD_RETRY_SECONDS,
      },
    );
  }
  logger.error(entry, 'A request failed unexpectedly.');
  return new ApiError(
    'internal',
    text('failure.internal', 'Something went wrong on our side. Please try again.'),
  );
}

export function sendFailure(
  c: AppContext,
  { code, message, status, details, text: said }: ApiError,
): Response {
  setFailureHeaders(c, details);
  if (details.location !== undefined) c.header('location', details.location);
  return c.json(
    {
      isError: true,
      code,
      message,
      ...(typeof said === 'object' && { reason: said.key, ...(said.values && { values: said.values }) }),
      ...(details.fields && { fields: details.fields }),
      ...(details.product && { product: details.product }),
      requestId: c.var.requestId,
    },
    details.location === undefined ? status : 308,
  );
}

export function setFailureHeaders(
  c: AppContext,
  { retryAfterSeconds, quotas = [] }: ApiError['details'] = {},
): void {
  c.header('cache-control', 'private, no-store');
  setQuotaHeaders(c, quotas);
  if (retryAfterSeconds !== undefined) c.header('retry-after', String(retryAfterSeconds));
}
