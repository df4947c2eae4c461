import { useRouter } from 'next/router';
import { AccountHeader } from '@/components/account/account-header';
import { loadNotFound, ModeratorPage } from '@/components/moderation/moderator-page';
import { ProductHistory } from '@/components/moderation/product-history';
import { ListedEditForm } from '@/components/submissions/moderator-forms';
import { EmptyState } from '@/components/ui/empty-state';
import { t } from '@/lib/texts/texts';

HistoryPage.getInitialProps = loadNotFound;

/** What the product of `?id=` said. */
export default function HistoryPage() {
  const { id } = useRouter().query;
  return (
    <ModeratorPage title={t('history.title', 'History' /* of what a page said */)} top={<AccountHeader />}>
      {() =>
        typeof id === 'string' ? (
          <ProductHistory
            productId={id}
            editForm={(onSaved) => <ListedEditForm id={id} onSaved={onSaved} />}
          />
        ) : (
          <div className="mt-4">
            <EmptyState title={t('history.unchosen', 'No {noun} chosen')}>
              {t('history.unchosenHelp', 'Open the page of a {noun}. The link to its history is at the end.')}
            </EmptyState>
          </div>
        )
      }
    </ModeratorPage>
  );
}
