import { SESSION_COOKIE } from '@/lib/contract/plain/site';
import { inlineScript } from './inline-scripts';
import { keyOf } from './keys';
import { tabStorage } from './window';

const DISMISSED_KEY = 'promosDismissed';

export function dismissPromos(): void {
  tabStorage.write(DISMISSED_KEY, 'true');
  document.documentElement.dataset.promos = 'dismissed';
}

/**
 * An inline script in the head. Before the first paint it hides announcements that were dismissed, and what is for
 * visitors alone from a browser with a session. Until the page's
 * scripts have taken over, it handles the keys of the site: Ctrl or Cmd and K, and a slash, lead into the header's field,
 * so that nothing typed is lost, and `takeEarlyKey` tells of a question mark. It also loads the page that Back or Forward
 * leads to: only the router could show that page without loading it.
 */
export const EARLY_SCRIPT = /* @__PURE__ */ inlineScript(
  (dismissedKey, sessionCookie, readKey: typeof keyOf) => {
    try {
      const html = document.documentElement;
      if (document.cookie.includes(`${sessionCookie}=`)) html.dataset.session = 'true';
      if (sessionStorage.getItem(dismissedKey)) html.dataset.promos = 'dismissed';
      addEventListener('keydown', (event) => {
        if (html.dataset.ready) return;
        const { altKey, ctrlKey, metaKey, target } = event;
        const key = readKey(event);
        const isOther = altKey || event.getModifierState('AltGraph');
        const isWithCommand = (ctrlKey || metaKey) && !isOther;
        const isAlone =
          !ctrlKey &&
          !metaKey &&
          !isOther &&
          localStorage.getItem('shortcuts') !== 'off' &&
          target instanceof Element &&
          !target.matches('input,textarea,select');
        if (isAlone && key === '?') {
          html.dataset.earlyKey = key;
          return;
        }
        if (!(isAlone && key === '/') && !(key.toLowerCase() === 'k' && isWithCommand)) return;
        const form = document.querySelector<HTMLFormElement>('.header-search');
        if (!form) return;
        event.preventDefault();
        form.dataset.open = 'true';
        form.querySelector('input')?.focus();
      });
      addEventListener('popstate', ({ state }) => {
        if (!html.dataset.ready && state) location.reload();
      });
    } catch {
      // The browser keeps its storage from the page.
    }
  },
  DISMISSED_KEY,
  SESSION_COOKIE.name,
  keyOf,
);

/** The page's scripts handle its keys from now on. Returns the key that was pressed before, if there was one. */
export function takeEarlyKey(): string | undefined {
  const { dataset } = document.documentElement;
  const { earlyKey } = dataset;
  dataset.ready = 'true';
  delete dataset.earlyKey;
  return earlyKey;
}
