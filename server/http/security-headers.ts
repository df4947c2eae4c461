import { createHash } from 'node:crypto';
import { DAY_MS, SECOND_MS } from '@/lib/contract/plain/durations';
import { canHaveSecret, isPrivatePage } from '@/lib/contract/plain/page-paths';
import { siteColorStyle } from '@/lib/contract/plain/site-color';
import type { ServerEnv } from '@/server/config/env';
import { countingSources } from './counting-sources';

type Directives = Record<string, readonly string[]>;

type SiteEnv = Pick<
  ServerEnv,
  | 'siteURL'
  | 'siteColor'
  | 'serverURL'
  | 'siteOrigins'
  | 'identity'
  | 'algolia'
  | 'newsletterURL'
  | 'hasGoogleTags'
  | 'analytics'
>;

const serialize = (directives: Directives) =>
  Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ');

const NONE = ["'none'"] as const;
const SELF = "'self'";

/** Allows nothing: for JSON, and the base of every other policy. */
const closed = {
  'default-src': NONE,
  'base-uri': NONE,
  'form-action': NONE,
  'frame-ancestors': NONE,
} as const satisfies Directives;

/** The browser refuses to run or parse any text, except what a policy with one of these names lets through. */
const trustedTypes = (policies: readonly string[]): Directives => ({
  'require-trusted-types-for': ["'script'"],
  'trusted-types': policies,
});

/**
 * For images and tiles. Opened as a page, an image runs nothing and has no origin, whatever its bytes are. Pages of
 * other origins may show it: the site's own pages do, if the product server runs apart.
 */
export const PUBLIC_IMAGE_HEADERS = {
  'content-security-policy': serialize({ ...closed, sandbox: [] }),
  'cross-origin-resource-policy': 'cross-origin',
} as const;

/** For SVG of ours, which may contain icons as data. */
export const MARK_SHEET_HEADERS = {
  ...PUBLIC_IMAGE_HEADERS,
  'content-security-policy': serialize({ ...closed, sandbox: [], 'img-src': ['data:'] }),
} as const;

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

export const badgeHeaders = (style: string) => ({
  ...PUBLIC_IMAGE_HEADERS,
  'content-security-policy': serialize({ ...closed, sandbox: [], 'style-src': [hashOf(style)] }),
});

/**
 * For the cards that any site may show in a frame: no script, this style, images of the site, and links that open
 * elsewhere.
 */
export const embedHeaders = (
  { siteURL, serverURL }: { siteURL: string; serverURL: string },
  style: string,
) => ({
  'content-security-policy': serialize({
    ...closed,
    'frame-ancestors': ['*'],
    'style-src': [hashOf(style)],
    'img-src': [new URL(serverURL, siteURL).origin],
    sandbox: ['allow-popups', 'allow-popups-to-escape-sandbox'],
  }),
  'cross-origin-resource-policy': 'cross-origin',
});

/**
 * The policy of the local sign-in popup.
 *
 * @param destinations origins of the site. A browser holds the whole chain of redirects after a form to
 *   `form-action`, and the last redirect leads to the site.
 */
export function popupPolicy(destinations: readonly string[]): string {
  return serialize({
    ...closed,
    'script-src': [SELF],
    'style-src': [SELF],
    'form-action': [...new Set(destinations)],
    ...trustedTypes(NONE),
  });
}

/**
 * The headers of every answer. Routes override single ones.
 *
 * HSTS names this host only: other subdomains belong to the owner, who may still serve some of them over http.
 */
export function commonHeaders({ siteURL }: Pick<ServerEnv, 'siteURL'>): Map<string, string> {
  return new Map([
    ['cache-control', 'private, no-store'],
    ['content-security-policy', serialize(closed)],
    // The sign-in popup must be able to send a message to the page that opened it.
    ['cross-origin-opener-policy', 'same-origin-allow-popups'],
    ['cross-origin-resource-policy', 'same-origin'],
    ['permissions-policy', FORBIDDEN_FEATURES.map((feature) => `${feature}=()`).join(', ')],
    ['referrer-policy', 'strict-origin-when-cross-origin'],
    ['x-content-type-options', 'nosniff'],
    ['x-frame-options', 'DENY'],
    ...(siteURL.startsWith('https:')
      ? [['strict-transport-security', `max-age=${(730 * DAY_MS) / SECOND_MS}`] as const]
      : []),
  ]);
}

const FORBIDDEN_FEATURES = `
  accelerometer camera display-capture geolocation gyroscope hid magnetometer microphone
  midi payment serial usb xr-spatial-tracking
`
  .trim()
  .split(/\s+/);
type PagePolicyOptions = {
  /** Sources like `'sha256-…'`, for the inline scripts of the build. */
  scriptHashes: readonly string[];
  isDevelopment: boolean;
  /** Of the pages without scripts of other companies: see `isPrivatePage`. */
  isPrivate?: boolean;
};

/**
 * The content security policy of the pages. It has no nonce, so that caches can store a page with its headers. Servers
 * of other companies occur only if the site is configured to use them.
 */
export function pagePolicy(
  env: SiteEnv,
  { scriptHashes, isDevelopment, isPrivate = false }: PagePolicyOptions,
): string {
  const hasGoogleTags = env.hasGoogleTags && !isPrivate;
  const analytics = isPrivate ? undefined : env.analytics;
  const server = env.serverURL.startsWith('/') ? [] : [new URL(env.serverURL).origin];
  const own: Directives = {
    ...closed,
    // Firefox holds the links by which Next.js loads the scripts of the next page to this directive alone.
    'default-src': [SELF],
    'frame-src': NONE,
    'media-src': NONE,
    'object-src': NONE,
    'worker-src': [SELF],
    'script-src': [SELF, ...scriptHashes],
    'style-src': [SELF, ...(env.siteColor ? [hashOf(siteColorStyle(env.siteColor))] : [])],
    // blob: shows an image that is about to be uploaded.
    'img-src': [SELF, 'blob:', ...server],
    'font-src': [SELF],
    'connect-src': [SELF, ...server],
    'manifest-src': [SELF],
    'form-action': [SELF, ...server],
  };
  const parts = [
    env.identity.kind === 'firebase' ? firebaseSources(env.identity.authDomain) : {},
    env.algolia ? algoliaSources(env.algolia) : {},
    env.newsletterURL ? { 'form-action': [new URL(env.newsletterURL).origin] } : {},
    countingSources({ hasGoogleTags, analytics }),
    isDevelopment ? DEVELOPMENT_SOURCES : {},
    isDevelopment ? {} : trustedTypes(trustedTypePolicies({ ...env, hasGoogleTags, analytics })),
  ];
  return serialize(parts.reduce(merge, own));
}

export function createPageHeaders(env: SiteEnv, options: PagePolicyOptions) {
  const policies = {
    private: pagePolicy(env, { ...options, isPrivate: true }),
    public: pagePolicy(env, options),
  };
  return (path: string) =>
    new Map([
      ['content-security-policy', policies[isPrivatePage(path) ? 'private' : 'public']],
      // With `no-referrer`, forms of the page would say `Origin: null`, as forms of other sites can.
      ...(canHaveSecret(path) ? [['referrer-policy', 'strict-origin'] as const] : []),
    ]);
}

function merge(directives: Directives, added: Directives): Directives {
  const merged: Directives = { ...directives };
  for (const [name, sources] of Object.entries(added)) {
    const before = (merged[name] ?? []).filter((source) => source !== NONE[0]);
    merged[name] = [...before, ...sources];
  }
  return merged;
}

/** The tools of `npm run dev` evaluate code, insert styles and reload through a WebSocket. */
const DEVELOPMENT_SOURCES: Directives = {
  'script-src': ["'unsafe-inline'", "'unsafe-eval'"],
  'style-src': ["'unsafe-inline'"],
  'connect-src': ['ws:'],
};

/**
 * Firebase signs in within a modal that opens on every page, and a page cannot change its policy after it has loaded.
 * So all pages of a site with Firebase allow Firebase, and no page of any other site does.
 */
const firebaseSources = (authDomain: string): Directives => ({
  'script-src': ['https://apis.google.com'],
  'connect-src': ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'],
  'frame-src': [`https://${authDomain}`],
});

const algoliaSources = ({ appId, hosts }: NonNullable<ServerEnv['algolia']>): Directives => ({
  'connect-src':
    hosts.length > 0
      ? hosts
      : [
          `https://${appId}-dsn.algolia.net`,
          `https://${appId}.algolia.net`,
          ...[1, 2, 3].map((number) => `https://${appId}-${number}.algolianet.com`),
        ],
});

const trustedTypePolicies = ({ identity, hasGoogleTags, analytics }: SiteEnv) => [
  'default',
  'nextjs',
  'nextjs#bundler',
  'sanitized-html',
  // Google's scripts register these names; that of its sign-in needs them to load its second part.
  ...(identity.kind === 'firebase' ? ['gapi#gapi'] : []),
  ...(identity.kind === 'firebase' || hasGoogleTags ? ['goog#html'] : []),
  ...(analytics ? ['analytics'] : []),
];
