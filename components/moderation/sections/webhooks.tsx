import { useId } from 'react';
import { Button, buttonClasses } from '@/components/ui/button';
import { Choice } from '@/components/ui/choice';
import { EmptyState } from '@/components/ui/empty-state';
import { Field, FieldError } from '@/components/ui/field';
import { hidden } from '@/components/ui/visually-hidden';
import { useWebhooks } from '@/hooks/use-webhooks';
import { readFormFields } from '@/lib/browser/window';
import {
  PRODUCT_EVENTS,
  STAFF_EVENTS,
  type Webhook,
  WEBHOOK_EVENTS,
  WEBHOOK_FORMATS,
} from '@/lib/contract/webhook';
import { formatShortDate } from '@/lib/format/figures';
import { CreationForm } from '@/components/moderation/creation-form';
import { labelOfEvent } from '@/components/moderation/event-labels';
import { authorOf, ModeratorList } from '@/components/moderation/moderator-list';
import { rich } from '@/lib/texts/rich';
import { formatRow } from '@/lib/texts/lists';
import { t } from '@/lib/texts/texts';

const FORMATS: Record<Webhook['format'], string> = {
  get standard() {
    return t('webhooks.standard', 'Signed JSON (Standard Webhooks)');
  },
  get slack() {
    return t('webhooks.slack', 'Slack message' /* the format of what is sent */);
  },
  get discord() {
    return t('webhooks.discord', 'Discord message' /* the format of what is sent */);
  },
};

/** Creates, lists, tests and deletes webhooks. For admins. */
export default function Webhooks() {
  const list = useWebhooks();
  const errors = list.creationFailure?.fields ?? {};
  const { webhooks, secret } = list;

  function create(form: HTMLFormElement) {
    const { url, format } = readFormFields(form, ['url', 'format']);
    const chosen = new FormData(form).getAll('events');
    return list.create({
      url,
      format: WEBHOOK_FORMATS.find((known) => known === format) ?? 'standard',
      events: WEBHOOK_EVENTS.filter((known) => chosen.includes(known)),
    });
  }

  return (
    <>
      <p className="mt-2 max-w-prose text-muted">
        {t(
          'webhooks.about',
          'A webhook tells another system what happens to {nouns}, and what work there is. What is sent contains the {noun}, or counts, and nothing about members.',
        )}
      </p>
      <CreationForm
        keptAs="new webhook"
        action={t('webhooks.create', 'Create webhook')}
        isCreating={list.isCreating}
        failure={list.creationFailure}
        fields={['url', 'format', 'events']}
        onCreate={create}
        created={
          secret !== undefined && {
            title: t(
              'webhooks.ready',
              "The webhook is ready. Copy its signing key now: we can't show it again.",
            ),
            text: secret,
          }
        }
      >
        <Field
          label={t('webhooks.link', 'Link' /* a field: where events are sent */)}
          name="url"
          keptAs="new webhook/url"
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          hint={t('webhooks.linkHint', 'It may grant access, so only its host is shown later.')}
          error={errors.url}
        />
        <FormatField error={errors.format} />
        <EventsField error={errors.events} />
      </CreationForm>
      <h2 className="mt-10 text-lg font-bold">
        {t('webhooks.all', 'All webhooks' /* heading of the list */)}
      </h2>
      <ModeratorList
        failed={t('webhooks.notLoaded', "We couldn't load the webhooks")}
        list={list}
        items={webhooks}
        empty={
          <EmptyState icon="mail" title={t('webhooks.none', 'No webhooks yet')}>
            {t('webhooks.noneYet', 'Create a webhook to get new submissions in Slack, for example.')}
          </EmptyState>
        }
      >
        {(webhook) => (
          <WebhookItem
            key={webhook.id}
            webhook={webhook}
            onTest={() => void list.test(webhook)}
            onDelete={() => void list.remove(webhook)}
          />
        )}
      </ModeratorList>
      <p className="mt-10">
        <a href="/moderation/jobs" className={buttonClasses()}>
          {t('webhooks.jobs', 'Jobs and deliveries')}
        </a>
      </p>
    </>
  );
}

function FormatField({ error }: { error?: string }) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        {t('webhooks.format', 'Format' /* a field: of what is sent */)}
      </label>
      <select
        id={id}
        name="format"
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-error`}
        className="field h-target-thumb"
      >
        {WEBHOOK_FORMATS.map((format) => (
          <option key={format} value={format}>
            {FORMATS[format]}
          </option>
        ))}
      </select>
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}

function EventsField({ error }: { error?: string }) {
  const id = useId();
  return (
    <div className="flex flex-col gap-4">
      <fieldset aria-describedby={`${id}-error`} data-invalid={error ? true : undefined}>
        <legend className="mb-1.5 font-semibold">
          {t('webhooks.events', 'When a {noun} is' /* heads a choice: Submitted, Approved … */)}
        </legend>
        <EventChoices events={PRODUCT_EVENTS} areChosen />
      </fieldset>
      <fieldset aria-describedby={`${id}-error`} data-invalid={error ? true : undefined}>
        <legend className="mb-1.5 font-semibold">
          {t('webhooks.work', 'When there is new work' /* heads a choice: Appeals, Messages … */)}
        </legend>
        <EventChoices events={STAFF_EVENTS} areChosen={false} />
      </fieldset>
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}

const EventChoices = ({ events, areChosen }: { events: readonly string[]; areChosen: boolean }) => (
  <div className="flex flex-wrap gap-2">
    {events.map((event) => (
      <Choice key={event} type="checkbox" name="events" value={event} defaultChecked={areChosen}>
        {labelOfEvent(event)}
      </Choice>
    ))}
  </div>
);

type WebhookItemProps = { webhook: Webhook; onTest: () => void; onDelete: () => void };

function WebhookItem({ webhook, onTest, onDelete }: WebhookItemProps) {
  const { host, format, events, createdAt, restsUntil, creatorHandle, pausedBecause } = webhook;
  const creator = authorOf(creatorHandle);
  return (
    <li className="rounded-card border border-line p-5">
      <h3 className="font-semibold wrap-anywhere">{host}</h3>
      <p className="mt-1 text-sm text-muted">
        {t(
          'webhooks.facts',
          '{format} · {events} · since {day} · by {author, select, former {a former member} other {@{handle}}}',
          {
            format: FORMATS[format],
            events: formatRow(events.map(labelOfEvent)),
            day: formatShortDate(createdAt),
            ...creator,
          },
        )}
      </p>
      {pausedBecause && (
        <p className="mt-1 text-sm text-danger">
          {t(
            'webhooks.paused',
            "Paused, because {author, select, former {its creator} other {@{handle}}} {lost, select, gone {has no account any more} banned {is banned} leaving {is about to delete the account} role {isn't an admin any more} other {is suspended}}. To take it on, delete it and create it again.",
            { ...creator, lost: pausedBecause },
          )}
        </p>
      )}
      {restsUntil && !pausedBecause && (
        <p className="mt-1 text-sm text-danger">
          {t('webhooks.resting', "The last event couldn't be sent. It is sent again later.")}
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {!pausedBecause && (
          <Button size="small" onClick={onTest}>
            {rich('webhooks.sendTest', 'Send a test<hidden> to {host}</hidden>', { hidden, host })}
          </Button>
        )}
        <Button look="danger" size="small" onClick={onDelete}>
          {rich('webhooks.delete', 'Delete<hidden> {host}</hidden>', { hidden, host })}
        </Button>
      </div>
    </li>
  );
}
