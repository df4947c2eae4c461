/** The public configuration that these variables result in. */
async function readEnv(variables: Record<string, string>): Promise<Record<string, string>> {
  const before = process.env;
  const own = Object.entries(before).filter(([name]) => !Object.values<string>(VARIABLES).includes(name));
  process.env = { ...Object.fromEntries(own), ...variables, NODE_ENV: 'test' };
  try {
    jest.resetModules();
    const { env } = await import('@/lib/env');
    return { ...env };
  } finally {
    process.env = before;
  }
}

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
  sitePromos: 'NEXT_PUBLIC_SITE_PROMOS',
  serverURL: 'NEXT_PUBLIC_SERVER_URL',
  cookieDomain: 'NEXT_PUBLIC_COOKIE_DOMAIN',
  algoliaAppId: 'NEXT_PUBLIC_ALGOLIA_APP_ID',
  algoliaSearchKey: 'NEXT_PUBLIC_ALGOLIA_SEARCH_KEY',
  newsletterURL: 'NEXT_PUBLIC_NEWSLETTER_URL',
  newsletterList: 'NEXT_PUBLIC_NEWSLETTER_LIST',
  gaId: 'NEXT_PUBLIC_GA_ID',
  gtmId: 'NEXT_PUBLIC_GTM_ID',
  port: 'PORT',
  appEnv: 'APP_ENV',
  smtpURL: 'SMTP_URL',
};

it('reads each value from its variable', async () => {
  const values = Object.entries(VARIABLES);
  const variables = Object.fromEntries(values.map(([, variable]) => [variable, `value of ${variable}`]));
  expect(await readEnv(variables)).toEqual(
    Object.fromEntries(values.map(([name, variable]) => [name, `value of ${variable}`])),
  );
});

it('has a default for each variable that is missing or empty', async () => {
  const defaults = {
    ...Object.fromEntries(Object.keys(VARIABLES).map((name) => [name, ''])),
    siteName: 'Sprig',
    siteNoun: 'tool',
    siteLayout: 'rows',
    siteFollow: 'upvoted',
    siteSocial: '[]',
    sitePromos: '[]',
    port: '3000',
  };
  expect(await readEnv({})).toEqual(defaults);
  expect(await readEnv(Object.fromEntries(Object.values(VARIABLES).map((name) => [name, ''])))).toEqual(
    defaults,
  );
});
