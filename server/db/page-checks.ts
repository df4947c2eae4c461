import { resolve } from 'node:path';
import type { Logger } from 'pino';
import { DAY_MS, SECOND_MS } from '@/lib/contract/plain/durations';
import { checkPages, type PageCheck } from './page-checksums';
import { checkControlFile } from './control-file';

/** The requests that come right after the start come first. */
const FIRST_AFTER_MS = 5 * SECOND_MS;
/** Between two batches of pages: about 20 MB a second. */
const PAUSE_MS = 20;

/** How to go on with a damaged database. */
export const RESTORE_STEP =
  'Stop the site, keep a copy of DATA_DIR, and restore the latest backup: npm run restore -- <file> --replace; see docs/backup.md.';

/** For the owner: how much is damaged, and where. */
export const describeDamage = (
  folder: string,
  { pageCount, damagedPageCount, damagedFile = '' }: PageCheck,
): string =>
  `The database in ${resolve(folder)} is damaged: ${damagedPageCount.toLocaleString('en')} of ${pageCount.toLocaleString('en')} pages do not match their checksums, the first in ${damagedFile}.`;

/**
 * Checks the pages of the embedded database after the start and once a day, and logs an error if some are damaged.
 * PostgreSQL itself checks a page only when it reads it.
 *
 * @returns a function that stops the checks.
 */
export function schedulePageChecks(
  folder: string,
  logger: Logger,
  {
    firstAfterMs = FIRST_AFTER_MS,
    onDone = () => undefined,
  }: { firstAfterMs?: number; onDone?: () => void } = {},
): () => void {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const checkAfter = (afterMs: number) => {
    timer = setTimeout(() => void check(), afterMs);
    timer.unref();
  };
  const check = async () => {
    try {
      if (checkControlFile(folder) === 'whole, without checksums') return;
      const found = await checkPages(folder, { signal: stopping.signal, pauseMs: PAUSE_MS });
      if (found.damagedPageCount > 0) logger.error(found, `${describeDamage(folder, found)} ${RESTORE_STEP}`);
    } catch (error) {
      logger.error({ err: error }, 'The pages of the database could not be read.');
    } finally {
      onDone();
      if (!stopping.signal.aborted) checkAfter(DAY_MS);
    }
  };
  checkAfter(firstAfterMs);
  return () => {
    stopping.abort();
    clearTimeout(timer);
  };
}
