import type { Deps } from '@/server/deps';
import { ApiError, ConfigError } from '@/server/base/errors';
import { loadSiteFile, requireInPlace } from '@/server/fields/site-file';
import { noteSiteChange } from '@/server/queries/public-changes';

/**
 * Has every process of the site show the notices that its site file declares now.
 *
 * @throws ApiError naming the line of a mistake in the file; then nothing changes.
 */
export async function reloadNotices({ db, env }: Pick<Deps, 'db' | 'env'>): Promise<void> {
  try {
    requireInPlace(env.siteFile);
    loadSiteFile(env.siteFile, env.isSiteFileOptional);
  } catch (error) {
    if (error instanceof ConfigError) throw new ApiError('bad_request', error.message);
    throw error;
  }
  await noteSiteChange(db);
}
