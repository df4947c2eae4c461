import { inlineScript } from './inline-script';

declare global {
  interface Window {
    trustedTypes?: {
      createPolicy: (name: string, rules: Rules) => { createHTML: (html: string) => TrustedHTML };
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
      const isOwn = origin === location.origin && /^\/(_next\/static\/|sw\.js$)/.test(pathname);
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
