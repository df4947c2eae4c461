import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Spinner } from '@/components/ui/spinner';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useAccountExport } from '@/hooks/use-account-export';

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
