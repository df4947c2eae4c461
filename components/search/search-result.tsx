import type { MouseEvent } from 'react';
import { ProductMark } from '@/components/layout/images';
import { RoleMark } from '@/components/layout/role-mark';
import { Icon } from '@/components/ui/icon';
import { Skeleton } from '@/components/ui/skeleton';
import { formatCount } from '@/lib/format/figures';
import type { SearchHitWithHighlights } from '@/lib/search';
import type { TextSegment } from '@/lib/text-segments';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';
import type { SearchOption } from './search-options';

type SearchResultBodyProps = {
  hit: SearchHitWithHighlights;
  /** The elements of the texts have the ids `<id>-title`, `<id>-excerpt` and `<id>-facts`. */
  id: string;
};

export function SearchResultBody({ hit, id }: SearchResultBodyProps) {
  const [tag] = hit.tags;
  return (
    <>
      <ProductMark product={{ name: hit.title, iconURL: hit.imageURL }} size="hit" isEager />
      <span className="search-result-text">
        <span id={`${id}-title`} className="search-result-title" dir="auto">
          <Segments of={hit.titleSegments} />
        </span>
        <span id={`${id}-excerpt`} className="search-result-excerpt" dir="auto">
          <Segments of={hit.excerptSegments} />
        </span>
      </span>
      <span id={`${id}-facts`} className="search-result-facts">
        {tag !== undefined && <span dir="auto">{tag}</span>}
        <span>
          {rich(
            'searchResult.upvotes',
            '{count, plural, other {<shown>#</shown><hidden> upvotes</hidden>}}',
            {
              shown: (text) => <span>{text}</span>,
              hidden: (text) => <span className="sr-only">{text}</span>,
              count: hit.upvoteCount,
            },
          )}
        </span>
      </span>
    </>
  );
}

/** An option that is not a product: an icon, a label and, for a tag, the number of its products. */
export function PlainBody({
  option: { icon, label, count, role },
  id,
}: {
  option: SearchOption;
  id: string;
}) {
  return (
    <>
      <Icon name={icon} className="size-4 text-muted" />
      <span id={`${id}-title`} className="min-w-0 flex-1 truncate">
        <bdi>{label}</bdi>
        <RoleMark role={role} />
      </span>
      {count !== undefined && <span className="tag-count">{formatCount(count)}</span>}
    </>
  );
}

const EXCERPT_WIDTHS = ['w-3/4', 'w-1/2', 'w-2/3'];

/** In place of hits that are not there yet, below the name of their group. */
export function SkeletonHits() {
  return (
    <div aria-hidden="true">
      <div className="search-group">
        <Skeleton className="h-5 w-32" />
      </div>
      {EXCERPT_WIDTHS.map((width) => (
        <div key={width} className="search-result">
          <Skeleton className="size-9 flex-none" />
          <span className="search-result-text">
            <Skeleton className="h-4 w-32" />
            <Skeleton className={`mt-2 h-4 ${width}`} />
          </span>
        </div>
      ))}
    </div>
  );
}

/** Text with its matches marked. Built from text pieces, because HTML from members would be unsafe. */
export function Segments({ of }: { of: readonly TextSegment[] }) {
  return of.map(({ text, isMatch }, index) =>
    isMatch ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
  );
}

type SearchKeysProps = {
  /** The page of all results, if there are any. */
  allResultsPath?: string;
  onOpen: (path: string) => void;
  /** Absent while no recent searches are shown. */
  onClearRecent?: () => void;
};

function keysOfModal() {
  const enter = t('key.enter', 'Enter' /* what is written on a key */);
  const ctrl = t('key.ctrl', 'Ctrl' /* what is written on a key */);
  const escape = t('key.escape', 'Esc' /* what is written on a key */);
  return [
    { keys: ['↑', '↓'], does: t('searchKeys.choose', 'choose' /* what keys do in the search */) },
    { keys: [enter], does: t('searchKeys.open', 'open' /* what keys do in the search */) },
    { keys: [ctrl, enter], does: t('searchKeys.website', 'website' /* which keys open it */) },
    { keys: [escape], does: t('searchKeys.close', 'close' /* what keys do in the search */) },
  ];
}

/** The modal's last line: what the keys do, and a link to the page of all results. */
export function SearchKeys({ allResultsPath, onOpen, onClearRecent }: SearchKeysProps) {
  function openAll(event: MouseEvent<HTMLAnchorElement>): void {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || !allResultsPath) return;
    event.preventDefault();
    onOpen(allResultsPath);
  }

  return (
    <footer className="search-keys">
      <ul>
        {keysOfModal().map(({ keys, does }) => (
          <li key={does}>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
            <span>{does}</span>
          </li>
        ))}
      </ul>
      {onClearRecent && (
        <button type="button" onClick={onClearRecent}>
          {t('search.clearRecent', 'Clear recent' /* forgets the recent searches */)}
        </button>
      )}
      {allResultsPath && (
        <a href={allResultsPath} onClick={openAll}>
          {t('search.allResults', 'All results' /* a link to their page */)}
        </a>
      )}
    </footer>
  );
}
