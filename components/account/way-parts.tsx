import { useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Spinner } from '@/components/ui/spinner';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { isStaleSignIn } from '@/hooks/use-account';
import { useAttempt } from '@/hooks/use-attempt';
import { useSignIn } from '@/hooks/use-sign-in';
import type { ApiFailure } from '@/lib/api/http';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

/** Why a way to sign in was not changed. After a sign-in that is too old, the button opens another one. */
export function WayFailure({ failure, sentence }: { failure?: ApiFailure; sentence?: string }) {
  const signIn = useSignIn();
  const isStale = failure !== undefined && isStaleSignIn(failure);
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3">
      {(failure || sentence) && <p className="text-sm text-danger">{failure?.message ?? sentence}</p>}
      {isStale && (
        <Button onClick={() => signIn.open('/account/settings')}>{t('signIn.again', 'Sign in again')}</Button>
      )}
    </div>
  );
}

type RemoveWayProps = {
  /** What is removed, for screen readers. */
  name: string;
  /** What follows from it. */
  about: string;
  /** @throws ApiFailure */
  onRemove: () => Promise<void>;
};

/** Removes a way to sign in, once the member has confirmed it in the same place. */
export function RemoveWay({ name, about, onRemove }: RemoveWayProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { isUnderWay, failure, attempt } = useAttempt();
  const parts = useRef<HTMLDivElement>(null);
  const wasAsking = useRef(false);

  // The button that was pressed is gone.
  useEffect(() => {
    if (isAsking !== wasAsking.current) parts.current?.querySelector('button')?.focus();
    wasAsking.current = isAsking;
  }, [isAsking]);

  return (
    <div ref={parts} className="flex flex-col gap-2">
      {isAsking ? (
        <>
          <p className="text-sm">{about}</p>
          <div className="flex flex-wrap gap-3">
            <Button aria-disabled={isUnderWay} onClick={() => !isUnderWay && setIsAsking(false)}>
              {t('way.keep', 'Keep it' /* a way to sign in */)}
            </Button>
            <Button
              look="danger"
              aria-disabled={isUnderWay}
              onClick={() => !isUnderWay && void attempt(onRemove)}
            >
              {isUnderWay && <Spinner />}
              <span>{t('way.remove', 'Remove it' /* a way to sign in */)}</span>
            </Button>
          </div>
          <WayFailure failure={failure} />
        </>
      ) : (
        <Button onClick={() => setIsAsking(true)}>
          <span>
            {rich('way.askToRemove', 'Remove<hidden> {name}</hidden>' /* a way to sign in */, {
              hidden: (text) => <VisuallyHidden>{text}</VisuallyHidden>,
              name,
            })}
          </span>
        </Button>
      )}
    </div>
  );
}
