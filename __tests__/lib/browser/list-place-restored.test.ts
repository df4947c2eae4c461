import { keepListPlace, LIST_PLACE_SCRIPT, readListPlace } from '@/lib/browser/list-place';
import { runInlineScript } from '../../setup/run-inline-script';

const lines = () => sessionStorage.getItem('listPlaces')?.split('\n').filter(Boolean);
const reservedHeight = () => document.documentElement.style.getPropertyValue('--restored-height');
const scrolled: [number, number][] = [];
const listeners = new AbortController();

/** How the browser came to the page. Undefined: it does not say. */
function arrive(path: string, by: string | undefined, stored = '') {
  window.history.replaceState(null, '', path);
  sessionStorage.setItem('listPlaces', stored);
  Object.assign(performance, { getEntriesByType: () => (by ? [{ type: by }] : []) });
}

beforeEach(() => {
  scrolled.length = 0;
  window.scrollTo = (...to: unknown[]) => void scrolled.push([Number(to[0]), Number(to[1])]);
});
afterEach(() => {
  jest.restoreAllMocks();
  Reflect.deleteProperty(performance, 'getEntriesByType');
  document.documentElement.removeAttribute('style');
  window.history.replaceState(null, '', '/');
});
afterAll(() => listeners.abort());

it.each([
  { by: 'reload', path: '/new?tag=x', scrolledTo: [[0, 700]], height: '9000px' },
  { by: 'back_forward', path: '/new?tag=x', scrolledTo: [[0, 700]], height: '9000px' },
  { by: 'reload', path: '/new', scrolledTo: [[0, 40]], height: '' },
  { by: 'reload', path: '/top', scrolledTo: [], height: '' },
  { by: 'navigate', path: '/new?tag=x', scrolledTo: [], height: '' },
  { by: undefined, path: '/new?tag=x', scrolledTo: [], height: '' },
])('restores $scrolledTo and the height $height of $path after "$by"', (visit) => {
  arrive(visit.path, visit.by, '2 9000 700 /new?tag=x\n1 800 40 /new');
  runInlineScript(LIST_PLACE_SCRIPT);
  expect(scrolled).toEqual(visit.scrolledTo);
  expect(reservedHeight()).toBe(visit.height);
});

it('restores nothing in a tab that has no places yet, and where storage is denied', () => {
  arrive('/', 'reload');
  sessionStorage.clear();
  runInlineScript(LIST_PLACE_SCRIPT);
  jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('Denied', 'SecurityError');
  });
  runInlineScript(LIST_PLACE_SCRIPT);
  expect(scrolled).toEqual([]);
});

describe('keeping the place', () => {
  function keep() {
    const listen = window.addEventListener.bind(window);
    jest
      .spyOn(window, 'addEventListener')
      .mockImplementation((type: string, listener: EventListenerOrEventListenerObject) =>
        listen(type, listener, { signal: listeners.signal }),
      );
    keepListPlace();
  }

  it.each([
    ['navigate', ['3 5 6 /']],
    ['reload', ['2 9000 700 /new', '3 5 6 /']],
    [undefined, ['2 9000 700 /new', '3 5 6 /']],
  ])('begins a visit by "%s" with the places %j', (by, kept) => {
    arrive('/new', by, '2 9000 700 /new\n3 5 6 /');
    keep();
    expect(lines()).toEqual(kept);
  });

  it('stores the scroll position when a ready page is left', () => {
    const { dataset } = document.documentElement;
    arrive('/new', 'reload', '2 9000 700 /new');
    keep();
    Object.defineProperty(window, 'scrollY', { value: 31.6, configurable: true });
    window.dispatchEvent(new Event('pagehide'));
    expect(lines()).toEqual(['2 9000 700 /new']);
    dataset.ready = 'true';
    window.dispatchEvent(new Event('pagehide'));
    expect(lines()).toEqual(['2 0 32 /new']);
    expect(readListPlace()).toEqual({ pageCount: 2, height: 0 });
    delete dataset.ready;
  });
});
