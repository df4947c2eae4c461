import { readListPlace, storeListPlace } from '@/lib/browser/list-place';

const lines = () => window.sessionStorage.getItem('listPlaces')?.split('\n');

/** Opens a page of this height, scrolled to this position. */
function visit(path: string, { height = 0, top = 0 } = {}) {
  window.history.replaceState(null, '', path);
  Object.defineProperty(document.documentElement, 'scrollHeight', { value: height, configurable: true });
  Object.defineProperty(window, 'scrollY', { value: top, configurable: true });
}

afterEach(() => visit('/'));

it('is stored by path and query, the latest first, and replaces what the page had', () => {
  visit('/', { height: 4_000, top: 1_000.5 });
  storeListPlace(2);
  visit('/new?tag=x#main', { height: 9_000, top: 10 });
  storeListPlace(5);
  expect(lines()?.filter(Boolean)).toEqual(['5 9000 10 /new?tag=x', '2 4000 1001 /']);
  expect(readListPlace()).toEqual({ pageCount: 5, height: 9_000 });
  expect(readListPlace('/')).toEqual({ pageCount: 2, height: 4_000 });
  expect(readListPlace('/new')).toBeUndefined();

  visit('/', { height: 6_000 });
  storeListPlace(3);
  expect(lines()?.filter(Boolean)).toEqual(['3 6000 0 /', '5 9000 10 /new?tag=x']);
});

it('is kept for the 20 latest pages', () => {
  for (let page = 1; page <= 21; page += 1) {
    visit(`/?page=${page}`);
    storeListPlace(2);
  }
  expect(lines()).toHaveLength(20);
  expect(readListPlace('/?page=1')).toBeUndefined();
  expect(readListPlace('/?page=2')).toEqual({ pageCount: 2, height: 0 });
});

it.each([
  ['1 900 0 /', undefined],
  ['2 900 0 /', { pageCount: 2, height: 900 }],
  ['20 900 0 /', { pageCount: 20, height: 900 }],
  ['21 900 0 /', { pageCount: 20, height: 900 }],
  ['x 900 0 /', undefined],
  ['2 900 /', undefined],
])('is read from the line "%s"', (line, place) => {
  window.sessionStorage.setItem('listPlaces', `2 1 1 /new\n${line}`);
  expect(readListPlace('/')).toEqual(place);
});
