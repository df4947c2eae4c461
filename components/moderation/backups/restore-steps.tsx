import type { BackupOverview } from '@/lib/contract/backup';
import { t } from '@/lib/texts/texts';

/** How to restore a backup: the commands for this site. The browser restores none. */
export function RestoreSteps({ overview: { database, restoreCommand } }: { overview: BackupOverview }) {
  const steps =
    database === 'embedded'
      ? [
          t('backups.stepStop', 'Stop the site.'),
          t('backups.stepRunEmbedded', 'Run this command in the folder of the site:'),
          t('backups.stepStart', 'Start the site.'),
        ]
      : [
          t('backups.stepStop', 'Stop the site.'),
          t(
            'backups.stepEmptyDatabase',
            'Create an empty database, and let DATABASE_URL in the environment of the site name it.',
          ),
          t('backups.stepRunPostgres', 'Run this command with that environment, in the folder of the site:'),
          t('backups.stepStart', 'Start the site.'),
        ];
  const commandAt = steps.length - 2;
  return (
    <>
      <h2 className="mt-10 text-lg font-bold">
        {t('backups.restoreHeading', 'Restore a backup' /* a heading */)}
      </h2>
      <p className="mt-2 max-w-prose text-muted">
        {t(
          'backups.restoreAbout',
          'Backups are uploaded and restored at the terminal, not in the browser, because the site has to be stopped. For another backup, name its file in place of this one. Where the package is installed, write listgrove restore in place of npm run restore --.',
        )}
      </p>
      <ol className="mt-4 flex max-w-prose flex-col gap-4">
        {steps.map((step, index) => (
          <li key={step}>
            <p>{`${index + 1}. ${step}`}</p>
            {index === commandAt && (
              <p className="mt-1 wrap-anywhere" translate="no">
                <code>{restoreCommand}</code>
              </p>
            )}
          </li>
        ))}
      </ol>
      {database === 'embedded' && (
        <p className="mt-4 max-w-prose text-sm text-muted">
          {t(
            'backups.replacedKept',
            'The database that is there now stays in the data folder under another name, until you delete it.',
          )}
        </p>
      )}
    </>
  );
}
