import { inlineScript } from './inline-script';

const ID = 'late-scripts';

/** Without a paint, for example in a browser that does not report when it paints. */
const LOAD_AFTER_MS = 2_000;

/** What holds the addresses of a page's scripts until LATE_SCRIPTS_LOADER reads them. Browsers do not run JSON. */
export const lateScripts = (addresses: readonly string[]) =>
  ({
    id: ID,
    type: 'application/json',
    dangerouslySetInnerHTML: { __html: JSON.stringify(addresses) },
  }) as const;

/**
 * An inline script at the end of the page. It loads the page's scripts after the first paint, because on a slow line
 * the scripts take the bandwidth that the style sheet and the font need. A page in a background tab, which is not painted,
 * loads its scripts at once. A while after everything has loaded, it registers the service worker; without one, the page
 * works as well, and calling `load` again does nothing.
 */
export const LATE_SCRIPTS_LOADER = /* @__PURE__ */ inlineScript(
  (id, loadAfterMs) => {
    let late = document.getElementById(id);
    const load = () => {
      const addresses: unknown = late && JSON.parse(late.textContent);
      for (const address of Array.isArray(addresses) ? addresses : []) {
        const script = document.createElement('script');
        script.src = String(address);
        script.async = false;
        document.head.append(script);
      }
      late = null;
    };
    setTimeout(load, document.hidden ? 0 : loadAfterMs);
    new PerformanceObserver(load).observe({ type: 'paint', buffered: true });
    addEventListener('load', () => {
      setTimeout(() => {
        // Without a network, the browser logs an error.
        if ('serviceWorker' in navigator && navigator.onLine)
          navigator.serviceWorker.register('/sw.js').catch(load);
      }, loadAfterMs);
    });
  },
  ID,
  LOAD_AFTER_MS,
);
