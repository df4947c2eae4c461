import { type MouseEvent, useEffect, useRef } from 'react';
import type { SearchHitWithHighlights } from '@/lib/search';
import { SearchResultBody } from './search-result';

type SearchOptionsProps = {
  id: string;
  optionId: (hit: SearchHitWithHighlights) => string;
  hits: readonly SearchHitWithHighlights[];
  chosen?: SearchHitWithHighlights;
  choose: (id: string) => void;
  open: (path: string) => void;
};

/** The results as options of the field above. Each is a link too, for a new tab or its address. */
export function SearchOptions({ id, optionId, hits, chosen, choose, open }: SearchOptionsProps) {
  const list = useRef<HTMLDivElement>(null);
  const chosenId = chosen?.id;

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosenId]);

  function openPlainly(event: MouseEvent, path: string): void {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    open(path);
  }

  return (
    <div ref={list} id={id} role="listbox" aria-label="Results" className="search-options">
      {hits.map((hit) => (
        <a
          key={hit.id}
          id={optionId(hit)}
          role="option"
          aria-selected={hit.id === chosenId}
          tabIndex={-1}
          href={hit.url}
          // Move and not enter: a list that scrolls below a resting pointer must not choose.
          onPointerMove={() => choose(hit.id)}
          onClick={(event) => openPlainly(event, hit.url)}
          className="result"
        >
          <SearchResultBody hit={hit} />
        </a>
      ))}
    </div>
  );
}
