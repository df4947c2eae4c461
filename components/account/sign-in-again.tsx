import { useEffect, useRef } from 'react';
import { Button } from '@/components/ui/button';

type SignInAgainProps = { titleId: string; onSignIn: () => void; onClose: () => void };

/** Takes the place of the form when the sign-in is too old. */
export function SignInAgain({ titleId, onSignIn, onClose }: SignInAgainProps) {
  const panel = useRef<HTMLDivElement>(null);

  // The button that was clicked is gone.
  useEffect(() => panel.current?.focus(), []);

  return (
    <div ref={panel} tabIndex={-1} className="flex flex-col gap-4 p-6 outline-none">
      <h2 id={titleId} className="text-xl font-bold">
        Sign in again to delete your account
      </h2>
      <p>
        You signed in a while ago, so we want to be sure it&apos;s you. We&apos;ll carry on with the deletion
        right after.
      </p>
      <div className="mt-1 flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>Keep my account</Button>
        <Button look="primary" onClick={onSignIn}>
          Sign in again
        </Button>
      </div>
    </div>
  );
}
