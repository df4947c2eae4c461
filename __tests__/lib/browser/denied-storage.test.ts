import { readCompared, writeCompared } from '@/lib/browser/compared';
import { clearRecentSearches, readRecentSearches, rememberSearch } from '@/lib/browser/recent-searches';
import { areShortcutsOn, setShortcuts } from '@/lib/browser/keys';
import { forgetTab, tabStorage } from '@/lib/browser/window';

beforeEach(() => {
  for (const name of ['getItem', 'setItem', 'removeItem'] as const) {
    jest.spyOn(Storage.prototype, name).mockImplementation(() => {
      throw new DOMException('Denied', 'SecurityError');
    });
  }
});
afterEach(() => jest.restoreAllMocks());

it('keeps what is collected to compare for as long as the page is open', () => {
  expect(readCompared()).toBeNull();
  writeCompared('zed Zed');
  expect(readCompared()).toBe('zed Zed');
  writeCompared(null);
  expect(readCompared()).toBeNull();
});

it('remembers no search', () => {
  rememberSearch({ label: 'Zed', path: '/tool/zed' });
  expect(readRecentSearches()).toEqual([]);
  expect(() => clearRecentSearches()).not.toThrow();
});

it('leaves the shortcuts on', () => {
  setShortcuts(false);
  expect(areShortcutsOn()).toBe(true);
});

it('stores nothing for the tab, and has nothing to forget', () => {
  tabStorage.write('key', 'text');
  tabStorage.write('key', null);
  expect(tabStorage.read('key')).toBeNull();
  expect(() => forgetTab()).not.toThrow();
});
