import type { SubmitEvent } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Spinner } from '@/components/ui/spinner';
import { useAnnouncedAttempt } from '@/hooks/use-attempt';
import { call } from '@/lib/api/http';
import { readFormFields } from '@/lib/browser/window';
import { sendTestEmailCall, TEST_EMAIL_CHARS_MAX } from '@/lib/contract/setting';
import { t } from '@/lib/texts/texts';

/** Sends an email at once with the mail server that holds. */
export function TestEmail() {
  const { isUnderWay, failure, announce } = useAnnouncedAttempt();

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const { email } = readFormFields(event.currentTarget, ['email']);
    if (!isUnderWay) void announce(async () => (await call(sendTestEmailCall, { body: { email } })).message);
  }

  return (
    <form onSubmit={submit} className="mt-8 flex max-w-prose flex-col gap-4 border-t border-line pt-6">
      <h3 className="font-semibold">
        {t('testEmail.title', 'Try it' /* heads a form that sends an email */)}
      </h3>
      <Field
        name="email"
        type="email"
        label={t('testEmail.to', 'Your email address')}
        hint={t(
          'testEmail.hint',
          'Save your changes first: the test goes through the mail server that is saved.',
        )}
        error={failure?.fields.email ?? failure?.message}
        keptAs="test email/email"
        autoComplete="email"
        maxLength={TEST_EMAIL_CHARS_MAX}
        dir="ltr"
        required
      />
      <Button type="submit" className="self-start" aria-disabled={isUnderWay}>
        <span>{t('testEmail.send', 'Send me a test')}</span>
        {isUnderWay && <Spinner />}
      </Button>
    </form>
  );
}
