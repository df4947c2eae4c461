import { type SubmitEvent, useState } from 'react';
import { CallFailure } from '@/components/layout/call-failure';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Spinner } from '@/components/ui/spinner';
import { useAttempt } from '@/hooks/use-attempt';
import { call } from '@/lib/api/http';
import { showToast } from '@/lib/browser/toasts';
import { readFormFields } from '@/lib/browser/window';
import { addPasskeyCall, type Passkey, PASSKEY_LIMITS, startPasskeyCall } from '@/lib/contract/passkey';
import { describeBrowser } from '@/lib/format/user-agent';
import { hasPasskeys, makePasskey, warmUpPasskeys } from '@/lib/identity/passkeys';
import { t } from '@/lib/texts/texts';

type AddPasskeyProps = { isFull: boolean; onAdded: (passkeys: Passkey[]) => void };

/** Adds a passkey, under a name that begins as that of the browser. */
export function AddPasskey({ isFull, onAdded }: AddPasskeyProps) {
  const { isUnderWay, failure, attempt } = useAttempt();
  const [problem, setProblem] = useState<string>();
  const error = failure?.fields.name;

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (isUnderWay) return;
    const { name } = readFormFields(event.currentTarget, ['name']);
    setProblem(undefined);
    void attempt(async () => {
      const made = await makePasskey(await call(startPasskeyCall));
      if ('problem' in made) {
        setProblem(made.problem);
        return;
      }
      const { passkeys, message } = await call(addPasskeyCall, { body: { name, ...made } });
      onAdded(passkeys);
      void showToast('success', message);
    });
  }

  if (!hasPasskeys()) {
    return (
      <p>
        {t(
          'passkeys.unsupported',
          "This browser can't make passkeys. To add one, open this page in another browser.",
        )}
      </p>
    );
  }
  if (isFull) {
    return (
      <p>
        {t('passkey.tooMany', 'You have {count} passkeys, the most an account can have. Remove one first.', {
          count: PASSKEY_LIMITS.perAccountMax,
        })}
      </p>
    );
  }
  return (
    <form className="flex max-w-104 flex-col gap-3" onSubmit={submit} onFocus={() => void warmUpPasskeys()}>
      <PasskeyName defaultValue={describeBrowser(navigator.userAgent)} error={error} />
      <div>
        <Button type="submit" aria-disabled={isUnderWay}>
          {isUnderWay && <Spinner />}
          <span>{t('passkey.add', 'Add a passkey')}</span>
        </Button>
      </div>
      <CallFailure failure={error ? undefined : failure} sentence={problem} signInAt="/account/settings" />
    </form>
  );
}

export const PasskeyName = ({ defaultValue, error }: { defaultValue: string; error?: string }) => (
  <Field
    name="name"
    label={t('passkey.name', 'Name of the passkey')}
    defaultValue={defaultValue}
    maxLength={PASSKEY_LIMITS.nameCharsMax}
    autoComplete="off"
    error={error}
    required
  />
);
