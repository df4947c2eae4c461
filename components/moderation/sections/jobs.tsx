import { useState } from 'react';
import { Button, buttonClasses } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/choice';
import { DataTable } from '@/components/ui/data-table';
import { EmptyState } from '@/components/ui/empty-state';
import { hidden } from '@/components/ui/visually-hidden';
import { useDeliveries, useJobs } from '@/hooks/use-webhooks';
import { type Delivery, type JobOverview, WEBHOOK_LIMITS } from '@/lib/contract/webhook';
import { formatAge, formatCount } from '@/lib/format/figures';
import { labelOfEvent } from '@/components/moderation/event-labels';
import { ModeratorList, NotLoaded } from '@/components/moderation/moderator-list';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

/** What the site does in the background: its queues, what it sends to webhooks, and its scheduled jobs. */
export default function Jobs({ isAdmin }: { isAdmin: boolean }) {
  const { jobs, error, refresh } = useJobs();
  return (
    <>
      <p className="mt-2 max-w-prose text-muted">
        {t(
          'jobs.about',
          'What this site does in the background. It tries everything again that fails, with growing pauses.',
        )}
      </p>
      {!jobs && (
        <NotLoaded
          failed={t('jobs.notLoaded', "We couldn't load the jobs")}
          error={error}
          onRetry={refresh}
          className="h-48"
        />
      )}
      {jobs && <Queues {...jobs} />}
      <Deliveries isAdmin={isAdmin} />
      {jobs && <ScheduledJobs {...jobs} />}
      {isAdmin && (
        <p className="mt-10">
          <a href="/moderation/webhooks" className={buttonClasses()}>
            {t('moderationMenu.webhooks', 'Webhooks' /* leads to their page */)}
          </a>
        </p>
      )}
    </>
  );
}

const QUEUES: Record<JobOverview['queues'][number]['name'], string> = {
  get submissions() {
    return t('jobs.queueOfSubmissions', 'Submissions to review');
  },
  get images() {
    return t('jobs.queueOfImages', 'Images to process');
  },
  get mail() {
    return t('jobs.queueOfEmails', 'Emails' /* a queue */);
  },
  get search() {
    return t('jobs.queueForSearch', 'Changes for Algolia');
  },
  get webhooks() {
    return t('jobs.queueForWebhooks', 'Events for webhooks');
  },
  get newsletter() {
    return t('jobs.queueOfNewsletter', 'Emails of the newsletter');
  },
  get messages() {
    return t('jobs.queueOfMessages', 'Messages to answer');
  },
  get imports() {
    return t('jobs.queueOfImports', 'Imports' /* a queue */);
  },
};

function Queues({ queues }: Pick<JobOverview, 'queues'>) {
  const count = (value: number) =>
    value < WEBHOOK_LIMITS.countedMax
      ? formatCount(value)
      : t('jobs.atLeast', 'at least {count}' /* a number in a table */, { count: formatCount(value) });
  return (
    <div className="mt-6">
      <h2 className="mb-4 text-lg font-bold">{t('jobs.queues', 'Queues' /* heading of a table */)}</h2>
      <DataTable
        caption={t('jobs.queues', 'Queues' /* heading of a table */)}
        columns={[
          t('jobs.queue', 'Queue' /* column of a table */),
          t('jobs.waitingCount', 'Waiting' /* column of a table: how many jobs wait */),
          t('jobs.givenUpCount', 'Given up' /* column of a table: how many jobs are no longer tried */),
        ]}
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
      <h2 className="mb-4 text-lg font-bold">
        {t('jobs.scheduled', 'Scheduled' /* jobs: heading of a table */)}
      </h2>
      <DataTable
        caption={t('jobs.scheduled', 'Scheduled' /* jobs: heading of a table */)}
        columns={[
          t('jobs.job', 'Job' /* column of a table */),
          t('jobs.lastRun', 'Last run' /* column of a table: when the job ran */),
          t('jobs.result', 'Result' /* column of a table: of the last run */),
        ]}
        rows={scheduledJobs.map(({ name, lastRun }) => [
          name,
          lastRun ? formatAge(lastRun.endedAt) : t('jobs.notYet', 'Not yet' /* the job has never run */),
          lastRun
            ? lastRun.hasFailed
              ? t('jobs.failed', 'Failed' /* the last run of the job */)
              : t('jobs.done', 'Done' /* the last run of the job */)
            : '',
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
        {t('deliveries.heading', 'Sent to webhooks')}
      </h2>
      <Checkbox
        label={t('deliveries.onlyGivenUp', 'Only what was given up')}
        isChecked={isGivenUp}
        onChange={setIsGivenUp}
        className="mt-3 min-h-target"
      />
      <ModeratorList
        failed={t('deliveries.notLoaded', "We couldn't load the deliveries")}
        showing={(count) =>
          t('deliveries.showing', 'Showing {count, plural, one {# delivery} other {# deliveries}}.', {
            count,
          })
        }
        isAnnounced={false}
        list={list}
        items={deliveries}
        empty={
          <EmptyState
            icon="check"
            title={
              isGivenUp
                ? t('deliveries.noneGivenUp', 'Nothing was given up')
                : t('deliveries.none', 'Nothing was sent yet')
            }
          >
            {t('deliveries.keptDays', 'What is sent to webhooks stays here for {days} days.', {
              days: WEBHOOK_LIMITS.keptDays,
            })}
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
  waiting: () => t('deliveries.waiting', 'Waiting' /* an event that is to be sent to a webhook */),
  delivered: (age) => t('deliveries.delivered', 'Delivered {age}', { age }),
  'given-up': (age) => t('deliveries.givenUp', 'Given up {age}', { age }),
};

function DeliveryItem({ delivery, onRetry }: { delivery: Delivery; onRetry?: () => void }) {
  const { event, host, productName, state, at, attemptCount, interruptedCount, failure } = delivery;
  const happened = labelOfEvent(event);
  const title =
    productName === null
      ? happened
      : t('deliveries.event', '{event}: {name}' /* such as `Approved: Figma` */, {
          event: happened,
          name: productName,
        });
  return (
    <li className="rounded-card border border-line p-4">
      <h3 dir="auto" className="text-page-start font-semibold wrap-anywhere">
        {title}
      </h3>
      <p className="mt-1 text-sm text-muted wrap-anywhere">
        {`${host} · ${STATES[state](formatAge(at))} · ${t('deliveries.attempts', '{count, plural, one {# attempt} other {# attempts}}', { count: attemptCount })}`}
      </p>
      {failure && <p className="mt-1 text-sm text-danger wrap-anywhere">{failure}</p>}
      {interruptedCount > 0 && (
        <p className="mt-1 text-sm text-danger">
          {t(
            'deliveries.interrupted',
            '{count, plural, one {# attempt was} other {# attempts were}} cut off by a restart of this site, so the receiver may have got the event more than once.',
            { count: interruptedCount },
          )}
        </p>
      )}
      {state === 'given-up' && onRetry && (
        <Button size="small" className="mt-3" onClick={onRetry}>
          {rich('deliveries.sendAgain', 'Send again<hidden> {event}</hidden>', { hidden, event: title })}
        </Button>
      )}
    </li>
  );
}
