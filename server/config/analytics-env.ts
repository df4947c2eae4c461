import * as z from 'zod/mini';
import {
  ANALYTICS_SERVICES,
  type AnalyticsService,
  analyticsTag,
  type AnalyticsVariable,
  readAttributes,
  SERVICES,
} from '@/lib/contract/plain/analytics';
import { ConfigError } from '@/server/base/errors';
import { isLoopbackName } from '@/server/identity/identity-config';
import { list, matching, oneOf, shown, text, webURLOf } from './env-checks';

const ATTRIBUTES_MAX = 20;

const isAttributes = (value: string) => {
  try {
    const attributes = readAttributes(value);
    return (
      attributes.length <= ATTRIBUTES_MAX &&
      attributes.every(([name, given]) => /^data-[a-z\d-]{1,60}$/.test(name) && given.length <= 1_000)
    );
  } catch {
    return false;
  }
};

export const analyticsVariables = {
  ANALYTICS: z.optional(oneOf(['off', ...ANALYTICS_SERVICES], 'plausible')),
  ANALYTICS_URL: text,
  ANALYTICS_ID: text,
  ANALYTICS_ATTRIBUTES: z._default(
    z
      .string()
      .check(
        z.refine(
          isAttributes,
          'a JSON list of attributes that begin with data-, like [{"name": "data-key", "value": "…"}]',
        ),
      ),
    '[]',
  ),
  ANALYTICS_ORIGINS: text,
  NEXT_PUBLIC_GA_ID: matching(/^[A-Z]+-[\w-]+$/i, 'an id of Google Analytics, for example G-ABC123'),
  NEXT_PUBLIC_GTM_ID: matching(/^GTM-\w+$/i, 'the id of a container of Tag Manager, for example GTM-ABC123'),
};

/** What `ANALYTICS_ID` must be. Undefined: there is none. */
const IDS: Readonly<Record<AnalyticsService, { pattern: RegExp; expected: string } | undefined>> = {
  plausible: {
    pattern: /^[\w-]+(?:\.[\w-]+)*$/,
    expected:
      'the domain of the site in Plausible, for example tools.example.com, or the name of its script, like pa-AbC123',
  },
  umami: {
    pattern: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i,
    expected: 'the website id of Umami, for example 94db1cb1-74f4-4a40-ad6c-962362670409',
  },
  matomo: { pattern: /^[1-9]\d{0,9}$/, expected: 'the number of the site in Matomo, for example 1' },
  goatcounter: {
    pattern: /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i,
    expected: 'the code of the site at goatcounter.com, for example tools',
  },
  fathom: { pattern: /^[A-Z\d]{4,20}$/i, expected: 'the id of the site in Fathom, for example ABCDEFGH' },
  posthog: { pattern: /^phc_\w+$/, expected: 'the key of the project in PostHog, which begins with phc_' },
  script: undefined,
};

type Values = Record<Exclude<AnalyticsVariable, 'ANALYTICS'>, string> & { ANALYTICS?: string | undefined };

const DEPENDENT = ['ANALYTICS_URL', 'ANALYTICS_ID', 'ANALYTICS_ORIGINS'] as const;

/** What the content security policy of pages must allow. */
export type AnalyticsSources = { script: string; origins: readonly string[] };

/** @returns undefined without a service. @throws ConfigError naming the variable that is wrong or missing. */
export function analyticsOf(values: Values): AnalyticsSources | undefined {
  const { ANALYTICS: name, ANALYTICS_URL: url, ANALYTICS_ID: id } = values;
  if (name === 'off') return undefined;
  const service = ANALYTICS_SERVICES.find((known) => known === name);
  if (service === undefined) {
    const alone = DEPENDENT.find((variable) => values[variable]);
    if (alone === undefined) return undefined;
    throw new ConfigError(
      `${alone} is set, but ANALYTICS names no service: set it to one of ${ANALYTICS_SERVICES.join(', ')}, or to off.`,
    );
  }
  requireId(service, { id, url });
  const { origins, urlOf } = SERVICES[service];
  if (!url && (!urlOf || !id))
    throw new ConfigError(
      service === 'script'
        ? 'ANALYTICS_URL is missing: with ANALYTICS=script, it is the address of the script, for example https://stats.example.com/script.js.'
        : `ANALYTICS_URL is missing: with ANALYTICS=${service}, it is the address of ${SERVICES[service].name}, for example https://stats.example.com.`,
    );
  if (url) requirePlace(service, url);
  const tag = analyticsTag((variable) => values[variable] ?? '');
  if (!tag) throw new ConfigError(`ANALYTICS_URL is ${shown(url)} but must be an https URL.`);
  const { origin, pathname } = new URL(tag.src);
  return {
    // A policy has no other way to write these two characters.
    script: origin + pathname.replace(/[;,]/g, encodeURIComponent),
    origins: [
      ...new Set([
        new URL(tag.url).origin,
        // Every script sends its counts to the host that it comes from, but for GoatCounter's.
        ...(service === 'goatcounter' ? [] : [origin]),
        ...(origins?.(tag.url) ?? []),
        ...list(values.ANALYTICS_ORIGINS).map((given) => secureURL('ANALYTICS_ORIGINS', given).origin),
      ]),
    ],
  };
}

/** @throws ConfigError unless the service is found by what is given. */
function requireId(service: AnalyticsService, { id, url }: { id: string; url: string }): void {
  const rule = IDS[service];
  if (!rule) {
    if (id)
      throw new ConfigError(
        'ANALYTICS_ID is set, but a script has none: remove it, or write it into ANALYTICS_ATTRIBUTES as the script asks for it.',
      );
    return;
  }
  if (service === 'goatcounter' && Boolean(id) === Boolean(url))
    throw new ConfigError(
      'With ANALYTICS=goatcounter, set either ANALYTICS_ID, the code of the site at goatcounter.com, or ANALYTICS_URL, the address of a GoatCounter of your own, for example https://stats.example.com.',
    );
  if (service === 'goatcounter' && !id) return;
  if (!rule.pattern.test(id))
    throw new ConfigError(
      id
        ? `ANALYTICS_ID is "${id}" but must be ${rule.expected}.`
        : `ANALYTICS_ID is missing: with ANALYTICS=${service}, it is ${rule.expected}.`,
    );
}

/** @throws ConfigError unless the address is that of the service, or of the script where that is possible. */
function requirePlace(service: AnalyticsService, value: string): void {
  const { search, hash, pathname } = secureURL('ANALYTICS_URL', value);
  if (service === 'script' ? !hash : !search && !hash) {
    const isFile = /\.(?:js|php)$/.test(pathname) || pathname === '/count';
    if (!isFile || ['plausible', 'umami', 'fathom', 'script'].includes(service)) return;
  }
  throw new ConfigError(
    `ANALYTICS_URL is ${shown(value)} but must be ${service === 'script' ? 'the address of the script, for example https://stats.example.com/script.js' : `the address of ${SERVICES[service].name} with nothing after its path, for example https://stats.example.com`}.`,
  );
}

/** @throws ConfigError unless what is loaded is encrypted on its way. */
function secureURL(name: string, value: string): URL {
  const url = webURLOf(name, value, 'https://stats.example.com');
  // In a policy, other characters that hosts may have begin another source or directive, or stand for any host.
  if (!/^(?:[a-z\d.-]+|\[[\da-f:.]+\])$/.test(url.hostname))
    throw new ConfigError(
      `${name} is ${shown(value)}, whose host has characters that no host on the web has.`,
    );
  if (url.protocol === 'https:' || isLoopbackName(url.hostname)) return url;
  throw new ConfigError(
    `${name} is ${shown(value)} but must begin with https://, because the script runs in every public page; http is allowed on this machine only.`,
  );
}
