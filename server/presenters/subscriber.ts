import type { Subscriber } from '@/lib/contract/subscriber';
import type { SubscriberRow } from '@/server/queries/subscribers';
import { joinTagCell } from '@/server/text/escape';
import { csvLine } from './open-data';

const STATES = { confirmed: 'confirmed', unconfirmed: 'waiting', unsubscribed: 'left' } as const;

export function presentSubscriber(row: SubscriberRow): Subscriber {
  const { id, email, status, createdAt, confirmedAt, unsubscribedAt, tags } = row;
  const since = status === 'confirmed' ? confirmedAt : status === 'unsubscribed' ? unsubscribedAt : null;
  return {
    ...{ id, email, tags, state: STATES[status] },
    ...{ createdAt: createdAt.toISOString(), since: since?.toISOString() ?? null },
  };
}

export const formatSubscribersHeading = (): string =>
  csvLine(['email', 'state', 'createdAt', 'since', 'tags']);

/** The state is one that an import understands. */
export function formatSubscriber(row: SubscriberRow): string {
  const { email, state, createdAt, since, tags } = presentSubscriber(row);
  return csvLine([email, state, createdAt, since ?? '', joinTagCell(tags)]);
}
