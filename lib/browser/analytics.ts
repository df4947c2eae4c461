declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

const host = 'https://www.googletagmanager.com';

/** Loads whichever of the two is configured. Call it once. */
export function loadAnalytics({ gaId, gtmId }: { gaId: string; gtmId: string }): void {
  const dataLayer = (window.dataLayer ??= []);

  if (gtmId) {
    dataLayer.push({ 'gtm.start': Date.now(), event: 'gtm.js' });
    loadScript(`${host}/gtm.js?id=${encodeURIComponent(gtmId)}`);
  }
  if (gaId) {
    // gtag.js tells a command from an event by its being an arguments object.
    const gtag: (...command: unknown[]) => void = function () {
      // eslint-disable-next-line prefer-rest-params
      dataLayer.push(arguments);
    };
    gtag('js', new Date());
    gtag('config', gaId);
    loadScript(`${host}/gtag/js?id=${encodeURIComponent(gaId)}`);
  }
}

function loadScript(src: string): void {
  const script = document.createElement('script');
  script.async = true;
  script.src = src;
  document.head.append(script);
}
