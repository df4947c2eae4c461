import { screen } from '@testing-library/react';
import { analyticsTag } from '@/lib/contract/plain/analytics';
import { env } from '@/lib/env';
import { siteFactsOf } from '@/server/commands/site-facts';
import { readEnv } from '@/server/config/env';
import PrivacyPage, { getServerSideProps } from '@/pages/privacy';
import { fakeApi, ok } from '../../setup/fake-api';
import { loadPropsAt } from '../../setup/load-page-at';
import { renderScreen } from '../../setup/render-screen';

afterEach(() => Object.assign(env, { analytics: undefined }));

const WEBSITE = '94db1cb1-74f4-4a40-ad6c-962362670409';
const NO_COOKIES = 'No cookies are set until you sign in';
const NOWHERE_PRIVATE = 'never in your account, in moderation';

it.each([
  [{}, ['This site uses no analytics.', NO_COOKIES], [NOWHERE_PRIVATE]],
  [
    { NEXT_PUBLIC_GA_ID: 'G-1' },
    ['Google Analytics or Tag Manager, which count visits', NOWHERE_PRIVATE],
    [NO_COOKIES, 'uses no analytics', 'Plausible'],
  ],
  ...(
    [
      ['Plausible at plausible.io', { ANALYTICS: 'plausible', ANALYTICS_ID: 'a.example' }],
      [
        'Plausible at b.example',
        { ANALYTICS: 'plausible', ANALYTICS_ID: 'a.example', ANALYTICS_URL: 'https://b.example' },
      ],
      ['Umami at cloud.umami.is', { ANALYTICS: 'umami', ANALYTICS_ID: WEBSITE }],
      [
        'Matomo at b.example',
        { ANALYTICS: 'matomo', ANALYTICS_ID: '1', ANALYTICS_URL: 'https://b.example/m' },
      ],
      ['GoatCounter at grove.goatcounter.com', { ANALYTICS: 'goatcounter', ANALYTICS_ID: 'grove' }],
      ['Fathom at cdn.usefathom.com', { ANALYTICS: 'fathom', ANALYTICS_ID: 'ABCD' }],
    ] as const
  ).map(
    ([service, variables]) =>
      [
        variables,
        [`${service}, which counts visits without cookies`, NO_COOKIES, NOWHERE_PRIVATE],
        ['uses no analytics', 'Google Analytics'],
      ] as const,
  ),
  [
    { ANALYTICS: 'posthog', ANALYTICS_ID: 'phc_1' },
    ['PostHog at us.i.posthog.com', 'stores nothing in your browser', NO_COOKIES, NOWHERE_PRIVATE],
    ['uses no analytics'],
  ],
  [
    { ANALYTICS: 'script', ANALYTICS_URL: 'https://b.example/a.js' },
    ['b.example, whose script the people who run this site', 'it may set cookies', NOWHERE_PRIVATE],
    [NO_COOKIES, 'uses no analytics'],
  ],
  [
    { ANALYTICS: 'plausible', ANALYTICS_ID: 'a.example', NEXT_PUBLIC_GTM_ID: 'GTM-1' },
    ['Plausible at plausible.io', 'Google Analytics or Tag Manager'],
    [NO_COOKIES, 'uses no analytics'],
  ],
  [
    { ANALYTICS: 'off', ANALYTICS_ID: 'a.example' },
    ['This site uses no analytics.', NO_COOKIES],
    ['Plausible'],
  ],
] as const)('says with %j what is true of it', async (variables, said, unsaid) => {
  fakeApi({
    'GET /facts': () => ok(siteFactsOf(readEnv({ APP_ENV: 'development' }), { hasWebhooks: false })),
    'GET /user/login/identity': () => ok({ identity: { kind: 'local' } }),
  });
  const given = new Map<string, string>(Object.entries(variables));
  const read = (name: string) => given.get(name) ?? '';
  const [gaId, gtmId] = [read('NEXT_PUBLIC_GA_ID'), read('NEXT_PUBLIC_GTM_ID')];
  Object.assign(env, {
    analytics: { ...(gaId && { gaId }), ...(gtmId && { gtmId }), tag: analyticsTag(read) },
  });
  renderScreen(<PrivacyPage {...await loadPropsAt(getServerSideProps, '/privacy')} />);
  const text = screen.getByRole('article').textContent;
  for (const sentence of said) expect(text).toContain(sentence);
  for (const sentence of unsaid) expect(text).not.toContain(sentence);
});
