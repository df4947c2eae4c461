import { IMPORT_LIMITS } from '@/lib/contract/import';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/base/errors';
import { requestOf } from '@/server/import/list-url';
import { FETCH_LIMITS, FetchRefusal } from '@/server/web/fetch-limits';
import { tooLarge } from './change-imports';
import { t } from '@/lib/texts/texts';

/**
 * Fetches a list on the public web, or the README of a repository at GitHub.
 *
 * @throws ApiError `bad_request` naming the field `url`; `too_large`.
 */
export async function fetchList(
  { env, fetchPage }: Pick<Deps, 'env' | 'fetchPage'>,
  url: string,
): Promise<{ name: string; content: Buffer }> {
  const asked = requestOf(new URL(url), env.githubAPIURL);
  try {
    const { bytes, isCut } = await fetchPage(asked.url, {
      accept: asked.accept,
      signal: AbortSignal.timeout(FETCH_LIMITS.ms),
      bytesMax: IMPORT_LIMITS.bytesMax,
    });
    if (isCut) throw tooLarge();
    return { name: url, content: bytes };
  } catch (error) {
    if (!(error instanceof FetchRefusal)) throw error;
    const message =
      error.answer?.status === 404
        ? t('import.noPublicList', 'There is no public list at this link.')
        : error.message;
    throw new ApiError('bad_request', message, { fields: { url: message } });
  }
}
