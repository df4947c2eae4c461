import { isIP } from 'node:net';
import { getDomain, getPublicSuffix } from 'tldts';
import { ConfigError } from '@/server/base/errors';
import { list } from './env-checks';

export const SIGN_UP_MODES = ['open', 'invite', 'domains', 'closed'] as const;

type SignInValues = SignUpValues & {
  SIGN_IN_EMAIL: 'on' | 'off';
  SIGN_IN_PASSKEYS?: 'on' | 'off' | undefined;
  SMTP_URL: string;
  APP_ENV?: string;
};

/** @throws ConfigError */
export function signInOf(
  {
    SIGN_IN_EMAIL: byEmail,
    SIGN_IN_PASSKEYS: byPasskey,
    SMTP_URL,
    APP_ENV = 'production',
    ...values
  }: SignInValues,
  { siteURL, hasProvider }: { siteURL: string; hasProvider: boolean },
) {
  if (byEmail === 'on' && APP_ENV === 'production' && !SMTP_URL)
    throw new ConfigError('SIGN_IN_EMAIL=on sends codes by email: set SMTP_URL and MAIL_FROM too.');
  if (byPasskey === 'on' && !canHavePasskeys(siteURL))
    throw new ConfigError(
      `SIGN_IN_PASSKEYS=on needs a NEXT_PUBLIC_SITE_URL with https and a name, or http://localhost: browsers make no passkeys for ${siteURL}.`,
    );
  return {
    signUp: signUpOf(values),
    /** Whether people can sign in with a code by email, beside the providers or in their place. */
    signsInByEmail: byEmail === 'on',
    /** Whether members can sign in with a passkey to an account that they have. */
    signsInByPasskey: (byPasskey ?? defaultOfPasskeys({ siteURL, hasProvider })) === 'on',
  };
}

/** Without a provider, a passkey is the only way in which the owner of a new site can sign in again. */
export const defaultOfPasskeys = ({ siteURL, hasProvider }: { siteURL: string; hasProvider: boolean }) =>
  !hasProvider && canHavePasskeys(siteURL) ? 'on' : 'off';

function canHavePasskeys(siteURL: string): boolean {
  const { protocol, hostname } = new URL(siteURL);
  const isSecure = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost');
  return isSecure && isIP(hostname.replace(/^\[|\]$/g, '')) === 0;
}

type SignUpValues = { SIGN_UP: (typeof SIGN_UP_MODES)[number]; SIGN_UP_DOMAINS: string };

/** Who may create an account. With `invite`, people with a link of a moderator; with `domains`, people with a verified email at one of them. @throws ConfigError */
function signUpOf({ SIGN_UP: mode, SIGN_UP_DOMAINS }: SignUpValues) {
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

/** @throws ConfigError unless browsers accept cookies of the site for this domain. */
export function cookieDomain(value: string, siteURL: string): string | undefined {
  if (!value) return undefined;
  const host = new URL(siteURL).hostname;
  const domain = value.replace(/^\./, '').toLowerCase();
  const isParent = !isIP(host) && host.endsWith(`.${domain}`) && !isPublicSuffix(domain);
  if (host === domain || isParent) return value;
  throw new ConfigError(
    `NEXT_PUBLIC_COOKIE_DOMAIN is "${value}" but must be the host of NEXT_PUBLIC_SITE_URL or a parent domain of it, for example ${getDomain(host, { allowPrivateDomains: true }) ?? host}.`,
  );
}

const isPublicSuffix = (domain: string) =>
  getPublicSuffix(domain, { allowPrivateDomains: true }) === domain || !domain.includes('.');
