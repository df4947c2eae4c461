import { useRef, type FocusEvent, type SubmitEvent } from 'react';
import { buttonClasses } from '@/components/ui/button';
import { fieldClasses } from '@/components/ui/field';
import { Icon } from '@/components/ui/icon';
import { useSearchModal } from '@/hooks/use-search-modal';
import { readFormFields } from '@/lib/browser/form-fields';
import { site } from '@/lib/site';

type HeaderSearchProps = {
  /** The visitor is about to search: the moment to load the modal's code. */
  onIntent?: () => void;
};

/** A field on large screens, a button below; both open the search modal, or lead to `/search` without a script. */
export function HeaderSearch({ onIntent }: HeaderSearchProps) {
  const searchModal = useSearchModal();
  const windowLeftWhileFocused = useRef(false);

  function openOnFocus({ currentTarget }: FocusEvent<HTMLInputElement>) {
    if (windowLeftWhileFocused.current) windowLeftWhileFocused.current = false;
    else searchModal.openOnFocus(currentTarget.value);
  }

  function leave({ currentTarget }: FocusEvent<HTMLInputElement>) {
    // Coming back to the window focuses the field again, which is no wish to search.
    windowLeftWhileFocused.current = document.activeElement === currentTarget && !document.hasFocus();
    // What was typed until the modal was there has gone over to it.
    if (searchModal.isOpen) currentTarget.value = '';
  }

  function openOnSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    searchModal.open(readFormFields(event.currentTarget, ['q']).q);
  }

  return (
    <>
      <form
        role="search"
        action="/search"
        onSubmit={openOnSubmit}
        onPointerEnter={onIntent}
        className="relative mx-6 hidden max-w-md flex-1 lg:block"
      >
        <Icon name="search" className="pointer-events-none absolute top-2.5 left-3 size-5 text-muted" />
        <input
          type="search"
          name="q"
          autoComplete="off"
          aria-label={`Search ${site.nounPlural}`}
          placeholder={`Search ${site.nounPlural}`}
          onFocus={openOnFocus}
          onBlur={leave}
          onChange={({ currentTarget }) => searchModal.open(currentTarget.value)}
          onClick={({ currentTarget }) => searchModal.openOnFocus(currentTarget.value)}
          className={`${fieldClasses()} h-10 pr-12 pl-10`}
        />
        <kbd
          aria-hidden="true"
          className="needs-script pointer-events-none absolute top-2 right-2 rounded-control border border-line px-2 font-sans text-sm text-muted"
        >
          /
        </kbd>
      </form>
      <form action="/search" onSubmit={openOnSubmit} onPointerEnter={onIntent} className="ml-auto lg:hidden">
        <button type="submit" aria-label="Search" className={buttonClasses({ look: 'quiet', size: 'icon' })}>
          <Icon name="search" />
        </button>
      </form>
    </>
  );
}
