import Link from 'next/link';
import { buttonClasses } from '@/components/ui/button';
import { EmptyState, type EmptyStateProps } from '@/components/ui/empty-state';
import type { SubmissionStatus } from '@/lib/contract/submission';
import { countOf } from '@/lib/format/figures';
import { site } from '@/lib/site';
import { dashboardPath } from './status-tabs';

type NothingSubmittedProps = { status: SubmissionStatus; pendingCount: number };

/** An empty tab of the dashboard: what will be there, and the one next step. */
export function SubmissionsEmpty({ status, pendingCount }: NothingSubmittedProps) {
  const { icon, title, text } = MESSAGES[status];
  const isAwaited = status === 'approved' && pendingCount > 0;
  return (
    <EmptyState
      icon={icon}
      title={title}
      action={
        isAwaited ? (
          <Link href={dashboardPath('pending')} scroll={false} className={buttonClasses()}>
            {`See ${countOf(pendingCount, site.noun, site.nounPlural)} in the queue`}
          </Link>
        ) : (
          <Link href="/account/submit" className={buttonClasses({ look: 'primary' })}>
            Submit {site.aNoun}
          </Link>
        )
      }
    >
      {text}
    </EmptyState>
  );
}

const MESSAGES: Record<SubmissionStatus, { icon: EmptyStateProps['icon']; title: string; text: string }> = {
  approved: {
    icon: 'sprig',
    title: `None of your ${site.nounPlural} is listed yet`,
    text: 'Once a moderator has approved one, it is here with its upvotes.',
  },
  pending: {
    icon: 'clock',
    title: 'Nothing is waiting',
    text: `What you submit waits here, with its place in the queue, until a moderator has looked at it. That is usually within a day.`,
  },
  rejected: {
    icon: 'check',
    title: 'Nothing was rejected',
    text: 'If a moderator turns a submission down, the reason is here, and you can change it and submit it again.',
  },
};
