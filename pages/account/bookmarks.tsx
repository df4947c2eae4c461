import { AccountHeader } from '@/components/account/account-header';
import { MemberPage } from '@/components/layout/member-page';
import { Bookmarks } from '@/components/products/bookmarks';
import { loadNothing } from '@/lib/pages/load-page';
import { t } from '@/lib/texts/texts';

BookmarksPage.getInitialProps = loadNothing;

export default function BookmarksPage() {
  return (
    <MemberPage
      title={t('account.bookmarks', 'Bookmarks')}
      invitation={t('bookmarks.signIn', 'Sign in to see the {nouns} you bookmarked')}
      top={<AccountHeader />}
    >
      {() => <Bookmarks />}
    </MemberPage>
  );
}
