import { createContext, useContext, useEffect, useRef, useState } from 'react';

type TextKeeper = {
  isVisitor: boolean;
  read: (key: string) => string | undefined;
  write: (key: string, text: string) => void;
  /** Forgets the texts of a form: those whose key is this or begins with it and a slash. */
  forget: (form: string) => void;
};

/** Keeps the texts that the person at the screen types. Undefined keeps nothing, as until the page knows who is signed in. */
export const TextKeeperContext = createContext<TextKeeper | undefined>(undefined);

/**
 * The keeper of the member who has the component on the screen. Stays the same after the end of the session: what is
 * in the fields is still that member's, and not the next one's.
 */
export function useTextKeeper(): TextKeeper | undefined {
  const current = useContext(TextKeeperContext);
  const [keeper, setKeeper] = useState(current);
  if (current && current !== keeper && (!keeper || keeper.isVisitor)) setKeeper(current);
  return keeper;
}

/**
 * Keeps what is typed into a text field, and puts it back when the field is there again. Goes through the
 * element, so that it is the same for fields with a state and without.
 *
 * @param id of the element.
 * @param key `<form>/<field>`; undefined keeps nothing.
 */
export function useKeptText(id: string, key: string | undefined): void {
  const keeper = useTextKeeper();
  const isTyped = useRef(false);

  useEffect(() => {
    const element = document.getElementById(id);
    const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
    if (key === undefined || !isField) return;
    const keep = () => {
      isTyped.current = true;
      keeper?.write(key, element.value);
    };
    const kept = keeper?.read(key);
    // What was typed before it was known who typed it is newer than what was kept.
    if (isTyped.current) keep();
    else if (kept !== undefined && kept !== element.value) type(element, kept);
    element.addEventListener('input', keep);
    return () => element.removeEventListener('input', keep);
  }, [keeper, id, key]);
}

export function useKeptForm(form: string) {
  const keeper = useTextKeeper();
  const forget = (): void => keeper?.forget(form);
  return {
    /** Once the server has accepted what was typed, and no earlier: a failed attempt and a reload must not lose it. */
    async untilSent(sending: Promise<boolean>): Promise<boolean> {
      const isSent = await sending;
      if (isSent) forget();
      return isSent;
    },
    forget,
  };
}

/** As if the person had typed it: React gives the field's state to a field whose value a script has set. */
function type(element: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  const { prototype } = element instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(element, text);
  element.dispatchEvent(new Event('input', { bubbles: true }));
}
