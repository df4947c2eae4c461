import { useRouter } from 'next/router';
import { AccountTop } from '@/components/account/account-top';
import { OwnProducts } from '@/components/account/own-products';
import { STATUS_LABELS } from '@/components/account/status-tabs';
import { MemberPage } from '@/components/layout/member-page';
import { SUBMISSION_STATUSES } from '@/lib/contract/submission';
import { site } from '@/lib/site';

export default function DashboardPage() {
  const { query } = useRouter();
  const status = SUBMISSION_STATUSES.find((known) => known === query.status) ?? 'approved';

  return (
    <MemberPage
      title="Dashboard"
      documentTitle={`${STATUS_LABELS[status]} · Dashboard`}
      purpose={`see what became of the ${site.nounPlural} you submitted`}
      top={<AccountTop />}
    >
      {({ deletionDueAt }) => <OwnProducts status={status} canEdit={!deletionDueAt} />}
    </MemberPage>
  );
}
