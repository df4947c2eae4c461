import { useEffect, useState } from 'react';
import { Message } from '@/components/layout/message-page';
import { Page } from '@/components/layout/page';
import { RoleMark } from '@/components/layout/role-mark';
import { Button, buttonClasses } from '@/components/ui/button';
import { Spinner } from '@/components/ui/spinner';
import { type FragmentToken, useFragmentToken } from '@/hooks/use-fragment-token';
import { useSessionToken } from '@/hooks/use-user';
import { useSignIn } from '@/hooks/use-sign-in';
import { unreachableMessage } from '@/lib/api/unreachable';
import { DEFAULT_DESTINATION } from '@/lib/contract/plain/site';
import { formatDate } from '@/lib/format/figures';
import { loadNothing } from '@/lib/pages/load-page';
import { profilePath } from '@/lib/pages/paths';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

InvitationPage.getInitialProps = loadNothing;

/** Where the link of an invitation leads. Its HTML is the same for everyone: the token is in the fragment. */
export default function InvitationPage() {
  return (
    <Page
      title={t(
        'invitation.title',
        'Invitation' /* the title of the page that a link of an invitation opens */,
      )}
    >
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
      <Message
        icon="check"
        title={t('invitation.isMember', "You're a member already")}
        actions={<BrowseLink />}
      >
        <p>
          {t('invitation.isMemberHelp', 'This invitation stays unused. Pass the link on to somebody else.')}
        </p>
      </Message>
    );
  }
  switch (invitation.status) {
    case 'opening':
      return (
        <Message icon="mail" title={t('invitation.titleOpening', 'An invitation to {siteName}')}>
          <noscript>
            <p>
              {t(
                'invitation.needsScripts',
                'An invitation and the sign-in need JavaScript. You can read everything here without both.',
              )}
            </p>
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
          title={t('invitation.titleOpened', "You're invited to {siteName}")}
          actions={
            <Button look="primary" size="large" onClick={() => signIn.open(DEFAULT_DESTINATION)}>
              {t('invitation.join', 'Sign in to join')}
            </Button>
          }
        >
          <p>
            {rich(
              'invitation.whatFor',
              "{invited} Members submit, upvote and bookmark {nouns}. The invitation works until {date}, as long as it isn't used up.",
              {
                invited: invitation.inviter ? (
                  <ByInviter inviter={invitation.inviter} />
                ) : (
                  t('invitation.byModerator', 'A moderator of {siteName} invites you.')
                ),
                date: formatDate(invitation.expiresAt),
              },
            )}
          </p>
          <p className="mt-3">
            {rich(
              'invitation.readFirst',
              'Read the <terms>terms</terms> and <privacy>what we store</privacy> first, or <support>ask the people who run this site</support>.',
              {
                terms: (text) => (
                  <a href="/terms" className="underline">
                    {text}
                  </a>
                ),
                privacy: (text) => (
                  <a href="/privacy" className="underline">
                    {text}
                  </a>
                ),
                support: (text) => (
                  <a href="/support" className="underline">
                    {text}
                  </a>
                ),
              },
            )}
          </p>
        </Message>
      );
    case 'missing':
    case 'failed':
      return (
        <Message
          icon="alert"
          title={t('invitation.broken', "This invitation doesn't work")}
          actions={<BrowseLink />}
        >
          <p role="alert">
            {invitation.status === 'failed'
              ? invitation.message
              : t('invitation.brokenHelp', 'Open the link from your invitation again. Was it copied whole?')}
          </p>
        </Message>
      );
  }
}

type Inviter = { handle: string; name: string; role?: 'moderator' | 'admin' | undefined };

function ByInviter({ inviter }: { inviter: Inviter }) {
  return (
    <span>
      {rich('invitation.byInviter', '<inviter>{name}</inviter> of {siteName} invites you.', {
        inviter: (text) => (
          <span>
            <a href={profilePath(inviter.handle)} className="font-semibold text-accent hover:underline">
              {text}
            </a>
            <RoleMark role={inviter.role} />
          </span>
        ),
        name: inviter.name,
      })}
    </span>
  );
}

function BrowseLink() {
  return (
    <a href="/" className={buttonClasses({ look: 'primary' })}>
      {t('site.browse', 'Browse {nouns}')}
    </a>
  );
}

type OpenedInvitation =
  | { status: 'opening' | 'missing' }
  | {
      status: 'opened';
      expiresAt: string;
      inviter: Inviter | null;
    }
  | { status: 'failed'; message: string };

/** Opens the invitation of the page's address, so that the sign-in that follows can use it. */
function useOpenedInvitation(): OpenedInvitation {
  const token = useFragmentToken();
  const [found, setFound] = useState<{ token: FragmentToken; state: OpenedInvitation }>();

  useEffect(() => {
    if (token?.value) void findInvitation(token.value).then((state) => setFound({ token, state }));
  }, [token]);

  if (token?.value === '') return { status: 'missing' };
  return found && found.token === token ? found.state : { status: 'opening' };
}

async function findInvitation(token: string): Promise<OpenedInvitation> {
  const loaded = await Promise.all([import('@/lib/contract/invitation'), import('@/lib/api/http')]).catch(
    () => undefined,
  );
  if (!loaded) return { status: 'failed', message: unreachableMessage() };
  const [{ openInvitationCall }, { ApiFailure, call }] = loaded;
  try {
    return { status: 'opened', ...(await call(openInvitationCall, { body: { token } })) };
  } catch (error) {
    if (error instanceof ApiFailure) return { status: 'failed', message: error.message };
    throw error;
  }
}
