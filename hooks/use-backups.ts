import { call } from '@/lib/api/http';
import {
  type BackupOverview,
  checkBackupCall,
  linkBackupCall,
  listBackupsCall,
  makeBackupCall,
} from '@/lib/contract/backup';
import { SECOND_MS } from '@/lib/contract/plain/durations';
import { useAttempt } from './use-attempt';
import { useViewerData } from './use-viewer-data';

/** How often the state of running work is asked for. */
const ASK_EVERY_MS = 3 * SECOND_MS;

/** The backups of the site, and what an admin does with them. */
export function useBackups() {
  const { data, error, refresh } = useViewerData<BackupOverview>(['backups'], () => call(listBackupsCall), {
    refreshInterval: (latest) => (latest?.work?.state === 'running' ? ASK_EVERY_MS : 0),
  });
  const { isUnderWay, failure, attempt } = useAttempt();

  async function begin(send: () => Promise<unknown>): Promise<void> {
    await attempt(async () => void (await send()));
    await refresh();
  }

  return {
    overview: data,
    error,
    refresh,
    isBusy: isUnderWay || data?.work?.state === 'running',
    failure,
    make: () => begin(() => call(makeBackupCall)),
    check: (name: string) => begin(() => call(checkBackupCall, { body: { name } })),
    download: (name: string) =>
      attempt(async () => {
        const { url } = await call(linkBackupCall, { body: { name } });
        // The answer is a file to save, so the page stays.
        window.location.assign(url);
      }),
  };
}
