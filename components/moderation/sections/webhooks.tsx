import { useId } from 'react';
import { Button, buttonClasses } from '@/components/ui/button';
import { Choice } from '@/components/ui/choice';
import { EmptyState } from '@/components/ui/empty-state';
import { Field, FieldError } from '@/components/ui/field';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useWebhooks } from '@/hooks/use-webhooks';
import { readFormFields } from '@/lib/browser/window';
import { describeLostStanding } from '@/lib/contract/plain/moderation';
import { type Webhook, WEBHOOK_EVENTS, WEBHOOK_FORMATS } from '@/lib/contract/webhook';
import { formatShortDate } from '@/lib/format/figures';
import { CreationForm } from '@/components/moderation/creation-form';
import { describeAuthor, ModeratorList } from '@/components/moderation/moderator-list';
import { t } from '@/lib/texts/texts';

const FORMATS: Record<Webhook['format'], string> = {
  get standard() {
    return t('webhooks.signedJsonStandardWebhooks', 'Signed JSON (Standard Webhooks)');
  },
  get slack() {
    return t('webhooks.slackMessage', 'Slack message');
  },
  get discord() {
    return t('webhooks.discordMessage', 'Discord message');
  },
};

export const EVENTS: Record<string, string> = {
  get 'product.submitted'() {
    return t('webhooks.submitted', 'Submitted');
  },
  get 'product.approved'() {
    return t('webhooks.approved', 'Approved');
  },
  get 'product.rejected'() {
    return t('webhooks.rejected', 'Rejected');
  },
  get 'product.reported'() {
    return t('webhooks.reported', 'Reported');
  },
  get 'product.changed'() {
    return t('webhooks.changed', 'Changed');
  },
  get 'product.discontinued'() {
    return t('webhooks.discontinued', 'Discontinued');
  },
  get test() {
    return t('webhooks.test', 'Test');
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
          'webhooks.aWebhookTellsAnother',
          'A webhook tells another system what happens to {nouns}. What is sent contains the {noun} and nothing about members.',
        )}
      </p>
      <CreationForm
        keptAs="new webhook"
        action={t('webhooks.createWebhook', 'Create webhook')}
        isCreating={list.isCreating}
        failure={list.creationFailure}
        fields={['url', 'format', 'events']}
        onCreate={create}
        created={
          secret !== undefined && {
            title: t(
              'webhooks.theWebhookIsReady',
              "The webhook is ready. Copy its signing key now: we can't show it again.",
            ),
            text: secret,
          }
        }
      >
        <Field
          label={t('webhooks.link', 'Link')}
          name="url"
          keptAs="new webhook/url"
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          hint={t('webhooks.itMayGrantAccess', 'It may grant access, so only its host is shown later.')}
          error={errors.url}
        />
        <FormatField error={errors.format} />
        <EventsField error={errors.events} />
      </CreationForm>
      <h2 className="mt-10 text-lg font-bold">{t('webhooks.allWebhooks', 'All webhooks')}</h2>
      <ModeratorList
        failed={t('webhooks.notLoaded', "We couldn't load the webhooks")}
        list={list}
        items={webhooks}
        empty={
          <EmptyState icon="mail" title={t('webhooks.noWebhooksYet', 'No webhooks yet')}>
            {t('webhooks.createAWebhook', 'Create a webhook to get new submissions in Slack, for example.')}
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
          {t('webhooks.jobsAndDeliveries', 'Jobs and deliveries')}
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
        {t('webhooks.format', 'Format')}
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
    <fieldset aria-describedby={`${id}-error`} data-invalid={error ? true : undefined}>
      <legend className="mb-1.5 font-semibold">{t('webhooks.whenANoun', 'When a {noun} is')}</legend>
      <div className="flex flex-wrap gap-2">
        {WEBHOOK_EVENTS.map((event) => (
          <Choice key={event} type="checkbox" name="events" value={event} defaultChecked>
            {EVENTS[event]}
          </Choice>
        ))}
      </div>
      <FieldError id={`${id}-error`} error={error} />
    </fieldset>
  );
}

type WebhookItemProps = { webhook: Webhook; onTest: () => void; onDelete: () => void };

function WebhookItem({ webhook, onTest, onDelete }: WebhookItemProps) {
  const { host, format, events, createdAt, restsUntil, creatorHandle, pausedBecause } = webhook;
  const creator = describeAuthor(creatorHandle);
  return (
    <li className="rounded-card border border-line p-5">
      <h3 className="font-semibold wrap-anywhere">{host}</h3>
      <p className="mt-1 text-sm text-muted">
        {t('webhooks.formatJoinSinceCreatedAt', '{format} · {join} · since {createdAt} · by {creator}', {
          format: FORMATS[format],
          join: events.map((event) => EVENTS[event]).join(', '),
          createdAt: formatShortDate(createdAt),
          creator,
        })}
      </p>
      {pausedBecause && (
        <p className="mt-1 text-sm text-danger">
          {t(
            'webhooks.pausedBecauseHasCreatorHandle',
            'Paused, because {hasCreatorHandle, select, true {its creator} other {{creator}}} {pausedBecause}. To take it on, delete it and create it again.',
            {
              creator,
              hasCreatorHandle: creatorHandle === null,
              pausedBecause: describeLostStanding(pausedBecause, 'admin'),
            },
          )}
        </p>
      )}
      {restsUntil && !pausedBecause && (
        <p className="mt-1 text-sm text-danger">
          {t('webhooks.theLastEventCouldnt', "The last event couldn't be sent. It is sent again later.")}
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {!pausedBecause && (
          <Button size="small" onClick={onTest}>
            {t('webhooks.sendATest', 'Send a test')}
            <VisuallyHidden>{` to ${host}`}</VisuallyHidden>
          </Button>
        )}
        <Button look="danger" size="small" onClick={onDelete}>
          {t('webhooks.delete', 'Delete')}
          <VisuallyHidden>{` ${host}`}</VisuallyHidden>
        </Button>
      </div>
    </li>
  );
}
