import { AccountHeader } from '@/components/account/account-header';
import { loadNotFound, ModeratorPage } from '@/components/moderation/moderator-page';
import { Rings } from '@/components/moderation/rings';

RingsPage.getInitialProps = loadNotFound;

/** Accounts that vote together, and what to do with their upvotes. */
export default function RingsPage() {
  return (
    <ModeratorPage title="Rings" top={<AccountHeader />}>
      {() => <Rings />}
    </ModeratorPage>
  );
}
