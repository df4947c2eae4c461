/** Storage of this browser tab, which survives a page load. Ignores errors: a browser may deny storage. */
export const tabStorage = {
  read(key: string): string | null {
    try {
      return window.sessionStorage.getItem(key);
    } catch {
      return null;
    }
  },
  /** Null removes the entry. */
  write(key: string, text: string | null): void {
    try {
      if (text === null) window.sessionStorage.removeItem(key);
      else window.sessionStorage.setItem(key, text);
    } catch {
      // Denied, or full.
    }
  },
};
