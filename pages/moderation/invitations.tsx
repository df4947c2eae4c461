import { AccountHeader } from '@/components/account/account-header';
import { Invitations } from '@/components/moderation/invitations';
import { loadNotFound, ModeratorPage } from '@/components/moderation/moderator-page';

InvitationsPage.getInitialProps = loadNotFound;

/** The links that let new members in. */
export default function InvitationsPage() {
  return (
    <ModeratorPage title="Invitations" top={<AccountHeader />}>
      {() => <Invitations />}
    </ModeratorPage>
  );
}
