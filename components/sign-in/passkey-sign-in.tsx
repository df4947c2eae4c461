import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Spinner } from '@/components/ui/spinner';
import { cancelPasskey, hasPasskeys, warmUpPasskeys } from '@/lib/identity/passkeys';
import { t } from '@/lib/texts/texts';

type PasskeySignInProps = {
  /** While another sign-in is under way. */
  isDisabled: boolean;
  /** @returns the sentence of a failure. */
  onSignIn: () => Promise<string | undefined>;
};

/** Signs in with a passkey, in a window of the browser. Nothing where the browser has no passkeys. */
export function PasskeySignIn({ isDisabled, onSignIn }: PasskeySignInProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  useEffect(() => {
    void warmUpPasskeys();
    return () => void cancelPasskey();
  }, []);

  async function signIn(): Promise<void> {
    if (isDisabled || isBusy) return;
    setIsBusy(true);
    setFailure(undefined);
    setFailure(await onSignIn());
    setIsBusy(false);
  }

  if (!hasPasskeys()) return null;
  return (
    <div className="mb-6 flex flex-col gap-3">
      <Button aria-disabled={isDisabled || isBusy} onClick={() => void signIn()}>
        <Icon name="shield" />
        <span>{t('passkey.signIn', 'Sign in with a passkey')}</span>
        {isBusy && <Spinner />}
      </Button>
      <p role="alert" className={failure ? 'text-sm text-danger' : 'hidden'}>
        {failure}
      </p>
    </div>
  );
}
