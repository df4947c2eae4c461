import type { ReactNode } from 'react';
import { formatDate } from '@/lib/format/figures';

type OutcomeListProps<Item> = {
  /** The anchor that links lead to. */
  id: string;
  title: string;
  items: readonly Item[];
  hasMore: boolean;
  /** Draws an item as an `li`. */
  children: (item: Item) => ReactNode;
};

/** What the viewer has suggested or reported, newest first, with what became of it. Nothing for a viewer without any. */
export function OutcomeList<Item>({ id, title, items, hasMore, children }: OutcomeListProps<Item>) {
  if (items.length === 0) return null;
  return (
    <section id={id} aria-labelledby={`${id}-heading`} className="mt-10">
      <h2 id={`${id}-heading`} className="text-lg font-bold">
        {title}
      </h2>
      <ul className="mt-2">{items.map(children)}</ul>
      {hasMore && <p className="mt-2 text-sm text-muted">{`These are your latest ${items.length}.`}</p>}
    </section>
  );
}

type OutcomeProps = {
  /** What became of it, such as `Accepted`. */
  children: ReactNode;
  /** What the viewer did then, such as `Reported`. */
  act?: string;
  createdAt: string;
  /** What a moderator wrote about it. */
  note: string | undefined;
};

export function Outcome({ children, act = 'Suggested', createdAt, note }: OutcomeProps) {
  return (
    <p className="text-sm text-muted">
      <span>{children}</span>
      <span>{` · ${act} on `}</span>
      <time dateTime={createdAt}>{formatDate(createdAt)}</time>
      {note !== undefined && (
        <q dir="auto" className="mt-1 block whitespace-pre-line text-ink">
          {note}
        </q>
      )}
    </p>
  );
}
