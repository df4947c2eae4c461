import { useState } from 'react';
import { Button, buttonClasses } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/choice';
import { DataTable } from '@/components/ui/data-table';
import { EmptyState } from '@/components/ui/empty-state';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useDeliveries, useJobs } from '@/hooks/use-webhooks';
import { type Delivery, type JobOverview, WEBHOOK_LIMITS } from '@/lib/contract/webhook';
import { countOf, formatAge, formatCount } from '@/lib/format/figures';
import { ModeratorList, NotLoaded } from '@/components/moderation/moderator-list';
import { EVENTS } from './webhooks';

/** What the site does in the background: its queues, what it sends to webhooks, and its scheduled jobs. */
export default function Jobs({ isAdmin }: { isAdmin: boolean }) {
  const { jobs, error, refresh } = useJobs();
  return (
    <>
      <p className="mt-2 max-w-prose text-muted">
        What this site does in the background. It tries everything again that fails, with growing pauses.
      </p>
      {!jobs && <NotLoaded name="jobs" error={error} onRetry={refresh} className="h-48" />}
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
  newsletter: 'Emails of the newsletter',
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

function Deliveries({ isAdmin }: { isAdmin: boolean }) {
  const [isGivenUp, setIsGivenUp] = useState(false);
  const list = useDeliveries(isGivenUp);
  const { deliveries } = list;
  return (
    <section aria-labelledby="deliveries" className="mt-10">
      <h2 id="deliveries" className="text-lg font-bold">
        Sent to webhooks
      </h2>
      <Checkbox
        label="Only what was given up"
        isChecked={isGivenUp}
        onChange={setIsGivenUp}
        className="mt-3 min-h-target"
      />
      <ModeratorList
        name="deliveries"
        isAnnounced={false}
        list={list}
        items={deliveries}
        empty={
          <EmptyState icon="check" title={isGivenUp ? 'Nothing was given up' : 'Nothing was sent yet'}>
            {`What is sent to webhooks stays here for ${WEBHOOK_LIMITS.keptDays} days.`}
          </EmptyState>
        }
      >
        {(delivery) => (
          <DeliveryItem
            key={delivery.id}
            delivery={delivery}
            onRetry={isAdmin ? () => void list.retry(delivery) : undefined}
          />
        )}
      </ModeratorList>
    </section>
  );
}

const STATES: Record<Delivery['state'], (age: string) => string> = {
  waiting: () => 'Waiting',
  delivered: (age) => `Delivered ${age}`,
  'given-up': (age) => `Given up ${age}`,
};

function DeliveryItem({ delivery, onRetry }: { delivery: Delivery; onRetry?: () => void }) {
  const { event, host, productName, state, at, attemptCount, interruptedCount, failure } = delivery;
  const title = `${EVENTS[event] ?? event}${productName === null ? '' : `: ${productName}`}`;
  return (
    <li className="rounded-card border border-line p-4">
      <h3 dir="auto" className="text-page-start font-semibold wrap-anywhere">
        {title}
      </h3>
      <p className="mt-1 text-sm text-muted wrap-anywhere">
        {`${host} · ${STATES[state](formatAge(at))} · ${countOf(attemptCount, 'attempt', 'attempts')}`}
      </p>
      {failure && <p className="mt-1 text-sm text-danger wrap-anywhere">{failure}</p>}
      {interruptedCount > 0 && (
        <p className="mt-1 text-sm text-danger">
          {`${countOf(interruptedCount, 'attempt was', 'attempts were')} cut off by a restart of this site, so the receiver may have got the event more than once.`}
        </p>
      )}
      {state === 'given-up' && onRetry && (
        <Button size="small" className="mt-3" onClick={onRetry}>
          Send again<VisuallyHidden>{` ${title}`}</VisuallyHidden>
        </Button>
      )}
    </li>
  );
}
