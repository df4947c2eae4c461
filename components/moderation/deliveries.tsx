import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useDeliveries } from '@/hooks/use-webhooks';
import type { Delivery } from '@/lib/contract/webhook';
import { formatAge, countOf } from '@/lib/format/figures';
import { ModeratorList } from './moderator-list';
import { EVENTS } from './webhooks';

export function Deliveries({ isAdmin }: { isAdmin: boolean }) {
  const [isGivenUp, setIsGivenUp] = useState(false);
  const list = useDeliveries(isGivenUp);
  const { deliveries } = list;
  return (
    <section aria-labelledby="deliveries" className="mt-10">
      <h2 id="deliveries" className="text-lg font-bold">
        Sent to webhooks
      </h2>
      <label className="mt-3 inline-flex min-h-target cursor-pointer items-center gap-2">
        <input
          type="checkbox"
          className="size-5 accent-accent"
          checked={isGivenUp}
          onChange={({ target }) => setIsGivenUp(target.checked)}
        />
        Only what was given up
      </label>
      <ModeratorList
        name="deliveries"
        isAnnounced={false}
        list={list}
        items={deliveries}
        empty={
          <EmptyState icon="check" title={isGivenUp ? 'Nothing was given up' : 'Nothing was sent yet'}>
            What is sent to webhooks stays here for 30 days.
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
      <h3 dir="auto" className="font-semibold wrap-anywhere">
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
