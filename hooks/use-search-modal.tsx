import { createContext, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';

type SearchModalState = {
  isOpen: boolean;
  /** True from the first opening on: the modal's code is loaded then. */
  wasOpened: boolean;
  /** What the field starts with. */
  initialQuery: string;
};

type SearchModal = SearchModalState & {
  open: (initialQuery?: string) => void;
  close: () => void;
  /** For a field that opens the modal when it gets the focus: not when the closing modal gives it back. */
  openOnFocus: (initialQuery?: string) => void;
};

const SearchModalContext = createContext<SearchModal | undefined>(undefined);

/** Also opens the modal with Ctrl or Cmd and K, and with a slash outside text fields. */
export function SearchModalProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<SearchModalState>({ isOpen: false, wasOpened: false, initialQuery: '' });
  const isBusy = useRef(false);

  // A dialog gives the focus back while it closes, and its own effects run before this one.
  useEffect(() => {
    isBusy.current = state.isOpen;
  }, [state.isOpen]);

  const searchModal = useMemo(() => {
    const open = (initialQuery = '') => setState({ isOpen: true, wasOpened: true, initialQuery });
    return {
      ...state,
      open,
      close: () => setState((before) => ({ ...before, isOpen: false })),
      openOnFocus(initialQuery?: string) {
        if (!isBusy.current) open(initialQuery);
      },
    };
  }, [state]);

  const { open } = searchModal;
  useEffect(() => {
    function openByKey(event: KeyboardEvent) {
      const isCommand = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
      const isSlash =
        event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isEditable(event.target);
      // Under another dialog the page is inert, and its shortcuts with it.
      if ((!isCommand && !isSlash) || document.querySelector('[aria-modal="true"]')) return;
      event.preventDefault();
      open();
    }
    window.addEventListener('keydown', openByKey);
    return () => window.removeEventListener('keydown', openByKey);
  }, [open]);

  return <SearchModalContext value={searchModal}>{children}</SearchModalContext>;
}

export function useSearchModal(): SearchModal {
  const searchModal = useContext(SearchModalContext);
  if (!searchModal) throw new Error('useSearchModal needs a SearchModalProvider above it.');
  return searchModal;
}

function isEditable(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
  );
}
