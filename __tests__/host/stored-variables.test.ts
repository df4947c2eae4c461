import { env, provideStoredVariables, publicValuesJSON, siteColor } from '@/lib/env';
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
  expect(env).toMatchObject({ gaId: 'G-ABC123' });
  expect(siteColor()).toBe('#2563eb');
  expect(publicValues()).toMatchObject({ siteName: 'Fontgrove', gaId: 'G-ABC123' });
  provideStoredVariables({ NEXT_PUBLIC_SITE_NAME: 'Fontgrove' });
  expect(publicValues()).not.toHaveProperty('gaId');
  provideStoredVariables({});
  expect(site).toEqual(before);
  expect(env).toMatchObject({ gaId: '' });
  expect(siteColor()).toBe('');
});
