import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { isCommand, keyOf, isShortcut } from '@/lib/browser/keys';

type SearchModal = {
  isOpen: boolean;
  /** True from the first opening on: that is when the modal's code is loaded. */
  wasOpened: boolean;
  /** Has no effect while the modal is open, or while it closes and returns the focus to the header's field. */
  open: () => void;
  close: () => void;
  /** An input method composes text in the header's field. Moving the focus would end that. */
  isComposing: boolean;
  setIsComposing: (isComposing: boolean) => void;
  /** The header's field. It takes the input until the modal's code has loaded. */
  headerField: RefObject<HTMLInputElement | null>;
  /** The element that had the focus before the modal opened. */
  opener: RefObject<Element | null>;
};

const SearchModalContext = createContext<SearchModal | undefined>(undefined);

/** Also opens the modal with Ctrl or Cmd and K, and with a slash outside text fields. */
export function SearchModalProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState({ isOpen: false, wasOpened: false });
  const [isComposing, setIsComposing] = useState(false);
  const isBusy = useRef(false);
  const headerField = useRef<HTMLInputElement>(null);
  const opener = useRef<Element>(null);

  // A dialog returns the focus while it closes. Its effects run before this one.
  useEffect(() => {
    isBusy.current = state.isOpen;
  }, [state.isOpen]);

  const actions = useMemo(
    () => ({
      headerField,
      opener,
      setIsComposing,
      open() {
        if (isBusy.current) return;
        isBusy.current = true;
        opener.current = document.activeElement;
        setState({ isOpen: true, wasOpened: true });
      },
      close: () => setState({ isOpen: false, wasOpened: true }),
    }),
    [],
  );

  // In a layout effect, the keys work from the commit that hydrates the page on.
  useLayoutEffect(() => {
    function openByKey(event: KeyboardEvent) {
      const key = keyOf(event);
      // A dialog makes the page behind it inert, and with it the page's keys.
      const isCommandHere =
        key.toLowerCase() === 'k' && isCommand(event) && !document.querySelector('[aria-modal="true"]');
      if (!isCommandHere && !(key === '/' && isShortcut(event))) return;
      event.preventDefault();
      actions.open();
    }
    window.addEventListener('keydown', openByKey);
    return () => window.removeEventListener('keydown', openByKey);
  }, [actions]);

  const searchModal = useMemo(() => ({ ...state, isComposing, ...actions }), [state, isComposing, actions]);
  return <SearchModalContext value={searchModal}>{children}</SearchModalContext>;
}

export function useSearchModal(): SearchModal {
  const searchModal = useContext(SearchModalContext);
  if (!searchModal) throw new Error('useSearchModal needs a SearchModalProvider above it.');
  return searchModal;
}
