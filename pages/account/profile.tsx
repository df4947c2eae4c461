import { useRouter } from 'next/router';
import { AccountHeader } from '@/components/account/account-header';
import { MeasureNotices, PastMeasures } from '@/components/account/measures';
import { ProposalList, ReportList, SuggestionList } from '@/components/account/contributions';
import { RemovalList } from '@/components/account/removal-list';
import { STATUS_LABELS, SubmissionList } from '@/components/account/submission-list';
import { MemberPage } from '@/components/layout/member-page';
import { SUBMISSION_STATUSES } from '@/lib/contract/submission';
import { loadNothing } from '@/lib/pages/load-page';
import { t } from '@/lib/texts/texts';

DashboardPage.getInitialProps = loadNothing;

export default function DashboardPage() {
  const { query } = useRouter();
  const status = SUBMISSION_STATUSES.find((known) => known === query.status) ?? 'approved';

  return (
    <MemberPage
      title={t('account.dashboard', 'Dashboard')}
      documentTitle={`${STATUS_LABELS[status]} · ${t('account.dashboard', 'Dashboard')}`}
      invitation={t('dashboard.signIn', 'Sign in to see the {nouns} you submitted')}
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
