/** Ignores errors: a browser may deny storage, or have no room left. */
const storageOf = (open: () => Storage) => ({
  read(key: string): string | null {
    try {
      return open().getItem(key);
    } catch {
      return null;
    }
  },
  /** Null removes the entry. */
  write(key: string, text: string | null): void {
    try {
      if (text === null) open().removeItem(key);
      else open().setItem(key, text);
    } catch {
      // Denied, or full.
    }
  },
});

/** Of this browser tab alone. Survives a page load. */
export const tabStorage = storageOf(() => window.sessionStorage);

/** Forgets what this tab has stored, such as typed texts, the places in lists and what was to follow a sign-in. */
export function forgetTab(): void {
  try {
    window.sessionStorage.clear();
  } catch {
    // Denied.
  }
}

/** Of all tabs of this browser, and of later visits. */
export const browserStorage = storageOf(() => window.localStorage);

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
