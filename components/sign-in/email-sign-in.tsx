import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Spinner } from '@/components/ui/spinner';
import { ApiFailure } from '@/lib/api/http';
import { sendEmailCode } from '@/lib/api/sign-in';
import { readFormFields } from '@/lib/browser/window';
import { SIGN_IN_LIMITS } from '@/lib/contract/sign-in';
import { unknownProblem } from '@/lib/identity/popup-exchange';
import { t } from '@/lib/texts/texts';

type EmailSignInProps = {
  /** While a provider's sign-in is under way. */
  isDisabled: boolean;
  /** @returns the sentence of a failure. */
  onCode: (code: string) => Promise<string | undefined>;
};

/** Signs in with a code by email: first the address, then the code, in the same browser. */
export function EmailSignIn({ isDisabled, onCode }: EmailSignInProps) {
  const [sent, setSent] = useState<{ email: string; sentence: string } | null>(null);
  const [error, setError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const wasSent = useRef(false);

  // The field that had the focus has been replaced by the other one.
  useEffect(() => {
    if (wasSent.current || sent) form.current?.querySelector('input')?.focus();
    wasSent.current = sent !== null;
  }, [sent]);

  async function attempt(work: () => Promise<string | undefined>): Promise<void> {
    setIsBusy(true);
    setError(undefined);
    setError(await work());
    setIsBusy(false);
  }

  async function send(email: string): Promise<string | undefined> {
    try {
      setSent({ email, sentence: (await sendEmailCode(email)).message });
      return undefined;
    } catch (failure) {
      return sentenceOf(failure);
    }
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const { email, code } = readFormFields(event.currentTarget, ['email', 'code']);
    void attempt(() => (sent ? onCode(code) : send(email)));
  }

  return (
    <form ref={form} className="mb-6 flex flex-col gap-3" onSubmit={submit}>
      {sent ? (
        <>
          <p role="status" className="rounded-control bg-raised px-4 py-3 wrap-anywhere">
            {sent.sentence}
          </p>
          <Field
            key="code"
            name="code"
            label={t('emailCode.code', 'Code' /* label of a field: six digits */)}
            hint={t('emailCode.hint', 'It works for {minutes} minutes, in this browser only.', {
              minutes: SIGN_IN_LIMITS.emailCodeMinutes,
            })}
            error={error}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={20}
            required
          />
        </>
      ) : (
        <Field
          key="email"
          name="email"
          type="email"
          label={t('emailCode.address', 'Or with your email address')}
          error={error}
          autoComplete="email"
          maxLength={SIGN_IN_LIMITS.emailCharsMax}
          dir="ltr"
          required
        />
      )}
      <Button type="submit" look={sent ? 'primary' : undefined} aria-disabled={isDisabled || isBusy}>
        <span>
          {sent ? t('signIn.signIn', 'Sign in' /* a button */) : t('emailCode.send', 'Send me a code')}
        </span>
        {isBusy && <Spinner />}
      </Button>
      {sent && (
        <div className="flex flex-wrap justify-center gap-x-4">
          <Button look="quiet" aria-disabled={isBusy} onClick={() => void attempt(() => send(sent.email))}>
            {t('emailCode.again', 'Send another code')}
          </Button>
          <Button
            look="quiet"
            aria-disabled={isBusy}
            onClick={() => {
              setSent(null);
              setError(undefined);
            }}
          >
            {t('emailCode.otherAddress', 'Use another address')}
          </Button>
        </div>
      )}
    </form>
  );
}

const sentenceOf = (failure: unknown): string =>
  (failure instanceof ApiFailure && failure.message) || unknownProblem();
