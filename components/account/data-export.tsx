import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Spinner } from '@/components/ui/spinner';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useAttempt } from '@/hooks/use-attempt';
import { call } from '@/lib/api/http';
import { exportAccountCall } from '@/lib/contract/account';
import { MINUTE_MS } from '@/lib/contract/plain/durations';
import { site } from '@/lib/site';

export function DataExport() {
  const { isUnderWay, failure, download } = useAccountExport();
  return (
    <>
      <Button aria-disabled={isUnderWay} onClick={() => !isUnderWay && void download()}>
        {isUnderWay ? <Spinner /> : <Icon name="download" className="size-4" />}
        <span>Download my data</span>
      </Button>
      <VisuallyHidden live>{isUnderWay ? 'Preparing your data…' : ''}</VisuallyHidden>
      <p role="alert" className={failure ? 'mt-2 text-danger' : undefined}>
        {failure?.message}
      </p>
    </>
  );
}

/** Browsers may take this long to start saving a file; afterwards its memory is freed. */
const saveTimeoutMs = MINUTE_MS;

/** Downloads everything stored about the member, as a JSON file. */
function useAccountExport() {
  const { isUnderWay, failure, attempt } = useAttempt();

  return {
    isUnderWay,
    failure,
    download: () =>
      attempt(async () => {
        const { exportedAt, account } = await call(exportAccountCall);
        const json = JSON.stringify({ exportedAt, account }, null, 2);
        saveFile(exportName(exportedAt), new Blob([json], { type: 'application/json' }));
      }),
  };
}

/** `listgrove-export-2026-11-21.json` */
function exportName(exportedAt: string): string {
  const name = site.name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-');
  return `${name.replace(/^-|-$/g, '') || 'site'}-export-${exportedAt.slice(0, 10)}.json`;
}

/** Saves a file as a download. */
function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  // Some browsers click only links that are in the page.
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), saveTimeoutMs);
}
