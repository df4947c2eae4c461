import type { MouseEvent, ReactNode } from 'react';
import { readCompared, writeCompared } from '@/lib/browser/compared';
import type { CountedTag } from '@/lib/contract/tag';
import type { ProductListSpec } from '@/lib/pages/paths';
import { isForBrowser } from '@/lib/browser/keys';
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
  /** None on the page of a tag. */
  filterTags: readonly CountedTag[];
  /** Where the filters are, beside the list, and below it on narrow screens, and how many are active. Null if there are none. */
  filtersLink: { href: string; label: string } | null;
};

/** Collects products from the list. Without JavaScript, and while products are collected, the link leads to a form. */
function startComparing(event: MouseEvent): void {
  if (isForBrowser(event) || readCompared() !== null) return;
  event.preventDefault();
  writeCompared('');
}

/** Orders, periods and tags of a list, in one line that scrolls sideways if it doesn't fit. */
export function ListToolbar({ list, filterTags, filtersLink }: ListToolbarProps) {
  return (
    <div className="list-toolbar">
      <div>
        <SortTabs list={list} />
        {filtersLink && (
          <a
            href={filtersLink.href}
            className={`chip shrink-0 ${filtersLink.href[0] === '#' ? 'lg:hidden' : ''}`}
          >
            {filtersLink.label}
          </a>
        )}
        <TagFilter list={list} tags={filterTags} />
      </div>
      <a href="/compare" onClick={startComparing}>
        Compare
      </a>
      {list.sort === 'hot' && <a href="/ranking">Why this order?</a>}
    </div>
  );
}
