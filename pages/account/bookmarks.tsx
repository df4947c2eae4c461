import { AccountHeader } from '@/components/account/account-header';
import { MemberPage } from '@/components/layout/member-page';
import { Bookmarks } from '@/components/products/bookmarks';
import { site } from '@/lib/site';

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
