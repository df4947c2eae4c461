import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { CallFailure } from '@/components/layout/call-failure';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Icon } from '@/components/ui/icon';
import { Spinner } from '@/components/ui/spinner';
import { useAttempt } from '@/hooks/use-attempt';
import { call } from '@/lib/api/http';
import { showToast } from '@/lib/browser/toasts';
import { readFormFields } from '@/lib/browser/window';
import { type Identity, linkEmailCall, sendIdentityCodeCall } from '@/lib/contract/account';
import { SIGN_IN_LIMITS } from '@/lib/contract/sign-in';
import { SettingsRow } from './settings-section';
import { t } from '@/lib/texts/texts';

/** Adds an email address to the ways to sign in: first the address, then the code that was sent there. */
export function AddEmail({ onAdded }: { onAdded: (identities: Identity[]) => void }) {
  /** The sentence that says where the code is. */
  const [sent, setSent] = useState<string>();
  const { isUnderWay, failure, attempt } = useAttempt();
  const form = useRef<HTMLFormElement>(null);
  const wasSent = useRef(false);
  const fields = failure?.fields ?? {};

  // The field that had the focus has been replaced by the other one.
  useEffect(() => {
    if ((sent !== undefined) !== wasSent.current) form.current?.querySelector('input')?.focus();
    wasSent.current = sent !== undefined;
  }, [sent]);

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (isUnderWay) return;
    const { email, code } = readFormFields(event.currentTarget, ['email', 'code']);
    void attempt(async () => {
      if (sent === undefined) {
        setSent((await call(sendIdentityCodeCall, { body: { email } })).message);
        return;
      }
      const { identities, message } = await call(linkEmailCall, { body: { code } });
      setSent(undefined);
      onAdded(identities);
      void showToast('success', message);
    });
  }

  return (
    <SettingsRow icon={<Icon name="mail" className="size-6 opacity-60" />}>
      <form ref={form} className="flex flex-col gap-3" onSubmit={submit}>
        {sent === undefined ? (
          <Field
            key="email"
            name="email"
            type="email"
            label={t('identity.addEmail', 'Add an email address')}
            hint={t('identity.addEmailHint', 'We send a code there. Later, such codes sign you in.')}
            error={fields.email}
            autoComplete="email"
            maxLength={SIGN_IN_LIMITS.emailCharsMax}
            dir="ltr"
            required
          />
        ) : (
          <>
            <p role="status" className="text-sm wrap-anywhere">
              {sent}
            </p>
            <Field
              key="code"
              name="code"
              label={t('emailCode.code', 'Code' /* label of a field: six digits */)}
              error={fields.code}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={20}
              required
            />
          </>
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" aria-disabled={isUnderWay}>
            {isUnderWay && <Spinner />}
            <span>
              {sent === undefined
                ? t('emailCode.send', 'Send me a code')
                : t('identity.confirmEmail', 'Add the address')}
            </span>
          </Button>
          {sent !== undefined && (
            <Button look="quiet" aria-disabled={isUnderWay} onClick={() => !isUnderWay && setSent(undefined)}>
              {t('emailCode.otherAddress', 'Use another address')}
            </Button>
          )}
        </div>
        <CallFailure
          failure={fields.email || fields.code ? undefined : failure}
          signInAt="/account/settings"
        />
      </form>
    </SettingsRow>
  );
}
