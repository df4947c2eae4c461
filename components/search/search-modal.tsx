import { useRouter } from 'next/router';
import { type SubmitEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { Dialog, DialogCloseButton } from '@/components/ui/dialog';
import { Icon } from '@/components/ui/icon';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useDebounced } from '@/hooks/use-debounced';
import { useCombobox } from '@/hooks/use-combobox';
import { useSearch } from '@/hooks/use-search';
import { useSearchModal } from '@/hooks/use-search-modal';
import { countOf } from '@/lib/format/figures';
import { searchPath } from '@/lib/pages/paths';
import { warmUpSearch } from '@/lib/search';
import { site } from '@/lib/site';
import { SearchKeys } from './search-keys';
import { SearchResultBody } from './search-result';

/** More hits are on the page of all results. */
const MODAL_HITS = 10;
/** Results are announced once typing pauses: the next keystroke would cut an announcement short. */
const ANNOUNCE_AFTER_MS = 600;

export function SearchModal() {
  const { isOpen, isComposing, close, opener } = useSearchModal();
  return (
    <Dialog
      isOpen={isOpen && !isComposing}
      onClose={close}
      opener={opener}
      labelledBy="search-title"
      className="search-modal"
    >
      <SearchCommand onClose={close} />
    </Dialog>
  );
}

/** A field and the results below it, operated from the keyboard without leaving the field. */
function SearchCommand({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  const { headerField } = useSearchModal();
  const field = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState(() => headerField.current?.value ?? '');
  /** Enter was pressed before the results of the query were there. */
  const [isEntered, setIsEntered] = useState(false);
  const { hits, results, isEmpty, isLoading } = useSearch(query, { hitsPerPage: MODAL_HITS });
  const { fieldProps, listProps, optionProps } = useCombobox({
    kind: 'always-open',
    options: hits,
    areOutdated: isLoading,
    onType(text) {
      setQuery(text);
      setIsEntered(false);
    },
    onSelect: (hit) => open(hit.url),
  });
  const announcement = useDebounced(
    isLoading || !results ? '' : isEmpty ? 'No Result found' : countOf(results.nbHits, 'result', 'results'),
    ANNOUNCE_AFTER_MS,
  );

  // Moves the text of the header's field here, before the dialog moves the focus.
  useLayoutEffect(() => {
    headerField.current?.form?.reset();
    const end = field.current?.value.length ?? 0;
    field.current?.setSelectionRange(end, end);
    warmUpSearch();
  }, [headerField]);

  function open(path: string): void {
    onClose();
    void router.push(path);
  }

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    if (isLoading && hits.length > 0) setIsEntered(true);
    else open(searchPath(query));
  }

  const openBestMatch = useEffectEvent(() => open(hits[0]?.url ?? searchPath(query)));
  const isDue = isEntered && !isLoading;
  useEffect(() => {
    if (isDue) openBestMatch();
  }, [isDue]);

  return (
    <>
      <h2 id="search-title" className="sr-only">
        Search
      </h2>
      <form role="search" action="/search" onSubmit={submit} className="search-modal-field">
        <Icon name="search" className="size-5 text-muted" />
        <input
          ref={field}
          data-autofocus
          name="q"
          {...fieldProps}
          aria-label="Search"
          placeholder="Enter Keywords to Search"
          spellCheck={false}
          enterKeyHint="search"
          value={query}
        />
        <DialogCloseButton onClose={onClose} />
      </form>
      <div {...listProps} aria-label="Results" className="search-modal-results">
        {hits.map((hit) => (
          // A link as well, to open it in a new tab or to copy its URL.
          <a key={hit.id} {...optionProps(hit)} href={hit.url} tabIndex={-1} className="search-result">
            <SearchResultBody hit={hit} />
          </a>
        ))}
      </div>
      {isEmpty && <p className="search-modal-empty">No Result found</p>}
      {!query.trim() && (
        <p className="search-modal-empty">Type a name, a tag, or what you need {site.aNoun} for.</p>
      )}
      <VisuallyHidden live>{announcement}</VisuallyHidden>
      <SearchKeys allResultsPath={hits.length > 0 ? searchPath(query) : undefined} onOpen={open} />
    </>
  );
}
