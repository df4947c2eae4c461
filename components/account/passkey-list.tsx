import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { CallFailure } from '@/components/layout/call-failure';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Skeleton } from '@/components/ui/skeleton';
import { Spinner } from '@/components/ui/spinner';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { usePasskeys } from '@/hooks/use-account';
import { useAttempt } from '@/hooks/use-attempt';
import { useOtherWays } from '@/hooks/use-popup';
import { call } from '@/lib/api/http';
import { showToast } from '@/lib/browser/toasts';
import { readFormFields } from '@/lib/browser/window';
import { type Passkey, PASSKEY_LIMITS, removePasskeyCall, renamePasskeyCall } from '@/lib/contract/passkey';
import { formatDate, formatTimeAgo } from '@/lib/format/figures';
import { AddPasskey, PasskeyName } from './add-passkey';
import { ListFailure, settingsListClasses, SettingsRow } from './settings-section';
import { RemoveWay } from './way-parts';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

type PasskeyListProps = {
  /** False while the account is about to be deleted. */
  canAdd: boolean;
};

/** The passkeys of the account. Nothing on a site without passkeys, unless the account has some from before. */
export function PasskeyList({ canAdd }: PasskeyListProps) {
  const titleId = useId();
  const offersPasskeys = useOtherWays()?.offersPasskeys ?? false;
  const { passkeys, error, refresh, replace } = usePasskeys();
  const list = useRef<HTMLUListElement>(null);
  if (!offersPasskeys && (!passkeys || passkeys.length === 0)) return null;

  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-3">
      <div>
        <h3 id={titleId} className="font-bold">
          {t('passkeys.title', 'Passkeys' /* keys on a device that sign in */)}
        </h3>
        <p className="text-sm text-muted">
          {t(
            'passkeys.about',
            'Sign in with the fingerprint, the face or the PIN of your device, or with a security key. The key stays there.',
          )}
        </p>
      </div>
      {!passkeys &&
        (error ? (
          <ListFailure sentence={error.message} onRetry={() => void refresh()} />
        ) : (
          <Skeleton className="h-20" />
        ))}
      {passkeys?.length === 0 && <p>{t('passkeys.none', "You haven't added a passkey yet.")}</p>}
      {passkeys && passkeys.length > 0 && (
        <ul
          ref={list}
          tabIndex={-1}
          aria-labelledby={titleId}
          className={`${settingsListClasses} outline-none`}
        >
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onChanged={(all) => {
                // The row that had the focus may be gone.
                if (all.length < passkeys.length) list.current?.focus();
                void replace(all);
              }}
            />
          ))}
        </ul>
      )}
      {passkeys && canAdd && offersPasskeys && (
        <AddPasskey
          isFull={passkeys.length >= PASSKEY_LIMITS.perAccountMax}
          onAdded={(all) => void replace(all)}
        />
      )}
    </section>
  );
}

type PasskeyRowProps = { passkey: Passkey; onChanged: (passkeys: Passkey[]) => void };

function PasskeyRow({ passkey: { id, name, createdAt, lastUsedAt }, onChanged }: PasskeyRowProps) {
  const [isRenaming, setIsRenaming] = useState(false);
  const rename = useRef<HTMLButtonElement>(null);
  const wasRenaming = useRef(false);

  // The form that had the focus is gone.
  useEffect(() => {
    if (wasRenaming.current && !isRenaming) rename.current?.focus();
    wasRenaming.current = isRenaming;
  }, [isRenaming]);

  async function remove(): Promise<void> {
    const { passkeys, message } = await call(removePasskeyCall, { params: { id } });
    onChanged(passkeys);
    void showToast('success', message);
  }

  if (isRenaming) {
    return (
      <SettingsRow icon={<Icon name="shield" className="size-6 text-muted" />}>
        <RenameForm
          {...{ id, name }}
          onDone={(all) => {
            if (all) onChanged(all);
            setIsRenaming(false);
          }}
        />
      </SettingsRow>
    );
  }
  return (
    <SettingsRow
      icon={<Icon name="shield" className="size-6 text-muted" />}
      action={
        <div className="flex flex-wrap gap-3">
          <Button ref={rename} onClick={() => setIsRenaming(true)}>
            <span>
              {rich('passkey.rename', 'Rename<hidden> the passkey {name}</hidden>', {
                hidden: (text) => <VisuallyHidden>{text}</VisuallyHidden>,
                name,
              })}
            </span>
          </Button>
          <RemoveWay
            name={name}
            about={t('passkey.aboutRemoval', 'It will no longer sign in to your account.')}
            onRemove={remove}
          />
        </div>
      }
    >
      <p className="font-semibold wrap-anywhere">{name}</p>
      <p className="text-sm text-muted">
        <span>
          {rich('passkey.addedOn', 'Added on <time>{day}</time>', {
            time: (text) => <time dateTime={createdAt}>{text}</time>,
            day: formatDate(createdAt),
          })}
        </span>
        <span> · </span>
        <span>
          {lastUsedAt === null
            ? t('passkey.unused', 'not used yet' /* after when it was added */)
            : rich('identity.lastUsed', 'last used <time>{timeAgo}</time>' /* after an email or a name */, {
                time: (text) => <time dateTime={lastUsedAt}>{text}</time>,
                timeAgo: formatTimeAgo(lastUsedAt),
              })}
        </span>
      </p>
    </SettingsRow>
  );
}

type RenameFormProps = {
  id: string;
  name: string;
  /** Receives all passkeys after a change, and nothing after none. */
  onDone: (passkeys?: Passkey[]) => void;
};

function RenameForm({ id, name, onDone }: RenameFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { isUnderWay, failure, attempt } = useAttempt();
  const error = failure?.fields.name;

  // The button that was pressed is gone.
  useEffect(() => {
    const input = form.current?.querySelector('input');
    input?.focus();
    input?.select();
  }, []);

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (isUnderWay) return;
    const body = readFormFields(event.currentTarget, ['name']);
    void attempt(async () => onDone((await call(renamePasskeyCall, { params: { id }, body })).passkeys));
  }

  return (
    <form ref={form} className="flex flex-col gap-3" onSubmit={submit}>
      <PasskeyName defaultValue={name} error={error} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look="primary" aria-disabled={isUnderWay}>
          {isUnderWay && <Spinner />}
          <span>{t('passkey.saveName', 'Save the name')}</span>
        </Button>
        <Button aria-disabled={isUnderWay} onClick={() => !isUnderWay && onDone()}>
          {t('passkey.keepName', 'Keep the old name')}
        </Button>
      </div>
      <CallFailure failure={error ? undefined : failure} signInAt="/account/settings" />
    </form>
  );
}
