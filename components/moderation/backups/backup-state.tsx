import { Spinner } from '@/components/ui/spinner';
import type { BackupWork } from '@/lib/contract/backup';
import { formatMinute } from '@/lib/format/figures';
import { t } from '@/lib/texts/texts';

/** What was last done with backups in the browser: it runs, is done, or has failed and why. */
export function BackupState({ work }: { work: BackupWork | null }) {
  return (
    <div role="status" className="mt-4 flex max-w-prose flex-wrap items-center gap-3">
      {work && <p className={work.state === 'failed' ? 'text-danger' : undefined}>{describe(work)}</p>}
      {work?.state === 'running' && <Spinner />}
    </div>
  );
}

function describe({ kind, name, state, startedAt, endedAt, message }: BackupWork): string {
  const values = { name, time: formatMinute(endedAt ?? startedAt) };
  switch (state) {
    case 'running':
      return kind === 'make'
        ? t('backups.making', 'The backup {name} is being made, since {time}.', values)
        : t('backups.checking', 'The backup {name} is being checked, since {time}.', values);
    case 'done':
      return kind === 'make'
        ? t('backups.made', 'The backup {name} was made, {time}.', values)
        : t('backups.checked', 'The backup {name} can be restored. Checked {time}.', values);
    case 'failed':
      if (message === null)
        return t(
          'backups.interrupted',
          'The site stopped while it worked on the backup {name}, begun {time}. Try again.',
          values,
        );
      return kind === 'make'
        ? t('backups.makeFailed', 'The backup {name} failed, {time}: {message}', { ...values, message })
        : t('backups.checkFailed', 'The check of the backup {name} failed, {time}: {message}', {
            ...values,
            message,
          });
  }
}
