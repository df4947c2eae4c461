import { type ComponentType, useState } from 'react';
import { FailedState } from '@/components/ui/failed-state';
import { Spinner } from '@/components/ui/spinner';
import { useLazyComponent } from '@/hooks/use-lazy-component';
import type { ProductTexts } from '@/lib/contract/editing';
import type { ModeratedProduct } from '@/lib/contract/moderation';

export type QueueEditProps = {
  id: string;
  texts: ProductTexts;
  seen: string;
  onSaved: () => void;
  onCancel: () => void;
};

type Props = {
  product: ModeratedProduct;
  load: () => Promise<ComponentType<QueueEditProps>>;
} & Pick<QueueEditProps, 'onSaved' | 'onCancel'>;

/** The form for what a product of the queue says. It is loaded when the moderator opens it. */
export function QueueEdit({ product, load, ...events }: Props) {
  const { id, name, tagline, description, url, tags, updatedAt } = product;
  const [attempt, setAttempt] = useState(1);
  const { Component, hasFailed } = useLazyComponent(load, attempt);
  const texts = { name, tagline, description, url, tags: tags.map((tag) => tag.name) };
  return (
    <section aria-label={`Edit ${name}`} className="mt-5 border-t border-line pt-5">
      {!Component && !hasFailed && <Spinner />}
      {hasFailed && (
        <FailedState title="We couldn't load the form" onRetry={() => setAttempt(attempt + 1)}>
          Check your connection.
        </FailedState>
      )}
      {Component && <Component id={id} texts={texts} seen={updatedAt} {...events} />}
    </section>
  );
}
