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

/** Of all tabs of this browser, and of later visits. */
export const browserStorage = storageOf(() => window.localStorage);
