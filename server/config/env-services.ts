import { baseURL, list, requireWhole, webURLOf } from './env-checks';
import { ConfigError } from '@/server/base/errors';
import { isLoopbackName } from '@/server/identity/identity-config';

const bucketNames = [
  ...(['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const),
];

/** The bucket that images are stored in. @returns undefined without one. @throws ConfigError when it is only partly configured. */
export function bucketOf(values: Record<(typeof bucketNames)[number], string>) {
  requireWhole('The image bucket', values, bucketNames);
  if (!values.S3_ENDPOINT) return undefined;
  return {
    endpoint: baseURL('S3_ENDPOINT', values.S3_ENDPOINT, 'https://s3.eu-central-1.amazonaws.com'),
    region: values.S3_REGION,
    bucket: values.S3_BUCKET,
    accessKeyId: values.S3_ACCESS_KEY_ID,
    secretAccessKey: values.S3_SECRET_ACCESS_KEY,
  };
}

const algoliaNames = [
  ...(['NEXT_PUBLIC_ALGOLIA_APP_ID', 'NEXT_PUBLIC_ALGOLIA_SEARCH_KEY', 'ALGOLIA_ADMIN_KEY'] as const),
];

/** @returns undefined without Algolia. @throws ConfigError when it is only partly configured, or when others could read along. */
export function algoliaOf(
  values: Record<(typeof algoliaNames)[number] | 'NEXT_PUBLIC_ALGOLIA_HOSTS', string>,
) {
  requireWhole('Algolia', values, algoliaNames);
  const hosts = list(values.NEXT_PUBLIC_ALGOLIA_HOSTS).map((host) => {
    const { protocol, hostname, origin } = webURLOf('NEXT_PUBLIC_ALGOLIA_HOSTS', host);
    if (protocol === 'https:' || isLoopbackName(hostname)) return origin;
    throw new ConfigError(
      `NEXT_PUBLIC_ALGOLIA_HOSTS contains ${origin}, but only https keeps the key secret; http is allowed on this machine only.`,
    );
  });
  if (!values.ALGOLIA_ADMIN_KEY) return undefined;
  return {
    appId: values.NEXT_PUBLIC_ALGOLIA_APP_ID,
    adminKey: values.ALGOLIA_ADMIN_KEY,
    /** The origins of a service that takes Algolia's place. Empty: Algolia's own hosts. */
    hosts,
  };
}

/** As https://www.indexnow.org/documentation says. */
const indexNowKey = /^[A-Za-z0-9-]{8,128}$/;

/** What changed pages and feeds are announced to. @throws ConfigError */
export function announcementsOf({
  INDEXNOW_KEY: key,
  INDEXNOW_ENDPOINT: endpoint,
  WEBSUB_HUB: hub,
}: Record<'INDEXNOW_KEY' | 'INDEXNOW_ENDPOINT' | 'WEBSUB_HUB', string>) {
  if (key && !indexNowKey.test(key)) {
    throw new ConfigError(
      'INDEXNOW_KEY must be 8 to 128 letters, digits or hyphens; create one: openssl rand -hex 16.',
    );
  }
  return {
    /** Search engines that learn of changed pages. */
    indexNow: key ? { key, endpoint } : undefined,
    /** The hub of the feeds, which pushes their changes to readers. */
    hubURL: hub ? webURLOf('WEBSUB_HUB', hub, 'https://pubsubhubbub.appspot.com').href : undefined,
  };
}

export const SIGN_UP_MODES = ['open', 'invite', 'domains', 'closed'] as const;

type SignUpValues = { SIGN_UP: (typeof SIGN_UP_MODES)[number]; SIGN_UP_DOMAINS: string };

/** Who may create an account. With `invite`, people with a link of a moderator; with `domains`, people with a verified email at one of them. @throws ConfigError */
export function signUpOf({ SIGN_UP: mode, SIGN_UP_DOMAINS }: SignUpValues) {
  const domains = list(SIGN_UP_DOMAINS).map((domain) => domain.toLowerCase());
  const wrong = domains.find((domain) => !/^(?:[a-z0-9-]+\.)+[a-z0-9-]+$/.test(domain));
  if (wrong !== undefined) {
    throw new ConfigError(
      `SIGN_UP_DOMAINS contains "${wrong}", which is not a domain; write, for example, example.com,example.org.`,
    );
  }
  if ((mode === 'domains') !== domains.length > 0) {
    throw new ConfigError(
      'SIGN_UP=domains and SIGN_UP_DOMAINS belong together: set both, for example SIGN_UP_DOMAINS=example.com, or none.',
    );
  }
  return { mode, domains };
}

/** The token that reads `/metrics` from other machines. @returns undefined without one. @throws ConfigError naming no token. */
export function metricsTokenOf(value: string): string | undefined {
  if (value && !/^[\x21-\x7e]{16,}$/.test(value)) {
    throw new ConfigError(
      'METRICS_TOKEN must be at least 16 characters without spaces, for example from: openssl rand -hex 32.',
    );
  }
  return value || undefined;
}
