import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { siteColorStyle } from '@/lib/contract/plain/site-color';
import { readEnv } from '@/server/config/env';
import { commonHeaders, createPageHeaders, pagePolicy } from '@/server/http/security-headers';

const firebase = {
  NEXT_PUBLIC_FIREBASE_API_KEY: 'key',
  NEXT_PUBLIC_FIREBASE_AUTH_DOMAIN: 'tools.firebaseapp.com',
  NEXT_PUBLIC_FIREBASE_PROJECT_ID: 'tools',
  GOOGLE_CLIENT_IDS: 'google',
  GITHUB_CLIENT_ID: 'github',
  GITHUB_CLIENT_SECRET: 'secret',
};

/** The policy of the pages, as directives. */
function policyOf(
  variables: Record<string, string>,
  isDevelopment = false,
  isPrivate = false,
): Record<string, string> {
  const scriptHashes = ["'sha256-abc='"];
  const policy = pagePolicy(readEnv(variables), { scriptHashes, isDevelopment, isPrivate });
  return Object.fromEntries(
    policy.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources.join(' ')];
    }),
  );
}

const plain = {
  'default-src': "'self'",
  'frame-src': "'none'",
  'media-src': "'none'",
  'object-src': "'none'",
  'worker-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
  'script-src': "'self' 'sha256-abc='",
  'style-src': "'self'",
  'img-src': "'self' blob:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'manifest-src': "'self'",
  'require-trusted-types-for': "'script'",
  'trusted-types': 'default nextjs nextjs#bundler sanitized-html',
};

it("allows the style of the site's color, and no other", () => {
  const hash = createHash('sha256').update(siteColorStyle('#2563eb')).digest('base64');
  expect(policyOf({ SITE_COLOR: '#2563eb' })).toEqual({ ...plain, 'style-src': `'self' 'sha256-${hash}'` });
});

it('allows the pages of a site without other services nothing but its own origin', () => {
  expect(policyOf({})).toEqual(plain);
});

it.each([
  [
    'Firebase',
    firebase,
    {
      'script-src': "'self' 'sha256-abc=' https://apis.google.com",
      'connect-src': "'self' https://identitytoolkit.googleapis.com https://securetoken.googleapis.com",
      'frame-src': 'https://tools.firebaseapp.com',
      'trusted-types': 'default nextjs nextjs#bundler sanitized-html gapi#gapi goog#html',
    },
  ],
  [
    'Algolia',
    { NEXT_PUBLIC_ALGOLIA_APP_ID: 'APP', NEXT_PUBLIC_ALGOLIA_SEARCH_KEY: 'key', ALGOLIA_ADMIN_KEY: 'admin' },
    {
      'connect-src':
        "'self' https://APP-dsn.algolia.net https://APP.algolia.net https://APP-1.algolianet.com https://APP-2.algolianet.com https://APP-3.algolianet.com",
    },
  ],
  [
    'a search service in the place of Algolia',
    {
      NEXT_PUBLIC_ALGOLIA_APP_ID: 'APP',
      NEXT_PUBLIC_ALGOLIA_SEARCH_KEY: 'key',
      ALGOLIA_ADMIN_KEY: 'admin',
      NEXT_PUBLIC_ALGOLIA_HOSTS: 'https://one.example/',
    },
    { 'connect-src': "'self' https://one.example" },
  ],
  [
    'a newsletter service',
    { NEXT_PUBLIC_NEWSLETTER_URL: 'https://news.example/subscribe', NEXT_PUBLIC_NEWSLETTER_LIST: 'list' },
    { 'form-action': "'self' https://news.example" },
  ],
  [
    'a product server of its own',
    { NEXT_PUBLIC_SERVER_URL: 'https://api.tools.example/v1' },
    {
      'img-src': "'self' blob: https://api.tools.example",
      'connect-src': "'self' https://api.tools.example",
      'form-action': "'self' https://api.tools.example",
    },
  ],
])('adds the servers of %s if it is configured', (_service, variables: Record<string, string>, changes) => {
  expect(policyOf(variables)).toEqual({ ...plain, ...changes });
});

it.each([
  ['NEXT_PUBLIC_GA_ID', 'G-1'],
  ['NEXT_PUBLIC_GTM_ID', 'GTM-1'],
])(
  'allows Google to load scripts if %s is set, but not in private pages, and Trusted Types stay on',
  (variable, id) => {
    expect(policyOf({ [variable]: id }, false, true)).toEqual(plain);
    expect(policyOf({ [variable]: id })).toEqual({
      ...plain,
      'trusted-types': `${plain['trusted-types']} goog#html`,
      'script-src': "'self' 'sha256-abc=' https://*.googletagmanager.com",
      'img-src': "'self' blob: https://*.googletagmanager.com https://*.google-analytics.com",
      'connect-src':
        "'self' https://*.googletagmanager.com https://*.google-analytics.com https://*.analytics.google.com",
    });
  },
);

const WEBSITE = '94db1cb1-74f4-4a40-ad6c-962362670409';
const services: [name: string, variables: Record<string, string>, script: string, origins: string][] = [
  ['plausible', { ANALYTICS_ID: 'a.example' }, 'https://plausible.io/js/script.js', 'https://plausible.io'],
  [
    'umami',
    { ANALYTICS_ID: WEBSITE },
    'https://cloud.umami.is/script.js',
    'https://cloud.umami.is https://api-gateway.umami.dev https://api-gateway-eu.umami.dev',
  ],
  [
    'umami',
    { ANALYTICS_ID: WEBSITE, ANALYTICS_URL: 'https://b.example' },
    'https://b.example/script.js',
    'https://b.example',
  ],
  [
    'matomo',
    { ANALYTICS_ID: '1', ANALYTICS_URL: 'https://b.example/matomo/' },
    'https://b.example/matomo/matomo.js',
    'https://b.example',
  ],
  ['goatcounter', { ANALYTICS_ID: 'grove' }, 'https://gc.zgo.at/count.js', 'https://grove.goatcounter.com'],
  ['fathom', { ANALYTICS_ID: 'ABCD' }, 'https://cdn.usefathom.com/script.js', 'https://cdn.usefathom.com'],
  [
    'posthog',
    { ANALYTICS_ID: 'phc_1', ANALYTICS_URL: 'https://eu.i.posthog.com' },
    'https://eu-assets.i.posthog.com/static/array.js',
    'https://eu.i.posthog.com https://eu-assets.i.posthog.com',
  ],
  [
    'script',
    {
      ANALYTICS_URL: 'https://b.example/a;b,c.js?d',
      ANALYTICS_ORIGINS: 'https://c.example/x, http://localhost:9',
    },
    'https://b.example/a%3Bb%2Cc.js',
    'https://b.example https://c.example http://localhost:9',
  ],
];

it.each(services)(
  'allows the script of %s and where it sends to, with %j, but not in private pages',
  (service, variables, script, origins) => {
    const given = { ANALYTICS: service, ...variables };
    expect(policyOf(given, false, true)).toEqual(plain);
    expect(policyOf(given)).toEqual({
      ...plain,
      'trusted-types': `${plain['trusted-types']} analytics`,
      'script-src': `'self' 'sha256-abc=' ${script}`,
      'img-src': `'self' blob: ${origins}`,
      'connect-src': `'self' ${origins}`,
    });
  },
);

it('allows Google and another service beside each other', () => {
  const both = policyOf({ NEXT_PUBLIC_GA_ID: 'G-1', ANALYTICS: 'plausible', ANALYTICS_ID: 'a.example' });
  expect(both['script-src']).toMatch(/googletagmanager\.com https:\/\/plausible\.io\/js\/script\.js$/);
  expect(both['trusted-types']).toMatch(/ goog#html analytics$/);
});

it('sends no address of a page that can have a secret elsewhere, and keeps what counts visits from private pages', async () => {
  const files = await readdir('pages', { recursive: true });
  const paths = files.flatMap((file) =>
    file.endsWith('.tsx') ? `/${file.replace(/(?:\/?index)?\.tsx$/, '')}` : [],
  );
  const headersOf = createPageHeaders(
    readEnv({ NEXT_PUBLIC_GTM_ID: 'GTM-1', ANALYTICS: 'plausible', ANALYTICS_ID: 'a.example' }),
    { scriptHashes: [], isDevelopment: false },
  );
  const foreign = /google|plausible|analytics/;
  const counted = paths.filter((path) => foreign.test(headersOf(path).get('content-security-policy') ?? ''));
  // Pages that read a secret from their address.
  const secret = [];
  for (const file of files.filter((name) => name.endsWith('.tsx'))) {
    const source = await readFile(`pages/${file}`, 'utf8');
    if (/\btoken\b[^;]*= query|useFragmentToken/.test(source)) secret.push(`/${file.replace('.tsx', '')}`);
  }
  expect(secret.sort()).toEqual(['/invitation', '/newsletter', '/setup']);
  for (const path of secret) expect(headersOf(path).get('referrer-policy')).toBe('strict-origin');
  expect(headersOf('/').get('referrer-policy')).toBeUndefined();
  expect(
    counted.filter((path) => /account|moderation(?!-log)|newsletter|invitation|setup/.test(path)),
  ).toEqual([]);
  expect(counted).toContain('/privacy');
  expect(headersOf('/%61ccount/settings').get('content-security-policy')).not.toMatch(foreign);
});

it('lets the tools of npm run dev evaluate code and insert styles, and nothing else', () => {
  const { 'require-trusted-types-for': _required, 'trusted-types': _policies, ...rest } = plain;
  expect(policyOf({}, true)).toEqual({
    ...rest,
    'script-src': "'self' 'sha256-abc=' 'unsafe-inline' 'unsafe-eval'",
    'style-src': "'self' 'unsafe-inline'",
    'connect-src': "'self' ws:",
  });
});

it('demands https for two years if the site is served over https, and only then', () => {
  const hsts = (siteURL: string) => commonHeaders({ siteURL }).get('strict-transport-security');
  expect(hsts('https://tools.example')).toBe('max-age=63072000');
  expect(hsts('http://localhost:3000')).toBeUndefined();
});
