import { useId } from 'react';
import { Dialog, DialogCloseButton } from '@/components/ui/dialog';
import { Icon } from '@/components/ui/icon';
import { useSignIn } from '@/hooks/use-sign-in';
import { site } from '@/lib/site';
import { SignInOptions } from './sign-in-options';

export function SignInModal() {
  const { isOpen, close, purpose } = useSignIn();
  const titleId = useId();

  return (
    <Dialog isOpen={isOpen} onClose={close} labelledBy={titleId}>
      <div className="flex flex-col p-6 sm:p-8">
        <div className="-mt-2 -mr-2 mb-4 flex items-start justify-between sm:-mt-4 sm:-mr-4">
          <span className="mt-2 grid size-14 place-items-center rounded-card bg-brand text-on-brand sm:mt-4">
            <Icon name="sprout" className="size-8" />
          </span>
          <DialogCloseButton onClose={close} />
        </div>
        <h2 id={titleId} className="text-xl font-bold">
          {purpose ? `Sign in to ${purpose}` : 'Sign in'}
        </h2>
        <p className="mt-2">
          {`Sign in with your social media account to submit, upvote and bookmark ${site.nounPlural}.`}
        </p>
        <SignInOptions />
        <p className="text-sm text-muted">
          We won&apos;t share any post or activity on your profile, social login is here to fight spam.
        </p>
      </div>
    </Dialog>
  );
}
