import type { MouseEvent, ReactNode } from 'react';
import { readCompared, writeCompared } from '@/lib/browser/compared';
import type { CountedTag } from '@/lib/contract/tag';
import type { ProductListSpec } from '@/lib/pages/paths';
import { SortTabs } from './sort-tabs';
import { TagFilter } from './tag-filter';

type ListHeadProps = {
  headline: ReactNode;
  /** Beside the headline, in small type. */
  facts?: ReactNode;
};

/** The headline of a list. As high on every list, so that nothing moves from one order to the next. */
export function ListHead({ headline, facts }: ListHeadProps) {
  return (
    <header className="list-head">
      <h1>{headline}</h1>
      {facts && <p>{facts}</p>}
    </header>
  );
}

type ListToolbarProps = {
  list: ProductListSpec;
  filterTags: readonly CountedTag[];
  /** Where the filters are: beside the list, and below it on narrow screens. Null if there are none. */
  filtersHref: string | null;
  /** How many filters can be removed. */
  filterCount: number;
};

/** Collects products from the list. Without JavaScript, and while products are collected, the link leads to a form. */
function startComparing(event: MouseEvent): void {
  if (readCompared() !== null) return;
  event.preventDefault();
  writeCompared('');
}

/** Orders, periods and tags of a list, in one line that scrolls sideways if it doesn't fit. */
export function ListToolbar({ list, filterTags, filtersHref, filterCount }: ListToolbarProps) {
  return (
    <div className="list-toolbar">
      <div>
        <SortTabs list={list} />
        {filtersHref && (
          <a href={filtersHref} className={`chip shrink-0 ${filtersHref.startsWith('#') ? 'lg:hidden' : ''}`}>
            Filters{filterCount > 0 && ` (${filterCount})`}
          </a>
        )}
        {!list.isTagPage && <TagFilter list={list} tags={filterTags} />}
      </div>
      <a href="/compare" onClick={startComparing}>
        Compare
      </a>
      {list.sort === 'hot' && <a href="/ranking">Why this order?</a>}
    </div>
  );
}
