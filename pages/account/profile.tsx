import { useRouter } from 'next/router';
import { AccountHeader } from '@/components/account/account-header';
import { MeasureNotices, PastMeasures } from '@/components/account/measures';
import { ProposalList, RemovalList, ReportList, SuggestionList } from '@/components/account/contributions';
import { STATUS_LABELS, SubmissionList } from '@/components/account/submission-list';
import { MemberPage } from '@/components/layout/member-page';
import { SUBMISSION_STATUSES } from '@/lib/contract/submission';
import { loadNothing } from '@/lib/pages/load-page';
import { site } from '@/lib/site';

DashboardPage.getInitialProps = loadNothing;

export default function DashboardPage() {
  const { query } = useRouter();
  const status = SUBMISSION_STATUSES.find((known) => known === query.status) ?? 'approved';

  return (
    <MemberPage
      title="Dashboard"
      documentTitle={`${STATUS_LABELS[status]} · Dashboard`}
      purpose={`see the ${site.nounPlural} you submitted`}
      top={<AccountHeader />}
    >
      {({ deletionDueAt }) => (
        <>
          <MeasureNotices />
          <SubmissionList status={status} canEdit={!deletionDueAt} />
          <RemovalList />
          <SuggestionList />
          <ProposalList />
          <ReportList />
          <PastMeasures />
        </>
      )}
    </MemberPage>
  );
}
