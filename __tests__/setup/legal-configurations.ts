const google = { GOOGLE_CLIENT_IDS: 'g', GOOGLE_CLIENT_SECRET: 's' };
const github = { GITHUB_CLIENT_ID: 'h', GITHUB_CLIENT_SECRET: 's' };
const oidc = {
  ...{ OIDC_ISSUER: 'https://login.example', OIDC_CLIENT_ID: 'o', OIDC_CLIENT_SECRET: 's' },
  OIDC_NAME: 'Example login',
};
const mail = { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'hello@site.example' };
const email = { SIGN_IN_EMAIL: 'on', ...mail };
const firebase = {
  ...{ NEXT_PUBLIC_FIREBASE_API_KEY: 'k', NEXT_PUBLIC_FIREBASE_AUTH_DOMAIN: 'f.example' },
  ...{ NEXT_PUBLIC_FIREBASE_PROJECT_ID: 'p', ...google, ...github },
};
const bucket = {
  ...{ S3_ENDPOINT: 'https://s3.example', S3_REGION: 'eu', S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'a' },
  S3_SECRET_ACCESS_KEY: 's',
};
const service = { NEXT_PUBLIC_NEWSLETTER_URL: 'https://news.example', NEXT_PUBLIC_NEWSLETTER_LIST: 'l' };
const algolia = {
  ...{ NEXT_PUBLIC_ALGOLIA_APP_ID: 'APP', NEXT_PUBLIC_ALGOLIA_SEARCH_KEY: 'k', ALGOLIA_ADMIN_KEY: 'k' },
};

type Variables = Readonly<Record<string, string>>;

/** What an owner can choose, one of each. */
const CHOICES: readonly (readonly Variables[])[] = [
  [
    google,
    github,
    { ...google, ...github },
    oidc,
    email,
    { ...google, ...email },
    firebase,
    { SIGN_IN_PASSKEYS: 'on' },
    { ...google, SIGN_IN_PASSKEYS: 'on' },
  ],
  [{}, mail],
  [{}, bucket],
  [{}, { INDEXNOW_KEY: 'abcdefgh' }, { WEBSUB_HUB: 'https://hub.example' }],
  [
    {},
    { NEXT_PUBLIC_GA_ID: 'G-ABC123' },
    { NEXT_PUBLIC_GTM_ID: 'GTM-ABC123' },
    { ANALYTICS: 'goatcounter', ANALYTICS_ID: 'grove' },
  ],
  [{}, { OFFLINE_PAGES: 'off' }],
  [{}, { LOG_LEVEL: 'warn' }, { LOG_DAYS: '7' }],
  [{ BACKUP_DIR: 'off' }, {}, { BACKUP_DIR: '/backups', BACKUP_EVERY_HOURS: '6' }],
  [{}, {}, service],
  [
    {},
    { SITE_OPERATOR: 'Ada Ltd.', SITE_OPERATOR_ADDRESS: '1 Main Street, Springfield' },
    { SITE_OPERATOR: 'Ada Ltd.' },
  ],
  [{}, algolia, {}],
  [{}, { webhooks: 'on' }],
];

/** 32 sites, in which each choice meets others of the next ones. */
export const CONFIGURATIONS: readonly { name: string; variables: Variables; hasWebhooks: boolean }[] =
  Array.from({ length: 32 }, (_, index) => {
    const chosen = CHOICES.map(
      (choices, place) =>
        choices[(index * (place + 1) + Math.floor(index / choices.length)) % choices.length] ?? {},
    );
    const { webhooks, ...variables }: Variables = Object.assign({ APP_ENV: 'production' }, ...chosen);
    const name = Object.keys(variables).filter((key) => key !== 'APP_ENV' && !/SECRET|KEY_ID/.test(key));
    return { name: `${index + 1}: ${name.join(' ')}`, variables, hasWebhooks: webhooks !== undefined };
  });
