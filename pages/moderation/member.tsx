import { AccountHeader } from '@/components/account/account-header';
import { MemberRecord } from '@/components/moderation/members/member-record';
import { loadNotFound, ModeratorPage } from '@/components/moderation/moderator-page';

MemberRecordPage.getInitialProps = loadNotFound;

/** What a member has done, and what moderators decide about that. */
export default function MemberRecordPage() {
  return (
    <ModeratorPage title="Member" top={<AccountHeader />}>
      {(viewer) => <MemberRecord viewerRole={viewer.role} />}
    </ModeratorPage>
  );
}
