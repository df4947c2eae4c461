import { useEffect, useRef, useState } from 'react';
import { CallFailure } from '@/components/layout/call-failure';
import { Button } from '@/components/ui/button';
import { Spinner } from '@/components/ui/spinner';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useAttempt } from '@/hooks/use-attempt';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

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
          <CallFailure failure={failure} signInAt="/account/settings" />
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
