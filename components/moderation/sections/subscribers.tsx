import { useState } from 'react';
import { CallFailure } from '@/components/layout/call-failure';
import { Intro, ModeratorList, useDecisions } from '@/components/moderation/moderator-list';
import { SubscriberImport } from '@/components/moderation/subscribers/subscriber-import';
import { Button } from '@/components/ui/button';
import { Choice } from '@/components/ui/choice';
import { EmptyState } from '@/components/ui/empty-state';
import { Field } from '@/components/ui/field';
import { Spinner } from '@/components/ui/spinner';
import { hidden } from '@/components/ui/visually-hidden';
import { useSubscriberExport } from '@/hooks/use-subscribers';
import { call } from '@/lib/api/http';
import {
  listSubscribersCall,
  removeSubscriberCall,
  type Subscriber,
  SUBSCRIBER_STATES,
  type SubscriberState,
} from '@/lib/contract/subscriber';
import { formatMinute } from '@/lib/format/figures';
import { formatRow } from '@/lib/texts/lists';
import { rich } from '@/lib/texts/rich';
import { say, t, type Text, text } from '@/lib/texts/texts';

type Shown = SubscriberState | 'all';

const STATES: Record<SubscriberState, Text> = {
  confirmed: text('subscribers.stateConfirmed', 'Confirmed' /* a state of subscribers */),
  waiting: text('subscribers.stateWaiting', 'Waiting for confirmation' /* a state of subscribers */),
  left: text('subscribers.stateLeft', 'Left' /* a state of subscribers: they have unsubscribed */),
};
const labelOf = (state: Shown) =>
  state === 'all' ? t('subscribers.stateAll', 'All' /* subscribers */) : say(STATES[state]);

/** Lists the subscribers of the newsletter, finds, removes, exports and imports them. For admins. */
export default function Subscribers() {
  const [state, setState] = useState<Shown>('all');
  const [startsWith, setStartsWith] = useState('');
  const [sought, setSought] = useState('');
  const { pages, items, list, isDeciding, intro, decide } = useDecisions(
    `subscribers ${state} ${sought}`,
    (after) =>
      call(listSubscribersCall, {
        query: { after, ...(state !== 'all' && { state }), ...(sought !== '' && { startsWith: sought }) },
      }),
    ({ subscribers }) => subscribers,
  );
  const first = pages?.[0];

  return (
    <>
      <Intro ref={intro}>
        {first
          ? t(
              'subscribers.counts',
              '{confirmed, plural, one {# subscriber gets} other {# subscribers get}} the newsletter, {waiting, plural, one {# address waits} other {# addresses wait}} for a confirmation, {left, plural, one {# has} other {# have}} left in the last 30 days.',
              first.counts,
            )
          : t('subscribers.about', 'Who gets the newsletter of this site.')}
      </Intro>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setSought(startsWith.trim());
        }}
        className="mt-4 flex max-w-prose flex-col gap-4"
      >
        <Field
          label={t('subscribers.find', 'Address begins with' /* a field */)}
          type="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={startsWith}
          onChange={({ currentTarget }) => {
            setStartsWith(currentTarget.value);
            if (currentTarget.value === '') setSought('');
          }}
        />
        <div
          role="group"
          aria-label={t('subscribers.show', 'Show' /* a group: subscribers in which state */)}
          className="flex flex-wrap gap-2"
        >
          {(['all', ...SUBSCRIBER_STATES] as const).map((shown) => (
            <Choice
              key={shown}
              type="radio"
              name="state"
              checked={state === shown}
              onChange={() => setState(shown)}
            >
              {labelOf(shown)}
            </Choice>
          ))}
        </div>
        <Button type="submit" className="self-start">
          {t('subscribers.search', 'Find subscribers')}
        </Button>
      </form>
      <ModeratorList
        failed={t('subscribers.notLoaded', "We couldn't load the subscribers")}
        showing={(count) =>
          t('subscribers.showing', 'Showing {count, plural, one {# address} other {# addresses}}.', { count })
        }
        list={list}
        items={items}
        empty={
          <EmptyState icon="mail" title={t('subscribers.none', 'No addresses here')}>
            {t('subscribers.noneYet', 'Visitors subscribe with the form in the footer.')}
          </EmptyState>
        }
      >
        {(subscriber) => (
          <SubscriberItem
            key={subscriber.id}
            subscriber={subscriber}
            isBusy={isDeciding}
            onRemove={() =>
              void decide(
                () => call(removeSubscriberCall, { params: { id: subscriber.id } }),
                t('subscribers.removed', 'The subscription is ended.'),
              )
            }
          />
        )}
      </ModeratorList>
      <Export />
      <h2 className="mt-10 text-lg font-bold">
        {t('subscribers.importHeading', 'Bring a list' /* a heading: import addresses */)}
      </h2>
      {first && !first.sendsNewsletter ? (
        <p className="mt-2 max-w-prose text-muted">
          {t(
            'subscribers.noEmails',
            'This site sends no emails, so nobody can confirm. Set up a mail server first.',
          )}
        </p>
      ) : (
        <SubscriberImport onImported={() => void list.refresh()} />
      )}
    </>
  );
}

type SubscriberItemProps = { subscriber: Subscriber; isBusy: boolean; onRemove: () => void };

function SubscriberItem({ subscriber, isBusy, onRemove }: SubscriberItemProps) {
  const { email, state, createdAt, since, tags } = subscriber;
  return (
    <li className="rounded-card border border-line p-5">
      <h2 className="font-semibold wrap-anywhere">
        <bdi>{email}</bdi>
      </h2>
      <p className="mt-1 text-sm text-muted wrap-anywhere">
        {[
          labelOf(state),
          formatMinute(since ?? createdAt),
          ...(tags.length > 0 ? [formatRow(tags)] : []),
        ].join(' · ')}
      </p>
      {state !== 'left' && (
        <Button size="small" aria-disabled={isBusy} onClick={() => !isBusy && onRemove()} className="mt-3">
          {rich('subscribers.remove', 'Remove<hidden> {email}</hidden>' /* a subscriber */, {
            ...{ hidden, email },
          })}
        </Button>
      )}
    </li>
  );
}

function Export() {
  const { isSaving, failure, save } = useSubscriberExport();
  return (
    <>
      <h2 className="mt-10 text-lg font-bold">
        {t('subscribers.exportHeading', 'Take them with you' /* a heading: export subscribers */)}
      </h2>
      <p className="mt-2 max-w-prose text-muted">
        {t(
          'subscribers.exportAbout',
          'All addresses with their state and tags as a CSV file. The moderation log says that you took them.',
        )}
      </p>
      {failure && <CallFailure failure={failure} signInAt="/moderation/subscribers" />}
      <Button aria-disabled={isSaving} onClick={() => !isSaving && void save()} className="mt-4">
        <span>{t('subscribers.export', 'Save as CSV')}</span>
        {isSaving && <Spinner />}
      </Button>
    </>
  );
}
