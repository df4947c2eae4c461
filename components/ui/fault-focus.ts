import { type RefObject, useEffect, useRef } from 'react';

/**
 * Moves the focus to the first field at fault once the server has refused a form.
 *
 * @param failure of the last attempt.
 * @returns the ref of the form.
 */
export function useFaultFocus(failure: unknown): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  // The fields have their errors after this render.
  useEffect(() => {
    if (failure === undefined) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] input')?.focus();
  }, [failure]);
  return form;
}
