import { AccountHeader } from '@/components/account/account-header';
import { Brakes } from '@/components/moderation/brakes';
import { loadNotFound, ModeratorPage } from '@/components/moderation/moderator-page';

BrakesPage.getInitialProps = loadNotFound;

/** Stops parts of the site for a while. */
export default function BrakesPage() {
  return (
    <ModeratorPage title="Brakes" top={<AccountHeader />}>
      {() => <Brakes />}
    </ModeratorPage>
  );
}
