/** Returns the text fields of a form by name. A missing field is an empty string. */
export function readFormFields<Name extends string>(
  form: HTMLFormElement,
  names: readonly Name[],
): Record<Name, string>;
export function readFormFields(form: HTMLFormElement, names: readonly string[]): Record<string, string> {
  const data = new FormData(form);
  return Object.fromEntries(
    names.map((name) => {
      const value = data.get(name);
      return [name, typeof value === 'string' ? value : ''];
    }),
  );
}

/** Moves the focus to the page's content, for when the focused element is about to disappear. */
export function focusMain(): void {
  document.getElementById('main')?.focus({ preventScroll: true });
}
