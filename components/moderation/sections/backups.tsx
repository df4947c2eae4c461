import { CallFailure } from '@/components/layout/call-failure';
import { BackupState } from '@/components/moderation/backups/backup-state';
import { RestoreSteps } from '@/components/moderation/backups/restore-steps';
import { Intro, ModeratorList, NotLoaded } from '@/components/moderation/moderator-list';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { hidden } from '@/components/ui/visually-hidden';
import { useBackups } from '@/hooks/use-backups';
import { BACKUP_LIMITS, type Backup, type BackupOverview } from '@/lib/contract/backup';
import { formatMinute } from '@/lib/format/figures';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

/** Lists the backups of the site, makes, checks and downloads them, and says how to restore one. For admins. */
export default function Backups() {
  const { overview, error, refresh, isBusy, failure, make, check, download } = useBackups();
  return (
    <>
      <Intro>
        {t(
          'backups.about',
          'A backup is a file with everything the site has stored: every row of the database, and the images. It has email addresses, so keep it private.',
        )}
      </Intro>
      {!overview && (
        <NotLoaded
          failed={t('backups.notLoaded', "We couldn't load the backups")}
          error={error}
          onRetry={() => void refresh()}
        />
      )}
      {overview?.state === 'off' && <SwitchedOff />}
      {overview && overview.state !== 'off' && (
        <>
          <Schedule overview={overview} />
          <BackupState work={overview.work} />
          {failure && <CallFailure failure={failure} signInAt="/moderation/backups" />}
          <Button aria-disabled={isBusy} onClick={() => !isBusy && void make()} className="mt-4">
            {t('backups.make', 'Make a backup now')}
          </Button>
          <ModeratorList
            failed={t('backups.notLoaded', "We couldn't load the backups")}
            list={{ error, refresh: () => void refresh() }}
            items={overview.backups}
            empty={
              <EmptyState icon="download" title={t('backups.none', 'No backups yet')}>
                {t('backups.noneYet', 'The first one is made on the schedule, or by the button above.')}
              </EmptyState>
            }
          >
            {(backup) => (
              <BackupItem
                key={backup.name}
                backup={backup}
                isBusy={isBusy}
                onCheck={() => void check(backup.name)}
                onDownload={() => void download(backup.name)}
              />
            )}
          </ModeratorList>
          {overview.backups.length >= BACKUP_LIMITS.listedMax && (
            <p className="mt-4 text-sm text-muted">
              {t('backups.newestOnly', 'Only the {listedMax} newest backups are shown.', {
                listedMax: BACKUP_LIMITS.listedMax,
              })}
            </p>
          )}
          <RestoreSteps overview={overview} />
        </>
      )}
    </>
  );
}

function SwitchedOff() {
  return (
    <div className="mt-4">
      <EmptyState icon="alert" title={t('backups.offTitle', 'This site makes no backups')}>
        {t(
          'backups.switchOn',
          'To switch them on, set BACKUP_DIR in the environment of the site to a folder, if possible on another disk, and start the site again. The site then makes its first backup by itself.',
        )}
      </EmptyState>
    </div>
  );
}

function Schedule({ overview }: { overview: BackupOverview }) {
  const { state, folder, everyHours, keptCount, hasPassphrase } = overview;
  return (
    <>
      <p className="mt-2 max-w-prose text-muted">
        {t(
          'backups.schedule',
          'The site makes one every {everyHours, plural, one {hour} other {# hours}} in {folder}, and keeps the last {keptCount, plural, one {one} other {#}} of these. Backups by hand stay until you delete their files.',
          { everyHours, keptCount, folder },
        )}
      </p>
      <p className="mt-2 max-w-prose text-muted">
        {hasPassphrase
          ? t(
              'backups.withKeys',
              'New backups have the session keys, encrypted with BACKUP_PASSPHRASE. The rest of a backup is not encrypted.',
            )
          : t(
              'backups.withoutKeys',
              'Backups are not encrypted, and have no session keys: after a restore, members may have to sign in again. With BACKUP_PASSPHRASE in the environment of the site, new backups have the keys, encrypted.',
            )}
      </p>
      {state === 'missing' && (
        <p role="status" className="mt-2 max-w-prose font-semibold">
          {t(
            'backups.folderMissing',
            "The folder {folder} doesn't exist. The first backup creates it. If there were backups before, check that the disk is mounted, and that BACKUP_DIR names the right folder.",
            { folder },
          )}
        </p>
      )}
    </>
  );
}

type BackupItemProps = { backup: Backup; isBusy: boolean; onCheck: () => void; onDownload: () => void };

function BackupItem({
  backup: { name, kind, writtenAt, bytes },
  isBusy,
  onCheck,
  onDownload,
}: BackupItemProps) {
  return (
    <li className="rounded-card border border-line p-5">
      <h2 className="font-semibold wrap-anywhere">
        <bdi>{name}</bdi>
      </h2>
      <p className="mt-1 text-sm text-muted wrap-anywhere">
        {[
          formatMinute(writtenAt),
          t('backups.size', '{megabytes} MB' /* the size of a file */, {
            megabytes: Math.max(0.1, Math.round(bytes / 100_000) / 10),
          }),
          kind === 'scheduled'
            ? t('backups.scheduled', 'Scheduled' /* a kind of backup */)
            : t('backups.byHand', 'By hand' /* a kind of backup */),
        ].join(' · ')}
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button size="small" aria-disabled={isBusy} onClick={() => !isBusy && onCheck()}>
          {rich('backups.check', 'Check<hidden> {name}</hidden>' /* a backup */, { hidden, name })}
        </Button>
        <Button size="small" aria-disabled={isBusy} onClick={() => !isBusy && onDownload()}>
          {rich('backups.download', 'Download<hidden> {name}</hidden>' /* a backup */, { hidden, name })}
        </Button>
      </div>
    </li>
  );
}
