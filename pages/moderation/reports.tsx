import { AccountHeader } from '@/components/account/account-header';
import { loadNotFound, ModeratorPage } from '@/components/moderation/moderator-page';
import { Reports } from '@/components/moderation/reports';

ReportsPage.getInitialProps = loadNotFound;

/** What people have reported, and what to do about it. */
export default function ReportsPage() {
  return (
    <ModeratorPage title="Reports" top={<AccountHeader />}>
      {() => <Reports />}
    </ModeratorPage>
  );
}
