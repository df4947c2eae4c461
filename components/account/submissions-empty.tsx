import { buttonClasses } from '@/components/ui/button';
import { EmptyState, type EmptyStateProps } from '@/components/ui/empty-state';
import type { SubmissionStatus } from '@/lib/contract/submission';
import { countOf } from '@/lib/format/figures';
import { site } from '@/lib/site';
import { dashboardPath } from './status-tabs';

type SubmissionsEmptyProps = { status: SubmissionStatus; pendingCount: number };

/** An empty tab of the dashboard: what will appear here, and the next step. */
export function SubmissionsEmpty({ status, pendingCount }: SubmissionsEmptyProps) {
  const { icon, title, text } = MESSAGES[status];
  const isAwaited = status === 'approved' && pendingCount > 0;
  return (
    <EmptyState
      icon={icon}
      title={title}
      action={
        isAwaited ? (
          <a href={dashboardPath('pending')} data-scroll="keep" className={buttonClasses()}>
            {`See ${countOf(pendingCount, site.noun, site.nounPlural)} in the queue`}
          </a>
        ) : (
          <a href="/account/submit" className={buttonClasses({ look: 'primary' })}>
            Submit {site.aNoun}
          </a>
        )
      }
    >
      {text}
    </EmptyState>
  );
}

const MESSAGES: Record<SubmissionStatus, { icon: EmptyStateProps['icon']; title: string; text: string }> = {
  approved: {
    icon: 'sprout',
    title: `None of your ${site.nounPlural} are listed yet`,
    text: `Approved ${site.nounPlural} appear here with their upvotes.`,
  },
  pending: {
    icon: 'clock',
    title: 'Nothing in the queue',
    text: 'New submissions appear here with their place in the queue until a moderator has reviewed them, usually within a day.',
  },
  rejected: {
    icon: 'check',
    title: 'Nothing rejected',
    text: "If a moderator rejects a submission, you'll find the reason here and can resubmit it.",
  },
  discontinued: {
    icon: 'sprout',
    title: 'Nothing discontinued',
    text: `When one of your ${site.nounPlural} comes to its end, its page stays, and you'll find it here.`,
  },
};
