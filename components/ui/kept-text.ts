import { createContext, useContext, useEffect } from 'react';

type TextKeeper = { read: (key: string) => string | undefined; write: (key: string, text: string) => void };

/** Where typed texts are kept. Without one, they are not. */
export const TextKeeperContext = createContext<TextKeeper | undefined>(undefined);

/**
 * Keeps what is typed into a text field, and puts it back when the field is there again. Goes through the
 * element, so that it is the same for fields with a state and without.
 *
 * @param id of the element.
 * @param key `<form>/<field>`; undefined keeps nothing.
 */
export function useKeptText(id: string, key: string | undefined): void {
  const keeper = useContext(TextKeeperContext);

  useEffect(() => {
    const element = document.getElementById(id);
    const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
    if (!keeper || key === undefined || !isField) return;
    const kept = keeper.read(key);
    if (kept !== undefined && kept !== element.value) type(element, kept);
    const keep = () => keeper.write(key, element.value);
    element.addEventListener('input', keep);
    return () => element.removeEventListener('input', keep);
  }, [keeper, id, key]);
}

/** As if the person had typed it: React gives the field's state to a field whose value a script has set. */
function type(element: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  const { prototype } = element instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(element, text);
  element.dispatchEvent(new Event('input', { bubbles: true }));
}
