import { LATE_SCRIPTS_LOADER, lateScripts } from '@/lib/browser/inline-scripts';
import { runInlineScript } from '../../setup/run-inline-script';

let paint = (): void => undefined;
const registered: string[] = [];

/** Adds the loader to a page as its HTML does, and runs it. */
function runLoader() {
  const { id, type, dangerouslySetInnerHTML } = lateScripts(['/a.js', '/b.js']);
  document.body.innerHTML = `<script id="${id}" type="${type}">${dangerouslySetInnerHTML.__html}</script>`;
  document.head.innerHTML = '';
  runInlineScript(LATE_SCRIPTS_LOADER);
}
const loaded = () => [...document.head.querySelectorAll('script')].map(({ src }) => new URL(src).pathname);

beforeEach(() => {
  jest.useFakeTimers();
  registered.length = 0;
  Object.assign(window, {
    PerformanceObserver: class {
      constructor(callback: () => void) {
        paint = callback;
      }
      observe = () => undefined;
    },
  });
});
afterEach(() => jest.useRealTimers());

it('loads the scripts of a page in their order once it is painted, and once only', () => {
  runLoader();
  expect(loaded()).toEqual([]);
  paint();
  expect(loaded()).toEqual(['/a.js', '/b.js']);
  jest.advanceTimersByTime(2_000);
  expect(loaded()).toEqual(['/a.js', '/b.js']);
  expect([...document.head.querySelectorAll('script')].map(({ async }) => async)).toEqual([false, false]);
});

it('loads them after 2 seconds without a paint, and at once in a tab in the background', () => {
  runLoader();
  jest.advanceTimersByTime(1_999);
  expect(loaded()).toEqual([]);
  jest.advanceTimersByTime(1);
  expect(loaded()).toHaveLength(2);

  jest.spyOn(document, 'hidden', 'get').mockReturnValueOnce(true);
  runLoader();
  jest.advanceTimersByTime(0);
  expect(loaded()).toHaveLength(2);
});

it('registers the service worker 2 seconds after everything has loaded, where there are some', () => {
  runLoader();
  const register = (path: string) => {
    registered.push(path);
    return Promise.reject(new Error('refused'));
  };
  window.dispatchEvent(new Event('load'));
  jest.advanceTimersByTime(2_000);
  Object.defineProperty(navigator, 'serviceWorker', { value: { register }, configurable: true });
  window.dispatchEvent(new Event('load'));
  jest.advanceTimersByTime(1_999);
  expect(registered).toEqual([]);
  jest.advanceTimersByTime(1);
  expect(registered[0]).toBe('/sw.js');
  Reflect.deleteProperty(navigator, 'serviceWorker');
});
