import { useRouter } from 'next/router';
import { AccountHeader } from '@/components/account/account-header';
import { MemberPage } from '@/components/layout/member-page';
import { EditSubmission, SubmissionEditor } from '@/components/submissions/submission-editor';
import { EmptyState } from '@/components/ui/empty-state';
import { loadNothing } from '@/lib/pages/load-page';
import { t } from '@/lib/texts/texts';

SubmitPage.getInitialProps = loadNothing;

export default function SubmitPage() {
  const { isReady, query } = useRouter();
  const id = textOf(query.id);

  if (id !== undefined) {
    return (
      <MemberPage
        key={id}
        title={t('submit.edit', 'Edit your {noun}')}
        invitation={t('submit.signInToEdit', 'Sign in to edit your {nouns}')}
        top={<AccountHeader />}
      >
        {(user) => (user.deletionDueAt ? <NotWhileLeaving /> : <EditSubmission userId={user.id} id={id} />)}
      </MemberPage>
    );
  }
  return (
    <MemberPage
      title={t('submit.title', 'Submit {aNoun}')}
      lead={t('submit.lead', 'All you need is the link.')}
      invitation={t('signIn.toSubmit', 'Sign in to submit {aNoun}')}
      top={<AccountHeader />}
    >
      {(user) =>
        user.deletionDueAt ? (
          <NotWhileLeaving />
        ) : (
          isReady && (
            <SubmissionEditor
              key={user.id}
              userId={user.id}
              known={{ url: textOf(query.url) ?? '', name: textOf(query.name) ?? '' }}
            />
          )
        )
      }
    </MemberPage>
  );
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

function NotWhileLeaving() {
  return (
    <EmptyState icon="clock" title={t('submit.leaving', 'Your account is about to be deleted')}>
      {t(
        'submit.leavingHelp',
        'Keep it, and you can submit and edit {nouns} again. Drafts stay as they are.',
      )}
    </EmptyState>
  );
}
