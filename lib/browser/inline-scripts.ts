/**
 * The text of an inline script that calls a function with these values. A value may be a function, too. Each function may
 * use its values alone, and no other name of its file: the text of the function, as the build shortened it, runs in the page before all other scripts.
 * Mark calls of `inlineScript` as pure, so that the page's scripts do not contain the function again.
 */
export const inlineScript = <Values extends readonly (string | number | ((...values: never[]) => unknown))[]>(
  run: (...values: Values) => void,
  ...values: Values
): string =>
  `(${String(run)})(${values.map((value) => (typeof value === 'function' ? String(value) : JSON.stringify(value))).join()})`;

declare global {
  interface Window {
    trustedTypes?: {
      createPolicy: (
        name: string,
        rules: Partial<Rules>,
      ) => { createHTML: (html: string) => TrustedHTML; createScriptURL: (url: string) => object };
    };
  }
}

/** A rule that returns null refuses the text. */
type Rules = {
  createHTML: (html: string) => string | null;
  createScriptURL?: (given: string) => string | null;
};

/** The markup of the progress bar. nprogress writes it as a string. Its own template has `role="bar"`, which is not a valid role. */
export const PROGRESS_TEMPLATE = '<div class="bar"><div class="peg"></div></div>';

/**
 * The first inline script of every page. Browsers with Trusted Types refuse strings where they could run as code, and
 * ask this policy first. It lets through what the libraries of the pages cannot do without: Next's own files, the
 * service worker, the scripts of Google's sign-in and tags (which the content security policy allows only where the site uses them), text without any tag,
 * the markup of the progress bar, and the empty script from which React builds inert ones.
 */
export const TRUSTED_TYPES_SCRIPT = /* @__PURE__ */ inlineScript((progressTemplate) => {
  window.trustedTypes?.createPolicy('default', {
    createScriptURL: (given) => {
      const { origin, pathname, href } = new URL(given, location.href);
      const isOwn =
        origin === location.origin && /^(\/l\/[\w-]+)?\/_next\/static\/|^\/sw\.js$/.test(pathname);
      const isOfGoogle =
        /^https:\/\/(apis\.google\.com\/js\/api\.js$|www\.googletagmanager\.com\/(gtm\.js$|gtag\/))/.test(
          origin + pathname,
        );
      return isOwn || isOfGoogle ? href : null;
    },
    createHTML: (html) =>
      !html.includes('<') || html === progressTemplate || /^<script><\/script>$/.test(html) ? html : null,
  });
}, PROGRESS_TEMPLATE);

const ID = 'late-scripts';

/** Without a paint, for example in a browser that does not report when it paints. */
const LOAD_AFTER_MS = 2_000;

/** What holds the URLs of a page's scripts until LATE_SCRIPTS_LOADER reads them. Browsers do not run JSON. */
export const lateScripts = (urls: readonly string[]) =>
  ({
    id: ID,
    type: 'application/json',
    dangerouslySetInnerHTML: { __html: JSON.stringify(urls) },
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
      const urls: unknown = late && JSON.parse(late.textContent);
      for (const url of Array.isArray(urls) ? urls : []) {
        const script = document.createElement('script');
        script.src = String(url);
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
