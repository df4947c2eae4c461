import {
  env,
  provideStoredVariables,
  publicValuesJSON,
  showsCredit,
  siteColor,
  siteVerification,
} from '@/lib/env';
import { site } from '@/lib/site';

const publicValues = (): unknown => JSON.parse(publicValuesJSON({ promos: [], sponsors: [] }));

afterEach(() => provideStoredVariables({}));

it('change what pages are rendered with and what browsers get, and go back to the environment', () => {
  const before = { ...site };
  provideStoredVariables({
    ...{ NEXT_PUBLIC_SITE_NAME: 'Fontgrove', NEXT_PUBLIC_SITE_NOUN: 'icon', SITE_COLOR: '#2563eb' },
    ...{ NEXT_PUBLIC_SITE_LAYOUT: 'cards', NEXT_PUBLIC_GA_ID: 'G-ABC123' },
    NEXT_PUBLIC_SITE_SOCIAL: '[{"name": "Chat", "url": "https://chat.example.com"}]',
  });
  expect(site).toMatchObject({
    ...{ name: 'Fontgrove', noun: 'icon', aNoun: 'an icon', nounPlural: 'icons', layout: 'cards' },
    social: [{ label: 'Chat', url: 'https://chat.example.com' }],
  });
  expect(env.analytics).toEqual({ gaId: 'G-ABC123' });
  expect(siteColor()).toBe('#2563eb');
  expect(publicValues()).toMatchObject({ siteName: 'Fontgrove', analytics: { gaId: 'G-ABC123' } });
  provideStoredVariables({ NEXT_PUBLIC_SITE_NAME: 'Fontgrove' });
  expect(publicValues()).not.toHaveProperty('analytics');
  provideStoredVariables({});
  expect(site).toEqual(before);
  expect(env.analytics).toBeUndefined();
  expect(siteColor()).toBe('');
});

it('load what counts visits on public pages alone, and stop with the setting', () => {
  provideStoredVariables({ ANALYTICS: 'plausible', ANALYTICS_ID: 'tools.example' });
  const tag = {
    ...{ service: 'plausible', id: 'tools.example', url: 'https://plausible.io' },
    ...{ src: 'https://plausible.io/js/script.js', attributes: { 'data-domain': 'tools.example' } },
  };
  expect(publicValues()).toMatchObject({ analytics: { tag } });
  expect(publicValuesJSON({ promos: [], sponsors: [] }, true)).not.toMatch(/analytics|plausible/);
  provideStoredVariables({ ANALYTICS: 'off', ANALYTICS_ID: 'tools.example' });
  expect(publicValues()).not.toHaveProperty('analytics');
  expect(env.analytics).toBeUndefined();
});

it('prove whose site it is to those who know the tags', () => {
  expect(siteVerification()).toEqual([]);
  provideStoredVariables({
    SITE_VERIFICATION:
      'google-site-verification=aB=, MSValidate.01=0F,p:domain_verify=1,google-site-verification=c',
  });
  expect(siteVerification()).toEqual([
    ['google-site-verification', 'aB='],
    ['msvalidate.01', '0F'],
    ['p:domain_verify', '1'],
    ['google-site-verification', 'c'],
  ]);
});

it('say that a site whose name is not Listgrove runs on Listgrove, unless the owner has switched this line off', () => {
  expect(showsCredit()).toBe(false);
  provideStoredVariables({ NEXT_PUBLIC_SITE_NAME: 'Fontgrove' });
  expect(showsCredit()).toBe(true);
  provideStoredVariables({ NEXT_PUBLIC_SITE_NAME: 'Fontgrove', SITE_CREDIT: 'off' });
  expect(showsCredit()).toBe(false);
});
