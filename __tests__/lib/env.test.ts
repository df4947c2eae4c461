import { compileMessage } from '@/lib/texts/compile';

/** The module, as a process with these variables loads it. */
async function loadModule(variables: Record<string, string>) {
  const before = process.env;
  const own = Object.entries(before).filter(([name]) => !Object.values<string>(VARIABLES).includes(name));
  process.env = { ...Object.fromEntries(own), ...variables, NODE_ENV: 'test' };
  try {
    jest.resetModules();
    return await import('@/lib/env');
  } finally {
    process.env = before;
  }
}

const NO_NOTICES = { promos: [], sponsors: [] };

const VARIABLES = {
  siteName: 'NEXT_PUBLIC_SITE_NAME',
  siteNoun: 'NEXT_PUBLIC_SITE_NOUN',
  siteNounPlural: 'NEXT_PUBLIC_SITE_NOUN_PLURAL',
  siteLayout: 'NEXT_PUBLIC_SITE_LAYOUT',
  siteFollow: 'NEXT_PUBLIC_SITE_FOLLOW',
  siteSchemaType: 'NEXT_PUBLIC_SITE_SCHEMA_TYPE',
  siteDescription: 'NEXT_PUBLIC_SITE_DESCRIPTION',
  siteURL: 'NEXT_PUBLIC_SITE_URL',
  siteSocial: 'NEXT_PUBLIC_SITE_SOCIAL',
  serverURL: 'NEXT_PUBLIC_SERVER_URL',
  cookieDomain: 'NEXT_PUBLIC_COOKIE_DOMAIN',
  algoliaAppId: 'NEXT_PUBLIC_ALGOLIA_APP_ID',
  algoliaSearchKey: 'NEXT_PUBLIC_ALGOLIA_SEARCH_KEY',
  algoliaHosts: 'NEXT_PUBLIC_ALGOLIA_HOSTS',
  newsletterURL: 'NEXT_PUBLIC_NEWSLETTER_URL',
  newsletterList: 'NEXT_PUBLIC_NEWSLETTER_LIST',
  port: 'PORT',
};

it('reads each value from its variable', async () => {
  const values = Object.entries(VARIABLES);
  const variables = {
    ...Object.fromEntries(values.map(([, variable]) => [variable, `value of ${variable}`])),
    NEXT_PUBLIC_SITE_SOCIAL: '[{"name": "Chat", "url": "https://chat.example.com"}]',
  };
  expect((await loadModule(variables)).env).toEqual({
    ...Object.fromEntries(values.map(([name, variable]) => [name, `value of ${variable}`])),
    siteSocial: [{ label: 'Chat', url: 'https://chat.example.com' }],
    notices: NO_NOTICES,
    offersNewsletter: true,
  });
});

it('knows the color of the site on the server alone', async () => {
  const { env, siteColor } = await loadModule({});
  process.env.SITE_COLOR = '#2563eb';
  expect(siteColor()).toBe('#2563eb');
  process.env.SITE_COLOR = '';
  expect(siteColor()).toBe('');
  expect(env).not.toHaveProperty('siteColor');
});

it('has a default for each variable that is missing or empty', async () => {
  const defaults = {
    ...Object.fromEntries(Object.keys(VARIABLES).map((name) => [name, ''])),
    siteName: 'Listgrove',
    siteNoun: 'tool',
    siteLayout: 'rows',
    siteFollow: 'upvoted',
    siteURL: 'http://localhost:3000',
    siteSocial: [],
    algoliaHosts: undefined,
    notices: NO_NOTICES,
    port: '3000',
    offersNewsletter: false,
  };
  const empty = Object.fromEntries(Object.values(VARIABLES).map((name) => [name, '']));
  expect((await loadModule({})).env).toEqual(defaults);
  expect((await loadModule(empty)).env).toEqual(defaults);
});

it('tells browsers the words of the site in a language that has forms of its own, and in English none', async () => {
  const { publicValuesJSON, PUBLIC_VALUES_ID } = await loadModule({});
  const { provideSiteWords } = await import('@/lib/texts/site-words');
  const { provideCatalog } = await import('@/lib/texts/language');
  const nounForms = { nounsDative: 'Werkzeugen' };
  provideSiteWords({ siteName: 'Liste', siteNoun: 'Werkzeug', siteNounPlural: 'Werkzeuge', nounForms });
  expect(publicValuesJSON(NO_NOTICES)).not.toContain('siteWords');
  const messages = new Map([['test.from', compileMessage('{ANoun} von {nounsDative}, {nounsFew}')]]);
  provideCatalog({ language: 'de', direction: 'ltr', prefix: '', messages });
  globalThis.scriptLanguage = 'de';
  document.body.innerHTML = `<script id="${PUBLIC_VALUES_ID}" type="application/json">${publicValuesJSON(NO_NOTICES)}</script>`;
  globalThis.siteWords = undefined;

  // As a browser that has loaded the page.
  await loadModule({});
  const { t } = await import('@/lib/texts/texts');
  expect(t('test.from', '{aNoun} of {nouns}')).toBe('Werkzeug von Werkzeugen, Werkzeuge');
  provideCatalog(undefined);
  globalThis.scriptLanguage = undefined;
  document.body.replaceChildren();
});

it('is in the browser what the page says, whatever the build was made with, without what only the server knows', async () => {
  const name = 'Tools </script><script>alert(1)</script>';
  const promo = { label: '</script><script>alert(2)</script>', url: '/news' };
  const { publicValuesJSON, PUBLIC_VALUES_ID } = await loadModule({
    NEXT_PUBLIC_SITE_NAME: name,
    PORT: '4000',
    SMTP_URL: 'smtp://user:secret@mail.example',
  });
  const json = publicValuesJSON({ promos: [promo], sponsors: [] });
  document.body.innerHTML = `<script id="${PUBLIC_VALUES_ID}" type="application/json">${json}</script>`;

  const { env } = await loadModule({ NEXT_PUBLIC_SITE_NAME: 'Of the build', NEXT_PUBLIC_SITE_NOUN: 'font' });

  document.body.replaceChildren();
  expect(document.body.querySelectorAll('script')).toHaveLength(0);
  expect(env).toMatchObject({ siteName: name, siteNoun: 'tool', siteURL: 'http://localhost:4000' });
  expect(env.offersNewsletter).toBe(true);
  expect(env.notices).toEqual({ promos: [promo], sponsors: [] });
  expect(json).not.toContain('secret');
});
