/** What this tab remembers over a page load. A browser that refuses storage remembers nothing, and goes on. */
export const tabStorage = {
  read(key: string): string | null {
    try {
      return window.sessionStorage.getItem(key);
    } catch {
      return null;
    }
  },
  /** Null forgets it. */
  write(key: string, text: string | null): void {
    try {
      if (text === null) window.sessionStorage.removeItem(key);
      else window.sessionStorage.setItem(key, text);
    } catch {
      // Refused, or full.
    }
  },
};
