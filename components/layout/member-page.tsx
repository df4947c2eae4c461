import { useRouter } from 'next/router';
import { type ReactNode, useState } from 'react';
import { Button } from '@/components/ui/button';
import type { Elements } from '@/components/ui/elements';
import { EmptyState, FailedState } from '@/components/ui/empty-state';
import { Skeleton } from '@/components/ui/skeleton';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useAuthentication, useFocusAfterSession } from '@/hooks/use-authentication';
import { useHeightWithoutList } from '@/hooks/use-list-place';
import { useSignIn } from '@/hooks/use-sign-in';
import { useUser } from '@/hooks/use-user';
import type { User } from '@/lib/contract/user';
import { Page } from './page';
import { t } from '@/lib/texts/texts';

type MemberPageProps = {
  title: string;
  /** The title of the browser tab, where it differs from the headline. */
  documentTitle?: string;
  lead?: ReactNode;
  /** For visitors: "Sign in to …", without a full stop. */
  invitation: string;
  /** Above the headline, for members. Also shown during the check, so that nothing moves afterwards. */
  top?: ReactNode;
  children: (user: User) => Elements;
};

/** A page for members. Its HTML is the same for everyone; the session is checked after load. */
export function MemberPage({
  title,
  documentTitle = title,
  lead,
  invitation,
  top,
  children,
}: MemberPageProps) {
  const { user, error, refresh } = useUser();
  const { isChecking, isAuthenticated, hasFailed, checkAgain } = useAuthentication();
  const isMember = isAuthenticated && user !== undefined;
  useFocusAfterSession(isMember);
  const [wasMember, setWasMember] = useState(false);
  if (isMember && !wasMember) setWasMember(true);
  const isUnreachable = hasFailed || (isAuthenticated && error !== undefined);
  const isWaiting = !isMember && !isUnreachable && (isChecking || isAuthenticated);
  useHeightWithoutList(!isMember && !isWaiting);

  return (
    <Page title={documentTitle} isFilledLater>
      {(isMember || isWaiting) && <div className="needs-script">{top}</div>}
      <h1 className="text-xl font-bold">{title}</h1>
      {lead && <p className="mt-2 max-w-prose text-muted">{lead}</p>}
      <div className="mt-6" aria-busy={isWaiting}>
        {isMember && children(user)}
        {isWaiting && <Waiting />}
        {!isMember && !isWaiting && isUnreachable && (
          <FailedState
            title={t('memberPage.checkFailed', "We couldn't check whether you're signed in")}
            onRetry={() => void Promise.all([checkAgain(), refresh()])}
          >
            {t('memberPage.checkFailedHelp', 'Check your connection and try again. Nothing was lost.')}
          </FailedState>
        )}
        {!isMember && !isWaiting && !isUnreachable && (
          <SignInPrompt invitation={invitation} wasMember={wasMember} />
        )}
      </div>
    </Page>
  );
}

function Waiting() {
  return (
    <>
      <noscript>
        <p className="rounded-card border border-line bg-tint p-5">
          {t(
            'memberPage.needsScripts',
            'This page is personal and is built in your browser, so it needs JavaScript. Everything else on this site works without it.',
          )}
        </p>
      </noscript>
      <div className="needs-script flex flex-col gap-4">
        <VisuallyHidden live>{t('page.loading', 'Loading …')}</VisuallyHidden>
        <Skeleton className="h-11 w-2/3" />
        <Skeleton className="h-24" />
        <Skeleton className="h-24" />
      </div>
    </>
  );
}

type SignInPromptProps = {
  invitation: string;
  /** The session ended while the page was open. */
  wasMember: boolean;
};

export function SignInPrompt({ invitation, wasMember }: SignInPromptProps) {
  const { asPath } = useRouter();
  const signIn = useSignIn();
  return (
    <EmptyState
      icon="user"
      title={wasMember ? t('memberPage.signedOut', "You're signed out") : invitation}
      action={
        <Button look="primary" onClick={() => signIn.open(asPath)}>
          {t('signIn.signIn', 'Sign in' /* a button */)}
        </Button>
      }
    >
      {wasMember &&
        t(
          'memberPage.invitation',
          '{invitation}.' /* a title, such as “Sign in to submit a tool”, as a sentence */,
          {
            invitation,
          },
        )}
    </EmptyState>
  );
}
