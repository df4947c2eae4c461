import { useRouter } from 'next/router';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { FailedState } from '@/components/ui/failed-state';
import { Skeleton } from '@/components/ui/skeleton';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useAuthentication } from '@/hooks/use-authentication';
import { useFocusAfterSession } from '@/hooks/use-focus-after-session';
import { useSignIn } from '@/hooks/use-sign-in';
import { useUser } from '@/hooks/use-user';
import type { User } from '@/lib/contract/user';
import { Page } from './page';

type MemberPageProps = {
  title: string;
  /** Where the title of the tab says more than the headline. */
  documentTitle?: string;
  /** One sentence under the headline. */
  lead?: ReactNode;
  /** What a visitor would find here after signing in: completes "Sign in to …". */
  purpose: string;
  /** Above the headline, for whoever is signed in, and while that is being found out: then nothing moves. */
  top?: ReactNode;
  children: (user: User) => ReactNode;
};

/** A page for members. Its HTML is the same for everybody; who is looking is found out after load. */
export function MemberPage({ title, documentTitle = title, lead, purpose, top, children }: MemberPageProps) {
  const { user, error, refresh } = useUser();
  const { isChecking, isAuthenticated, hasFailed, checkAgain } = useAuthentication();
  const isMember = isAuthenticated && user !== undefined;
  useFocusAfterSession(isMember);
  const isUnreachable = hasFailed || (isAuthenticated && error !== undefined);
  const isWaiting = !isMember && !isUnreachable && (isChecking || isAuthenticated);

  return (
    <Page title={documentTitle} isFilledLater>
      {(isMember || isWaiting) && top}
      <h1 className="text-2xl font-extrabold sm:text-3xl">{title}</h1>
      {lead && <p className="mt-2 max-w-prose text-muted">{lead}</p>}
      <div className="mt-6" aria-busy={isWaiting}>
        {isMember && children(user)}
        {isWaiting && <Waiting />}
        {!isMember && !isWaiting && isUnreachable && (
          <FailedState
            title="We could not check whether you are signed in"
            onRetry={() => void Promise.all([checkAgain(), refresh()])}
          >
            Look at your connection. Nothing of yours is lost.
          </FailedState>
        )}
        {!isMember && !isWaiting && !isUnreachable && <SignedOut purpose={purpose} />}
      </div>
    </Page>
  );
}

function Waiting() {
  return (
    <>
      <noscript>
        <p className="rounded-card border border-line bg-tint p-5">
          This page is yours alone and is put together in your browser, which needs JavaScript for it.
          Everything else on this site works without.
        </p>
      </noscript>
      <div className="needs-script flex flex-col gap-4">
        <VisuallyHidden live>Loading …</VisuallyHidden>
        <Skeleton className="h-11 w-2/3" />
        <Skeleton className="h-24" />
        <Skeleton className="h-24" />
      </div>
    </>
  );
}

function SignedOut({ purpose }: { purpose: string }) {
  const { asPath } = useRouter();
  const signIn = useSignIn();
  return (
    <EmptyState
      icon="user"
      title="You are signed out"
      action={
        <Button look="primary" onClick={() => signIn.open(asPath)}>
          Sign in
        </Button>
      }
    >
      {`Sign in to ${purpose}.`}
    </EmptyState>
  );
}
