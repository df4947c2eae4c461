import { AccountHeader } from '@/components/account/account-header';
import { MemberPage } from '@/components/layout/member-page';
import { Bookmarks } from '@/components/products/bookmarks';
import { loadNothing } from '@/lib/pages/load-page';
import { site } from '@/lib/site';

BookmarksPage.getInitialProps = loadNothing;

export default function BookmarksPage() {
  return (
    <MemberPage
      title="Bookmarks"
      purpose={`see the ${site.nounPlural} you bookmarked`}
      top={<AccountHeader />}
    >
      {() => <Bookmarks />}
    </MemberPage>
  );
}
