import { AccountHeader } from '@/components/account/account-header';
import { Messages } from '@/components/moderation/messages';
import { loadNotFound, ModeratorPage } from '@/components/moderation/moderator-page';

MessagesPage.getInitialProps = loadNotFound;

/** What visitors have sent with the contact form. */
export default function MessagesPage() {
  return (
    <ModeratorPage title="Messages" top={<AccountHeader />}>
      {({ role }) =>
        role === 'admin' ? (
          <Messages />
        ) : (
          <p className="mt-2 max-w-prose text-muted">Only admins of this site can read its messages.</p>
        )
      }
    </ModeratorPage>
  );
}
