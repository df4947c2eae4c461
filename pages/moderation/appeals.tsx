import { AccountHeader } from '@/components/account/account-header';
import { Appeals } from '@/components/moderation/appeals';
import { loadNotFound, ModeratorPage } from '@/components/moderation/moderator-page';

AppealsPage.getInitialProps = loadNotFound;

/** What members answer to decisions. */
export default function AppealsPage() {
  return (
    <ModeratorPage title="Appeals" top={<AccountHeader />}>
      {() => <Appeals />}
    </ModeratorPage>
  );
}
