import { useEffect } from 'react';
import { keptTexts } from '@/lib/browser/kept-texts';

/**
 * Keeps what is typed into a text field for this tab, and puts it back when the field is there again. Goes through the
 * element, so that it is the same for fields with a state and without.
 *
 * @param id of the element.
 * @param key `<form>/<field>`; undefined keeps nothing.
 */
export function useKeptText(id: string, key: string | undefined): void {
  useEffect(() => {
    const element = document.getElementById(id);
    const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
    if (key === undefined || !isField) return;
    const kept = keptTexts.read(key);
    if (kept !== undefined && kept !== element.value) type(element, kept);
    const keep = () => keptTexts.write(key, element.value);
    element.addEventListener('input', keep);
    return () => element.removeEventListener('input', keep);
  }, [id, key]);
}

/** As if the person had typed it: React gives the field's state to a field whose value a script has set. */
function type(element: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  const { prototype } = element instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(element, text);
  element.dispatchEvent(new Event('input', { bubbles: true }));
}
