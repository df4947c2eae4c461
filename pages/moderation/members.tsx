import { AccountHeader } from '@/components/account/account-header';
import { Members } from '@/components/moderation/members/members';
import { loadNotFound, ModeratorPage } from '@/components/moderation/moderator-page';

MembersPage.getInitialProps = loadNotFound;

/** Everyone with an account. */
export default function MembersPage() {
  return (
    <ModeratorPage title="Members" top={<AccountHeader />}>
      {() => <Members />}
    </ModeratorPage>
  );
}
