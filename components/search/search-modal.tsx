import { useRouter } from 'next/router';
import { type SubmitEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { Dialog, DialogCloseButton } from '@/components/ui/dialog';
import { Icon } from '@/components/ui/icon';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useDebounced } from '@/hooks/use-debounced';
import { useOptionKeys } from '@/hooks/use-option-keys';
import { useSearch } from '@/hooks/use-search';
import { useSearchModal } from '@/hooks/use-search-modal';
import { countOf } from '@/lib/format/figures';
import { searchPath } from '@/lib/pages/paths';
import { warmUpSearch } from '@/lib/search';
import { site } from '@/lib/site';
import { SearchKeys } from './search-keys';
import { SearchOptions } from './search-options';

/** As many as one looks through before typing on; all others are on the page of results. */
const MODAL_HITS = 10;
/** Said once typing pauses: a sentence for each keystroke would never be heard to its end. */
const ANNOUNCE_AFTER_MS = 600;

export function SearchModal() {
  const { isOpen, close, opener } = useSearchModal();
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      opener={opener}
      labelledBy="search-title"
      className="search-dialog"
    >
      <SearchCommand onClose={close} />
    </Dialog>
  );
}

/** A field and the results below it, operated from the keyboard without leaving the field. */
function SearchCommand({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  const { headerField } = useSearchModal();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState(() => headerField.current?.value ?? '');
  const { hits, results, isEmpty, isLoading } = useSearch(query, { hitsPerPage: MODAL_HITS });
  const { chosen, choose, onKeyDown } = useOptionKeys(hits, (hit) => open(hit.url));
  const announcement = useDebounced(
    isLoading || !results ? '' : isEmpty ? 'No Result found' : countOf(results.nbHits, 'result', 'results'),
    ANNOUNCE_AFTER_MS,
  );

  // The text of the header's field moves here, before the dialog moves the focus here.
  useLayoutEffect(() => {
    if (headerField.current) headerField.current.value = '';
    const end = field.current?.value.length ?? 0;
    field.current?.setSelectionRange(end, end);
    warmUpSearch();
  }, [headerField]);

  function open(path: string): void {
    onClose();
    void router.push(path);
  }

  function openAllResults(event: SubmitEvent): void {
    event.preventDefault();
    open(searchPath(query));
  }

  return (
    <>
      <h2 id="search-title" className="sr-only">
        Search
      </h2>
      <form role="search" action="/search" onSubmit={openAllResults} className="search-field">
        <Icon name="search" className="size-5 text-muted" />
        <input
          ref={field}
          data-autofocus
          name="q"
          role="combobox"
          aria-label="Search"
          aria-autocomplete="list"
          aria-expanded={hits.length > 0}
          aria-controls={`${id}-results`}
          aria-activedescendant={chosen && `${id}-${chosen.id}`}
          placeholder="Enter Keywords to Search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            choose(undefined);
          }}
          onKeyDown={onKeyDown}
        />
        <DialogCloseButton onClose={onClose} />
      </form>
      <SearchOptions
        id={`${id}-results`}
        optionId={(hit) => `${id}-${hit.id}`}
        {...{ hits, chosen, choose, open }}
      />
      {isEmpty && <p className="search-empty">No Result found</p>}
      {!query.trim() && (
        <p className="search-empty">Type a name, a tag, or what you need {site.aNoun} for.</p>
      )}
      <VisuallyHidden live>{announcement}</VisuallyHidden>
      <SearchKeys allResultsPath={hits.length > 0 ? searchPath(query) : undefined} onOpen={open} />
    </>
  );
}
