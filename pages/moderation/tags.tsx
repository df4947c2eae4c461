import { AccountHeader } from '@/components/account/account-header';
import { loadNotFound, ModeratorPage } from '@/components/moderation/moderator-page';
import { Tags } from '@/components/moderation/tags/tags';

TagsPage.getInitialProps = loadNotFound;

/** The tags of the site, and what moderators do with them. */
export default function TagsPage() {
  return (
    <ModeratorPage title="Curate tags" top={<AccountHeader />}>
      {() => <Tags />}
    </ModeratorPage>
  );
}
