import { Message } from '@/components/layout/message-page';
import { Page } from '@/components/layout/page';
import { RoleMark } from '@/components/layout/role-mark';
import { Button, buttonClasses } from '@/components/ui/button';
import { Spinner } from '@/components/ui/spinner';
import { useOpenedInvitation } from '@/hooks/use-opened-invitation';
import { useSessionToken } from '@/hooks/use-session-token';
import { useSignIn } from '@/hooks/use-sign-in';
import { DEFAULT_DESTINATION } from '@/lib/contract/plain/site';
import { formatDate } from '@/lib/format/figures';
import { loadNothing } from '@/lib/pages/load-page';
import { profilePath } from '@/lib/pages/paths';
import { site } from '@/lib/site';

InvitationPage.getInitialProps = loadNothing;

/** Where the link of an invitation leads. Its HTML is the same for everyone: the token is in the fragment. */
export default function InvitationPage() {
  return (
    <Page title="Invitation">
      <Invitation />
    </Page>
  );
}

function Invitation() {
  const invitation = useOpenedInvitation();
  const signIn = useSignIn();
  const isSignedIn = Boolean(useSessionToken());

  if (isSignedIn) {
    return (
      <Message icon="check" title="You're a member already" actions={<BrowseLink />}>
        <p>This invitation stays unused. Pass the link on to somebody else.</p>
      </Message>
    );
  }
  switch (invitation.status) {
    case 'opening':
      return (
        <Message icon="mail" title={`An invitation to ${site.name}`}>
          <noscript>
            <p>An invitation and the sign-in need JavaScript. You can read everything here without both.</p>
          </noscript>
          <div className="needs-script grid place-items-center">
            <Spinner />
          </div>
        </Message>
      );
    case 'opened':
      return (
        <Message
          icon="mail"
          title={`You're invited to ${site.name}`}
          actions={
            <Button look="primary" size="large" onClick={() => signIn.open(DEFAULT_DESTINATION)}>
              Sign in to join
            </Button>
          }
        >
          <p>
            {invitation.inviter ? (
              <span>
                <a
                  href={profilePath(invitation.inviter.handle)}
                  className="font-semibold text-accent hover:underline"
                >
                  {invitation.inviter.name}
                </a>
                <RoleMark role={invitation.inviter.role} />
                <span>{` of ${site.name} invites you.`}</span>
              </span>
            ) : (
              <span>{`A moderator of ${site.name} invites you.`}</span>
            )}
            <span>
              {' '}
              Members submit, upvote and bookmark {site.nounPlural}. The invitation works until{' '}
              <span>{formatDate(invitation.expiresAt)}</span>, as long as it isn&apos;t used up.
            </span>
          </p>
          <p className="mt-3">
            Read the{' '}
            <a href="/terms" className="underline">
              terms
            </a>{' '}
            and{' '}
            <a href="/privacy" className="underline">
              what we store
            </a>{' '}
            first, or{' '}
            <a href="/support" className="underline">
              ask the people who run this site
            </a>
            .
          </p>
        </Message>
      );
    case 'missing':
    case 'failed':
      return (
        <Message icon="alert" title="This invitation doesn't work" actions={<BrowseLink />}>
          <p role="alert">
            {invitation.status === 'failed'
              ? invitation.message
              : 'Open the link that you were sent once more. Was it copied whole?'}
          </p>
        </Message>
      );
  }
}

function BrowseLink() {
  return (
    <a href="/" className={buttonClasses({ look: 'primary' })}>
      {`Browse ${site.nounPlural}`}
    </a>
  );
}
