import type { MouseEvent } from 'react';
import { ProductMark } from '@/components/layout/images';
import { Skeleton } from '@/components/ui/skeleton';
import { formatCount } from '@/lib/format/figures';
import type { SearchHitWithHighlights } from '@/lib/search';
import type { TextSegment } from '@/lib/text-segments';
import { t } from '@/lib/texts/texts';

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
          <span>{formatCount(hit.upvoteCount)}</span>
          <span className="sr-only"> upvotes</span>
        </span>
      </span>
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

const KEYS = [
  { keys: ['↑', '↓'], does: 'choose' },
  { keys: ['Enter'], does: 'open' },
  { keys: ['Ctrl', 'Enter'], does: 'website' },
  { keys: ['Esc'], does: 'close' },
] as const;

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
        {KEYS.map(({ keys, does }) => (
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
          {t('searchResult.clearRecent', 'Clear recent')}
        </button>
      )}
      {allResultsPath && (
        <a href={allResultsPath} onClick={openAll}>
          {t('searchResult.allResults', 'All results')}
        </a>
      )}
    </footer>
  );
}
