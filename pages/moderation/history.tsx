import { useRouter } from 'next/router';
import { AccountHeader } from '@/components/account/account-header';
import { loadNotFound, ModeratorPage } from '@/components/moderation/moderator-page';
import { ProductHistory } from '@/components/moderation/product-history';
import { ListedEditForm } from '@/components/submissions/moderator-forms';
import { EmptyState } from '@/components/ui/empty-state';
import { site } from '@/lib/site';

HistoryPage.getInitialProps = loadNotFound;

/** What the product of `?id=` said. */
export default function HistoryPage() {
  const { id } = useRouter().query;
  return (
    <ModeratorPage title="History" top={<AccountHeader />}>
      {() =>
        typeof id === 'string' ? (
          <ProductHistory
            productId={id}
            editForm={(onSaved) => <ListedEditForm id={id} onSaved={onSaved} />}
          />
        ) : (
          <div className="mt-4">
            <EmptyState title={`No ${site.noun} chosen`}>
              Open the page of a {site.noun}. The link to its history is at the end.
            </EmptyState>
          </div>
        )
      }
    </ModeratorPage>
  );
}
