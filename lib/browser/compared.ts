import { browserStorage } from './window';

/** The products that are collected to be compared, in this browser alone. Part of the first load of every page. */
const KEY = 'compared';

export type Compared = { slug: string; name: string };

const listeners = new Set<() => void>();
/**
 * One line for each product: its slug, a space and its name. Null: the visitor collects none. Where the browser denies
 * storage, the products are kept for as long as the page is open.
 */
let stored: string | null | undefined;

export function readCompared(): string | null {
  if (stored === undefined) stored = browserStorage.read(KEY);
  return stored;
}

/** Null ends the collection, and an empty text begins one. */
export function writeCompared(text: string | null): void {
  stored = text;
  browserStorage.write(KEY, text);
  for (const listener of listeners) listener();
}

export function subscribeToCompared(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
