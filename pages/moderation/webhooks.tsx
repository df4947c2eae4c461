import { AccountHeader } from '@/components/account/account-header';
import { loadNotFound, ModeratorPage } from '@/components/moderation/moderator-page';
import { Webhooks } from '@/components/moderation/webhooks';

WebhooksPage.getInitialProps = loadNotFound;

/** Tells other systems what happens. */
export default function WebhooksPage() {
  return (
    <ModeratorPage title="Webhooks" top={<AccountHeader />}>
      {({ role }) =>
        role === 'admin' ? (
          <Webhooks />
        ) : (
          <p className="mt-2 max-w-prose text-muted">Only admins of this site can change its webhooks.</p>
        )
      }
    </ModeratorPage>
  );
}
