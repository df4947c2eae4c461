import { browserStorage } from './window';

const KEY = 'recentSearches';
const ENTRIES_MAX = 5;

export type RecentSearch = { label: string; path: string };

/** What was opened last in this browser, the latest first. Empty if the browser denies storage. */
export function readRecentSearches(): RecentSearch[] {
  return readLines().flatMap((line) => {
    const [, path, label] = /^(\/\S+) (.+)$/.exec(line) ?? [];
    return path && label && !path.startsWith('//') ? [{ path, label }] : [];
  });
}

export function rememberSearch({ label, path }: RecentSearch): void {
  const others = readLines().filter((line) => !line.startsWith(`${path} `));
  browserStorage.write(KEY, [`${path} ${label}`, ...others].slice(0, ENTRIES_MAX).join('\n'));
}

export const clearRecentSearches = () => browserStorage.write(KEY, null);

/** One line for each entry: its path, a space and its label. */
const readLines = () => (browserStorage.read(KEY) ?? '').split('\n').slice(0, ENTRIES_MAX);
