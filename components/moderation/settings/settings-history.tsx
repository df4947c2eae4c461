import { ModeratorList, sayWhenAndWho } from '@/components/moderation/moderator-list';
import { CallFailure } from '@/components/layout/call-failure';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { hidden } from '@/components/ui/visually-hidden';
import { useSettingsHistory } from '@/hooks/use-settings';
import type { SettingsVersion } from '@/lib/contract/setting';
import { formatMinute } from '@/lib/format/figures';
import { settingsPath } from '@/lib/pages/settings-pages';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';
import { ChangedValue } from './settings-form';

/** Every change of the settings, newest first, each of which can be undone. */
export function SettingsHistory() {
  const { versions, list, isUnderWay, failure, undo } = useSettingsHistory();
  return (
    <>
      <p className="mt-2 max-w-prose text-muted">
        {t('settings.historyAbout', 'Undoing a change stores what was there before it, as a new change.')}
      </p>
      {failure && (
        <div className="mt-4">
          <CallFailure failure={failure} signInAt={settingsPath('history')} />
        </div>
      )}
      <ModeratorList
        isOrdered
        failed={t('settings.historyNotLoaded', "We couldn't load the changes of the settings")}
        showing={(count) =>
          t('settings.historyShowing', '{count, plural, one {Showing # change} other {Showing # changes}}', {
            count,
          })
        }
        list={list}
        items={versions}
        empty={
          <EmptyState icon="settings" title={t('settings.noHistory', 'No setting was changed yet')}>
            {t('settings.noHistoryYet', 'What you change is listed here, with who has changed it and when.')}
          </EmptyState>
        }
      >
        {(version) => (
          <VersionItem
            key={version.version}
            version={version}
            isBusy={isUnderWay}
            onUndo={() => void undo(version.version)}
          />
        )}
      </ModeratorList>
    </>
  );
}

type VersionItemProps = { version: SettingsVersion; isBusy: boolean; onUndo: () => void };

function VersionItem({ version: shown, isBusy, onUndo }: VersionItemProps) {
  const { version, createdAt, authorHandle, note, undone, changes } = shown;
  const say = (value: string | null) =>
    value ?? t('settings.defaultValue', 'The default' /* in place of the value of a setting */);
  return (
    <li className="rounded-card border border-line p-5">
      <h3 className="font-semibold">
        {undone === null
          ? t('settings.change', 'Change {version}' /* a heading: a change of the settings */, {
              version: String(version),
            })
          : t('settings.undoing', 'Change {version}: undoes change {undone}', {
              version: String(version),
              undone: String(undone),
            })}
      </h3>
      <p className="mt-1 text-sm text-muted">{sayWhenAndWho(formatMinute(createdAt), authorHandle)}</p>
      {note !== '' && (
        <p dir="auto" className="mt-1 text-page-start wrap-anywhere">
          {note}
        </p>
      )}
      <dl className="mt-3 flex flex-col gap-3">
        {changes.map(({ name, label, kind, before, after }) => (
          <div key={name}>
            <dt className="text-sm font-semibold">{label}</dt>
            <ChangedValue kind={kind} before={say(before)} after={say(after)} />
          </div>
        ))}
      </dl>
      <Button size="small" aria-disabled={isBusy} onClick={() => !isBusy && onUndo()} className="mt-4">
        {rich('settings.undo', 'Undo<hidden> change {version}</hidden>', {
          hidden,
          version: String(version),
        })}
      </Button>
    </li>
  );
}
