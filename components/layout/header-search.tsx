import { useRouter } from 'next/router';
import { useEffect, useLayoutEffect, useRef, type FocusEvent, type SubmitEvent } from 'react';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { useSearchModal } from '@/hooks/use-search-modal';
import { keyOf } from '@/lib/browser/keys';
import { searchPath } from '@/lib/pages/paths';
import { t } from '@/lib/texts/texts';

type HeaderSearchProps = {
  /** Called when the visitor is about to search, to load the modal's code. */
  onIntent?: () => void;
};

/**
 * The field of large screens. Opens the search modal, or leads to `/search` without a script.
 * Until the modal's code has loaded, the field takes the input at every size; the modal then moves the text over.
 */
export function HeaderSearch({ onIntent }: HeaderSearchProps) {
  const { isOpen, open, close, setIsComposing, headerField } = useSearchModal();
  const submit = useSubmit();
  const windowLeftWhileFocused = useRef(false);

  // The visitor may have begun to type before the page's scripts were there.
  useEffect(() => {
    if (document.activeElement === headerField.current) open();
  }, [headerField, open]);

  // The modal, if it is there, takes the focus in the same commit.
  useLayoutEffect(() => {
    if (isOpen) headerField.current?.focus({ preventScroll: true });
  }, [isOpen, headerField]);

  function openOnFocus() {
    if (windowLeftWhileFocused.current) windowLeftWhileFocused.current = false;
    else open();
  }

  function noteLeft({ currentTarget, relatedTarget }: FocusEvent<HTMLFormElement>) {
    // The browser focuses the field again when the visitor returns to the window, which is not a wish to search.
    windowLeftWhileFocused.current = document.activeElement === headerField.current && !document.hasFocus();
    const isElsewhere = !windowLeftWhileFocused.current && !currentTarget.contains(relatedTarget);
    // Who went on while the code of the modal loads does not want it to take the focus back.
    if (isOpen && isElsewhere && !document.querySelector('[aria-modal="true"]')) close();
  }

  return (
    <form
      role="search"
      action="/search"
      onSubmit={submit}
      onPointerEnter={onIntent}
      onBlur={noteLeft}
      data-open={isOpen}
      // The early script may have opened it.
      suppressHydrationWarning
      className="header-search"
    >
      <Icon name="search" className="size-5 text-muted" />
      <input
        ref={headerField}
        type="search"
        name="q"
        autoComplete="off"
        aria-label={t('search.products', 'Search {nouns}')}
        placeholder={t('search.products', 'Search {nouns}')}
        onFocus={openOnFocus}
        onChange={open}
        onClick={open}
        onCompositionStart={() => setIsComposing(true)}
        onCompositionEnd={() => setIsComposing(false)}
        onKeyDown={(event) => keyOf(event) === 'Escape' && close()}
        className="field"
      />
      <kbd aria-hidden="true" className="needs-script">
        /
      </kbd>
      <Button look="quiet" size="icon" aria-label={t('action.close', 'Close')} onClick={close}>
        <Icon name="close" />
      </Button>
    </form>
  );
}

/** In place of the field, where the header has no room for it. */
export function SearchButton({ onIntent }: HeaderSearchProps) {
  return (
    <form action="/search" onSubmit={useSubmit()} onPointerEnter={onIntent} className="lg:hidden">
      <Button type="submit" look="quiet" className="bar-item md:w-target-thumb md:px-0">
        <Icon name="search" />
        <span className="md:sr-only">{t('search.search', 'Search' /* a verb: the button does it */)}</span>
      </Button>
    </form>
  );
}

/** Opens the modal, or the page of all results if the modal's code has not loaded yet. */
function useSubmit() {
  const router = useRouter();
  const { isOpen, open, close, headerField } = useSearchModal();

  return (event: SubmitEvent) => {
    event.preventDefault();
    const field = headerField.current;
    // While the modal is open, this field can be submitted only if the modal's code has not loaded yet.
    if (isOpen && field?.value.trim()) {
      void router.push(searchPath(field.value));
      field.form?.reset();
      close();
    } else {
      open();
    }
  };
}
