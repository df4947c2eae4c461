import { type SubmitEvent, useEffect, useRef } from 'react';
import { NotLoaded } from '@/components/moderation/moderator-list';
import { CallFailure } from '@/components/layout/call-failure';
import { Button } from '@/components/ui/button';
import { useFaultFocus } from '@/components/ui/fault-focus';
import { Field } from '@/components/ui/field';
import { useKeptForm } from '@/components/ui/kept-text';
import { Spinner } from '@/components/ui/spinner';
import { useSettings } from '@/hooks/use-settings';
import { readFormFields } from '@/lib/browser/window';
import type { SettingGroup, SettingKind } from '@/lib/contract/plain/settings';
import { type ChangedSetting, type Setting, SETTING_LIMITS } from '@/lib/contract/setting';
import { settingsPath } from '@/lib/pages/settings-pages';
import { t } from '@/lib/texts/texts';
import { ShownValue } from './logo-field';
import { sayValue, SettingField } from './setting-field';
import { TestEmail } from './test-email';

/** The settings of one group: changed, checked, looked at and then saved. */
export function SettingsForm({ group }: { group: SettingGroup }) {
  const list = useSettings(group);
  const { settings, drafts, checked, failure, isUnderWay } = list;
  const form = useFaultFocus(failure);
  const kept = useKeptForm(`settings ${group}`);
  const errors = failure?.fields ?? {};
  const isFieldAtFault = settings?.some(({ name }) => name in errors) ?? false;

  function check(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (list.hasChanges && !isUnderWay) void list.check();
  }

  if (!settings)
    return (
      <NotLoaded
        failed={t('settings.notLoaded', "We couldn't load the settings")}
        error={list.error}
        onRetry={() => void list.refresh()}
        className="h-48"
      />
    );
  return (
    <>
      {list.fault !== undefined && (
        <p role="alert" className="mt-4 max-w-prose text-danger">
          {t(
            'settings.fault',
            'The newest settings do not fit this process, so the last good ones hold: {reason}',
            { reason: list.fault },
          )}
        </p>
      )}
      <form ref={form} noValidate onSubmit={check} className="mt-6 flex max-w-prose flex-col gap-6">
        {settings.map((setting) => (
          <SettingField
            key={setting.name}
            setting={setting}
            value={drafts[setting.name] ?? setting.stored ?? ''}
            error={errors[setting.name]}
            onEdit={(value) => list.edit(setting.name, value)}
          />
        ))}
        {failure && isFieldAtFault && <p className="text-danger">{failure.message}</p>}
        {failure && !isFieldAtFault && <CallFailure failure={failure} signInAt={settingsPath(group)} />}
        {!checked && (
          <div className="flex flex-wrap gap-2">
            <Button type="submit" look="primary" aria-disabled={isUnderWay || !list.hasChanges}>
              <span>{t('settings.check', 'See what changes')}</span>
              {isUnderWay && <Spinner />}
            </Button>
            {list.hasChanges && (
              <Button
                onClick={() => {
                  kept.forget();
                  list.discard();
                }}
              >
                {t('settings.discard', 'Discard the changes')}
              </Button>
            )}
          </div>
        )}
      </form>
      {checked && (
        <Preview
          settings={settings}
          changes={checked}
          isSaving={isUnderWay}
          onSave={(note) => void kept.untilSent(list.save(note))}
          onEdit={list.editOn}
        />
      )}
      {group === 'mail' && <TestEmail />}
    </>
  );
}

type PreviewProps = {
  settings: readonly Setting[];
  changes: readonly ChangedSetting[];
  isSaving: boolean;
  onSave: (note: string) => void;
  onEdit: () => void;
};

function Preview({ settings, changes, isSaving, onSave, onEdit }: PreviewProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!isSaving) onSave(readFormFields(event.currentTarget, ['note']).note);
  }

  return (
    <form
      onSubmit={save}
      className="mt-6 flex max-w-prose flex-col gap-5 rounded-card border border-line p-5"
    >
      <h3 ref={heading} tabIndex={-1} className="text-lg font-bold outline-none">
        {t('settings.whatChanges', 'What changes' /* heads a list of settings */)}
      </h3>
      <dl className="flex flex-col gap-4">
        {changes.map(({ name, label, before, after, effect }) => {
          const setting = settings.find((each) => each.name === name);
          const say = (value: string) => (setting ? sayValue(setting, value) : value);
          return (
            <div key={name}>
              <dt className="font-semibold">{label}</dt>
              <ChangedValue kind={setting?.kind ?? null} before={say(before)} after={say(after)} />
              {effect !== '' && <dd className="mt-1 text-sm text-muted">{effect}</dd>}
            </div>
          );
        })}
      </dl>
      <Field
        label={t('settings.note', 'Why, for the history')}
        isOptional
        name="note"
        maxLength={SETTING_LIMITS.noteCharsMax}
        autoComplete="off"
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" aria-disabled={isSaving}>
          <span>{t('settings.save', 'Save the changes')}</span>
          {isSaving && <Spinner />}
        </Button>
        <Button onClick={onEdit}>{t('settings.editOn', 'Go on editing')}</Button>
      </div>
    </form>
  );
}

/** The value before and after a change. For a `<dl>`. */
export const ChangedValue = ({
  kind,
  before,
  after,
}: {
  kind: SettingKind | null;
  before: string;
  after: string;
}) => (
  <>
    <dd dir="auto" className="text-page-start whitespace-pre-line wrap-anywhere text-muted">
      <span className="sr-only">{t('settings.before', 'Before:' /* a value follows */)} </span>
      <del>
        <ShownValue kind={kind} value={before} />
      </del>
    </dd>
    <dd dir="auto" className="text-page-start whitespace-pre-line wrap-anywhere">
      <span className="sr-only">{t('settings.after', 'Then:' /* a value follows */)} </span>
      <ins>
        <ShownValue kind={kind} value={after} />
      </ins>
    </dd>
  </>
);
