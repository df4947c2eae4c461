import { AccountHeader } from '@/components/account/account-header';
import { loadNotFound, ModeratorPage } from '@/components/moderation/moderator-page';
import { Suggestions } from '@/components/moderation/suggestions';

SuggestionsPage.getInitialProps = loadNotFound;

/** The changes of listed products that members suggest. */
export default function SuggestionsPage() {
  return (
    <ModeratorPage title="Suggested changes" top={<AccountHeader />}>
      {() => <Suggestions />}
    </ModeratorPage>
  );
}
