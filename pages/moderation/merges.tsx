import { AccountHeader } from '@/components/account/account-header';
import { Merges } from '@/components/moderation/merges';
import { loadNotFound, ModeratorPage } from '@/components/moderation/moderator-page';

MergesPage.getInitialProps = loadNotFound;

/** Merged duplicates, and how to undo a merge. */
export default function MergesPage() {
  return (
    <ModeratorPage title="Merges" top={<AccountHeader />}>
      {() => <Merges />}
    </ModeratorPage>
  );
}
