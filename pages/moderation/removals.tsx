import { AccountHeader } from '@/components/account/account-header';
import { loadNotFound, ModeratorPage } from '@/components/moderation/moderator-page';
import { RemovedProducts } from '@/components/moderation/removed-products';

RemovalsPage.getInitialProps = loadNotFound;

/** What was removed in the last days, and how to list it again. */
export default function RemovalsPage() {
  return (
    <ModeratorPage title="Removals" top={<AccountHeader />}>
      {({ role }) => <RemovedProducts isAdmin={role === 'admin'} />}
    </ModeratorPage>
  );
}
