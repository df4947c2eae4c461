import { readServingEnv } from '@/server/config/env';
import { isProductServer, requireOneDirectory } from '@/server/config/env-parts';

/** Every combination of the variables that select parts: it works whole, or is refused with their names. */
const key = Buffer.alloc(32, 7).toString('base64url');
const site = {
  APP_ENV: 'production',
  NEXT_PUBLIC_SITE_URL: 'https://tools.example',
  ...{ GITHUB_CLIENT_ID: 'github', GITHUB_CLIENT_SECRET: 'secret' },
};

const DATABASES = {
  'its own database': {},
  PostgreSQL: { DATABASE_URL: 'postgres://db/site' },
};
const SERVERS = {
  'its own calls': {},
  'its own calls by their URL': { NEXT_PUBLIC_SERVER_URL: 'https://tools.example/api' },
  'calls elsewhere': { NEXT_PUBLIC_SERVER_URL: 'https://api.tools.example' },
  'calls elsewhere on its host': { NEXT_PUBLIC_SERVER_URL: 'https://tools.example/server' },
};
const REPLICAS = { 'no replica': {}, 'a replica': { DATABASE_REPLICA_URLS: 'postgres://replica/site' } };
const KEYS = { 'no keys': {}, keys: { SESSION_KEYS: key } };

/** The variables of a service of others, which belong together. */
const SERVICES = {
  s3: {
    S3_ENDPOINT: 'https://s3.example',
    S3_REGION: 'eu',
    S3_BUCKET: 'images',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret',
  },
  algolia: {
    NEXT_PUBLIC_ALGOLIA_APP_ID: 'app',
    NEXT_PUBLIC_ALGOLIA_SEARCH_KEY: 'search',
    ALGOLIA_ADMIN_KEY: 'admin',
  },
  smtp: { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@tools.example' },
  firebase: {
    NEXT_PUBLIC_FIREBASE_API_KEY: 'key',
    NEXT_PUBLIC_FIREBASE_AUTH_DOMAIN: 'tools.firebaseapp.com',
    NEXT_PUBLIC_FIREBASE_PROJECT_ID: 'tools',
    GOOGLE_CLIENT_IDS: 'google',
  },
};

/** What starts, or the sentence that refuses it. */
function start(variables: Record<string, string>): ReturnType<typeof readServingEnv> | string {
  try {
    const env = readServingEnv({ ...site, ...variables });
    requireOneDirectory(env);
    return env;
  } catch (error) {
    return String(error);
  }
}

type Named = [title: string, variables: Record<string, string>];
const combine = (...parts: Record<string, Record<string, string>>[]): Named[] =>
  parts.reduce<Named[]>(
    (combined, part) =>
      combined.flatMap(([title, variables]) =>
        Object.entries(part).map(([name, more]): Named => [
          [title, name].filter(Boolean).join(', '),
          { ...variables, ...more },
        ]),
      ),
    [['', {}]],
  );

/** The variables that the sentence must name. Undefined: the combination works. */
function faultOf(variables: Record<string, string>): string[] | undefined {
  const { DATABASE_URL, DATABASE_REPLICA_URLS, SESSION_KEYS, NEXT_PUBLIC_SERVER_URL } = variables;
  if (DATABASE_URL === undefined) {
    if (DATABASE_REPLICA_URLS !== undefined) return ['DATABASE_REPLICA_URLS', 'DATABASE_URL'];
    const isElsewhere = NEXT_PUBLIC_SERVER_URL !== undefined && !NEXT_PUBLIC_SERVER_URL.endsWith('/api');
    return isElsewhere ? ['NEXT_PUBLIC_SERVER_URL', 'DATABASE_URL'] : undefined;
  }
  return SESSION_KEYS === undefined ? ['SESSION_KEYS'] : undefined;
}

it.each(combine(DATABASES, SERVERS, REPLICAS, KEYS))('%s', (_, variables) => {
  const started = start(variables);
  const fault = faultOf(variables);

  if (fault === undefined) expect(started).toMatchObject({ databaseURL: variables.DATABASE_URL });
  else for (const name of fault) expect(started).toContain(name);
});

const services = Object.entries(SERVICES).map(([service, whole]): Record<string, Record<string, string>> => {
  const [first] = Object.entries(whole);
  return {
    [`no ${service}`]: {},
    [`a part of ${service}`]: Object.fromEntries(first ? [first] : []),
    [`all of ${service}`]: whole,
  };
});

it.each(combine(...services))('%s', (title, variables) => {
  const started = start(variables);
  const partly = Object.entries(SERVICES).filter(([service]) => title.includes(`a part of ${service}`));

  if (partly.length === 0) {
    expect(started).toMatchObject({
      s3: title.includes('all of s3') ? { bucket: 'images' } : undefined,
      algolia: title.includes('all of algolia') ? { appId: 'app' } : undefined,
      smtp: title.includes('all of smtp') ? { from: 'a@tools.example' } : undefined,
      identity: { kind: title.includes('all of firebase') ? 'firebase' : 'oauth' },
    });
  } else {
    const sentence = typeof started === 'string' ? started : '';
    const names = partly.map(([, whole]) => Object.keys(whole).slice(1));
    expect(names.some((missing) => missing.some((name) => sentence.includes(name)))).toBe(true);
  }
});

it.each([
  ['its own calls', true],
  ['its own calls by their URL', true],
  ['calls elsewhere', false],
  ['calls elsewhere on its host', false],
] as const)(
  'with %s, a process with pages does what a product server does besides: %s',
  (server, isServer) => {
    const env = start({ ...DATABASES.PostgreSQL, ...KEYS.keys, ...SERVERS[server] });
    if (typeof env === 'string') throw new Error(env);
    expect(isProductServer(env)).toBe(isServer);
  },
);
