import type { Logger } from 'pino';
import { reloadNotices } from '@/server/commands/reload-notices';
import type { Deps } from '@/server/deps';
import { ApiError, ConfigError } from '@/server/base/errors';
import type { SiteNotices } from '@/server/config/site-notices';

/** Has every process of the site show what its site file declares now. */
export async function requestReload(deps: Deps): Promise<void> {
  try {
    await reloadNotices(deps);
  } catch (error) {
    const details = error instanceof ApiError ? { reason: error.message } : { err: error };
    deps.logger.error(details, 'The promos and sponsors stay as they are.');
  }
}

/** Reads the site file of this process again. With a mistake in it, the notices stay as they were. */
export function readNoticesAgain(notices: SiteNotices, logger: Logger): void {
  try {
    const { hasSameFields } = notices.reload();
    logger.info('The promos and sponsors of the site file were read again.');
    if (!hasSameFields)
      logger.warn('The fields of the site file have changed. They apply from the next start.');
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    logger.error({ reason: error.message }, 'The promos and sponsors stay as they are.');
  }
}
