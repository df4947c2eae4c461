import { AccountHeader } from '@/components/account/account-header';
import { loadNotFound, ModeratorPage } from '@/components/moderation/moderator-page';
import { SiteChecks } from '@/components/moderation/site-checks';

SitesPage.getInitialProps = loadNotFound;

/** Listed products whose sites are not what they were. */
export default function SitesPage() {
  return (
    <ModeratorPage title="Changed sites" top={<AccountHeader />}>
      {() => <SiteChecks />}
    </ModeratorPage>
  );
}
