import * as z from 'zod/mini';
import { SECOND_MS } from '@/lib/contract/plain/durations';
import { t } from '@/lib/texts/texts';

/** The search did not answer, or not as it should. */
export class SearchFailure extends Error {}

/** Too many searches. */
export class SearchRefusal extends SearchFailure {
  constructor(readonly retryAfterMs: number) {
    super(t('search.tooMany', 'Too many searches.'));
  }
}

/** An error of the search client for an answer with this status. */
const refused = z.object({
  status: z.literal(429),
  stackTrace: z.array(
    z.object({ response: z.object({ headers: z.optional(z.record(z.string(), z.string())) }) }),
  ),
});
const retryAfter = z.string().check(z.regex(/^\d{1,4}$/));

export function toSearchFailure(error: unknown): SearchFailure {
  const { data } = refused.safeParse(error);
  if (!data) return new SearchFailure(t('search.failed', "Search isn't available right now."));
  const { data: seconds } = retryAfter.safeParse(data.stackTrace.at(-1)?.response.headers?.['retry-after']);
  return new SearchRefusal(Math.max(1, Number(seconds ?? 1)) * SECOND_MS);
}
