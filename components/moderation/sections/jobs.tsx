import { useState } from 'react';
import { Button, buttonClasses } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/choice';
import { DataTable } from '@/components/ui/data-table';
import { EmptyState } from '@/components/ui/empty-state';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useDeliveries, useJobs } from '@/hooks/use-webhooks';
import { type Delivery, type JobOverview, WEBHOOK_LIMITS } from '@/lib/contract/webhook';
import { formatAge, formatCount } from '@/lib/format/figures';
import { ModeratorList, NotLoaded } from '@/components/moderation/moderator-list';
import { EVENTS } from './webhooks';
import { t } from '@/lib/texts/texts';

/** What the site does in the background: its queues, what it sends to webhooks, and its scheduled jobs. */
export default function Jobs({ isAdmin }: { isAdmin: boolean }) {
  const { jobs, error, refresh } = useJobs();
  return (
    <>
      <p className="mt-2 max-w-prose text-muted">
        {t(
          'jobs.whatThisSiteDoes',
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
            {t('jobs.webhooks', 'Webhooks')}
          </a>
        </p>
      )}
    </>
  );
}

const QUEUES: Record<JobOverview['queues'][number]['name'], string> = {
  get submissions() {
    return t('jobs.submissionsToReview', 'Submissions to review');
  },
  get images() {
    return t('jobs.imagesToProcess', 'Images to process');
  },
  get mail() {
    return t('jobs.emails', 'Emails');
  },
  get search() {
    return t('jobs.changesForAlgolia', 'Changes for Algolia');
  },
  get webhooks() {
    return t('jobs.eventsForWebhooks', 'Events for webhooks');
  },
  get newsletter() {
    return t('jobs.emailsOfTheNewsletter', 'Emails of the newsletter');
  },
  get messages() {
    return t('jobs.messagesToAnswer', 'Messages to answer');
  },
  get imports() {
    return t('jobs.imports', 'Imports');
  },
};

function Queues({ queues }: Pick<JobOverview, 'queues'>) {
  const count = (value: number) =>
    (value < WEBHOOK_LIMITS.countedMax ? '' : 'at least ') + formatCount(value);
  return (
    <div className="mt-6">
      <h2 className="mb-4 text-lg font-bold">{t('jobs.queues', 'Queues')}</h2>
      <DataTable
        caption={t('jobs.queues', 'Queues')}
        columns={[t('jobs.queue', 'Queue'), t('jobs.waiting', 'Waiting'), t('jobs.givenUp', 'Given up')]}
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
      <h2 className="mb-4 text-lg font-bold">{t('jobs.scheduled', 'Scheduled')}</h2>
      <DataTable
        caption={t('jobs.scheduled', 'Scheduled')}
        columns={[t('jobs.job', 'Job'), t('jobs.lastRun', 'Last run'), t('jobs.result', 'Result')]}
        rows={scheduledJobs.map(({ name, lastRun }) => [
          name,
          lastRun ? formatAge(lastRun.endedAt) : t('jobs.notYet', 'Not yet'),
          lastRun ? (lastRun.hasFailed ? t('jobs.failed', 'Failed') : t('jobs.done', 'Done')) : '',
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
        {t('jobs.sentToWebhooks', 'Sent to webhooks')}
      </h2>
      <Checkbox
        label={t('jobs.onlyWhatWasGiven', 'Only what was given up')}
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
                ? t('jobs.nothingWasGivenUp', 'Nothing was given up')
                : t('jobs.nothingWasSentYet', 'Nothing was sent yet')
            }
          >
            {t('jobs.whatIsSent', 'What is sent to webhooks stays here for {keptDays} days.', {
              keptDays: WEBHOOK_LIMITS.keptDays,
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
  waiting: () => t('jobs.waiting', 'Waiting'),
  delivered: (age) => t('jobs.deliveredAge', 'Delivered {age}', { age }),
  'given-up': (age) => t('jobs.givenUpAge', 'Given up {age}', { age }),
};

function DeliveryItem({ delivery, onRetry }: { delivery: Delivery; onRetry?: () => void }) {
  const { event, host, productName, state, at, attemptCount, interruptedCount, failure } = delivery;
  const title = `${EVENTS[event] ?? event}${productName === null ? '' : `: ${productName}`}`;
  return (
    <li className="rounded-card border border-line p-4">
      <h3 dir="auto" className="font-semibold wrap-anywhere">
        {title}
      </h3>
      <p className="mt-1 text-sm text-muted wrap-anywhere">
        {`${host} · ${STATES[state](formatAge(at))} · ${t('jobs.attemptCount', '{attemptCount, plural, one {# attempt} other {# attempts}}', { attemptCount })}`}
      </p>
      {failure && <p className="mt-1 text-sm text-danger wrap-anywhere">{failure}</p>}
      {interruptedCount > 0 && (
        <p className="mt-1 text-sm text-danger">
          {t(
            'jobs.interruptedCount',
            '{interruptedCount, plural, one {# attempt was} other {# attempts were}} cut off by a restart of this site, so the receiver may have got the event more than once.',
            { interruptedCount },
          )}
        </p>
      )}
      {state === 'given-up' && onRetry && (
        <Button size="small" className="mt-3" onClick={onRetry}>
          {t('jobs.sendAgain', 'Send again')}
          <VisuallyHidden>{` ${title}`}</VisuallyHidden>
        </Button>
      )}
    </li>
  );
}
