import { exportAccount } from '@/lib/api/user';
import { saveFile } from '@/lib/browser/save-file';
import { site } from '@/lib/site';
import { useAttempt } from './use-attempt';

/** Everything that is kept about the member, as a file of JSON. */
export function useAccountExport() {
  const { isUnderWay, failure, attempt } = useAttempt();

  return {
    isUnderWay,
    failure,
    download: () =>
      attempt(async () => {
        const { exportedAt, account } = await exportAccount();
        const json = JSON.stringify({ exportedAt, account }, null, 2);
        saveFile(exportName(exportedAt), new Blob([json], { type: 'application/json' }));
      }),
  };
}

/** `sprig-export-2026-11-21.json` */
function exportName(exportedAt: string): string {
  const name = site.name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-');
  return `${name.replace(/^-|-$/g, '') || 'site'}-export-${exportedAt.slice(0, 10)}.json`;
}
