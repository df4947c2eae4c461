import type { ServerEnv } from '@/server/config/env';

type Sources = Record<string, readonly string[]>;

/**
 * What Google documents for Analytics 4 and Tag Manager. Trusted Types stay on: the default policy lets these scripts load
 * each other, and custom HTML of Tag Manager does not run.
 */
const GOOGLE_TAG_SOURCES: Sources = {
  'script-src': ['https://*.googletagmanager.com'],
  'img-src': ['https://*.googletagmanager.com', 'https://*.google-analytics.com'],
  'connect-src': [
    'https://*.googletagmanager.com',
    'https://*.google-analytics.com',
    'https://*.analytics.google.com',
  ],
};

/** What counts visits, as far as a page may load it, for the content security policy of the page. */
export function countingSources({
  hasGoogleTags,
  analytics,
}: Pick<ServerEnv, 'hasGoogleTags' | 'analytics'>): Sources {
  const google: Sources = hasGoogleTags ? GOOGLE_TAG_SOURCES : {};
  if (!analytics) return google;
  const { script, origins } = analytics;
  const of = (name: string) => google[name] ?? [];
  return {
    // The script alone, not its whole server, which may serve what others have stored there.
    'script-src': [...of('script-src'), script],
    // Some count with an image.
    'img-src': [...of('img-src'), ...origins],
    'connect-src': [...of('connect-src'), ...origins],
  };
}
