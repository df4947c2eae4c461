import type { ReactNode } from 'react';
import { formatCount } from '@/lib/format/figures';

type RailSectionProps = { id: string; title: ReactNode; children: ReactNode };

/** A headed list of links beside a page's content. */
export function RailSection({ id, title, children }: RailSectionProps) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul>{children}</ul>
    </section>
  );
}

type RailCountProps = {
  count: number;
  of: string;
  /** There are at least as many. */
  isLeast?: boolean;
};

export function RailCount({ count, of, isLeast = false }: RailCountProps) {
  return (
    <small>
      <span>{formatCount(count)}</span>
      {isLeast && <span>+</span>}
      <span className="sr-only">{` ${of}`}</span>
    </small>
  );
}
