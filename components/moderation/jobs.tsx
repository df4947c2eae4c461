import { buttonClasses } from '@/components/ui/button';
import { DataTable } from '@/components/ui/data-table';
import { FailedState } from '@/components/ui/failed-state';
import { Skeleton } from '@/components/ui/skeleton';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useJobs } from '@/hooks/use-webhooks';
import { WEBHOOK_LIMITS, type JobOverview } from '@/lib/contract/webhook';
import { formatAge, formatCount } from '@/lib/format/figures';
import { Deliveries } from './deliveries';

/** What the site does in the background: its queues, what it sends to webhooks, and its scheduled jobs. */
export function Jobs({ isAdmin }: { isAdmin: boolean }) {
  const { jobs, error, refresh } = useJobs();
  return (
    <>
      <p className="mt-2 max-w-prose text-muted">
        What this site does in the background. It tries everything again that fails, with growing pauses.
      </p>
      {!jobs && error && (
        <FailedState title="We couldn't load the jobs" onRetry={refresh}>
          {error.message}
        </FailedState>
      )}
      {!jobs && !error && (
        <>
          <VisuallyHidden live>Loading …</VisuallyHidden>
          <Skeleton className="mt-4 h-48" />
        </>
      )}
      {jobs && <Queues {...jobs} />}
      <Deliveries isAdmin={isAdmin} />
      {jobs && <ScheduledJobs {...jobs} />}
      {isAdmin && (
        <p className="mt-10">
          <a href="/moderation/webhooks" className={buttonClasses()}>
            Webhooks
          </a>
        </p>
      )}
    </>
  );
}

const QUEUES: Record<JobOverview['queues'][number]['name'], string> = {
  submissions: 'Submissions to review',
  images: 'Images to process',
  mail: 'Emails',
  search: 'Changes for Algolia',
  webhooks: 'Events for webhooks',
  messages: 'Messages to answer',
  imports: 'Imports',
};

function Queues({ queues }: Pick<JobOverview, 'queues'>) {
  const count = (value: number) =>
    (value < WEBHOOK_LIMITS.countedMax ? '' : 'at least ') + formatCount(value);
  return (
    <div className="mt-6">
      <h2 className="mb-4 text-lg font-bold">Queues</h2>
      <DataTable
        caption="Queues"
        columns={['Queue', 'Waiting', 'Given up']}
        rows={queues.map(({ name, waitingCount, givenUpCount }) => [
          QUEUES[name],
          count(waitingCount),
          count(givenUpCount),
        ])}
      />
    </div>
  );
}

function ScheduledJobs({ scheduledJobs }: Pick<JobOverview, 'scheduledJobs'>) {
  return (
    <div className="mt-10">
      <h2 className="mb-4 text-lg font-bold">Scheduled</h2>
      <DataTable
        caption="Scheduled"
        columns={['Job', 'Last run', 'Result']}
        rows={scheduledJobs.map(({ name, lastRun }) => [
          name,
          lastRun ? formatAge(lastRun.endedAt) : 'Not yet',
          lastRun ? (lastRun.hasFailed ? 'Failed' : 'Done') : '',
        ])}
      />
    </div>
  );
}
