import { AccountHeader } from '@/components/account/account-header';
import { Imports } from '@/components/moderation/imports/imports';
import { loadNotFound, ModeratorPage } from '@/components/moderation/moderator-page';

ImportPage.getInitialProps = loadNotFound;

/** Imports lists of other sites: from the file to the preview, the import and its undoing. */
export default function ImportPage() {
  return (
    <ModeratorPage title="Import" top={<AccountHeader />}>
      {() => <Imports />}
    </ModeratorPage>
  );
}
