declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

const tagManagerOrigin = 'https://www.googletagmanager.com';

/** Loads Google Analytics, Tag Manager or both, whichever is configured. Call it once. */
export function loadAnalytics({ gaId, gtmId }: { gaId: string; gtmId: string }): void {
  const dataLayer = (window.dataLayer ??= []);

  if (gtmId) {
    dataLayer.push({ 'gtm.start': Date.now(), event: 'gtm.js' });
    loadScript(`${tagManagerOrigin}/gtm.js?id=${encodeURIComponent(gtmId)}`);
  }
  if (gaId) {
    // gtag.js recognizes a command by its type: an arguments object, not an array.
    const gtag: (...command: unknown[]) => void = function () {
      // eslint-disable-next-line prefer-rest-params
      dataLayer.push(arguments);
    };
    gtag('js', new Date());
    gtag('config', gaId);
    loadScript(`${tagManagerOrigin}/gtag/js?id=${encodeURIComponent(gaId)}`);
  }
}

function loadScript(src: string): void {
  const script = document.createElement('script');
  script.async = true;
  script.src = src;
  document.head.append(script);
}
