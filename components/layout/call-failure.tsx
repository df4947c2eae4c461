import { Button } from '@/components/ui/button';
import { isStaleSignIn } from '@/hooks/use-account';
import { useSignIn } from '@/hooks/use-sign-in';
import type { ApiFailure } from '@/lib/api/http';
import { t } from '@/lib/texts/texts';

type CallFailureProps = {
  failure?: ApiFailure;
  /** In place of what the server says. */
  sentence?: string;
  /** The page to come back to. */
  signInAt: string;
};

/** Why a call was refused. After a sign-in that is too old, the button opens another one. */
export function CallFailure({ failure, sentence, signInAt }: CallFailureProps) {
  const signIn = useSignIn();
  const isStale = failure !== undefined && isStaleSignIn(failure);
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3">
      {(failure || sentence) && <p className="text-sm text-danger">{failure?.message ?? sentence}</p>}
      {isStale && <Button onClick={() => signIn.open(signInAt)}>{t('signIn.again', 'Sign in again')}</Button>}
    </div>
  );
}
