import { AccountHeader } from '@/components/account/account-header';
import { Jobs } from '@/components/moderation/jobs';
import { loadNotFound, ModeratorPage } from '@/components/moderation/moderator-page';

JobsPage.getInitialProps = loadNotFound;

/** What the site does in the background. */
export default function JobsPage() {
  return (
    <ModeratorPage title="Jobs" top={<AccountHeader />}>
      {({ role }) => <Jobs isAdmin={role === 'admin'} />}
    </ModeratorPage>
  );
}
