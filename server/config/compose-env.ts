import { ConfigError } from '@/server/base/errors';
import { readEnv, readValues, type ServerEnv } from './env';
import { ruleOf, type Setting } from './setting';
import { findSetting, SETTINGS } from './settings';
import { defaultOfPasskeys } from './sign-in-env';

type Source = Readonly<Record<string, string | undefined>>;

/** What admins have stored, by name, as `.env` and the site file would have it. */
export type StoredSettings = Readonly<Record<string, string>>;

const isGiven = (source: Source, name: string) => Boolean(source[name]?.trim());

/**
 * The stored settings with their secrets. Without the key of a secret, every setting that makes sense only with the secret is
 * left out, so that the others hold.
 */
export function openSecrets(
  source: Source,
  stored: StoredSettings,
  open: (sealed: string) => string | undefined,
): { opened: StoredSettings; lost: readonly string[] } {
  const entries = Object.entries(stored).map(([name, value]): [string, string | undefined] => {
    const setting = findSetting(name);
    const isUsed = setting?.kind === 'secret' && winningVariable(source, setting) === undefined;
    return [name, isUsed ? open(value) : value];
  });
  const lost = entries.flatMap(([name, value]) => (value === undefined ? [name] : []));
  const units = lost.map((name) => findSetting(name)?.unitOf);
  const isLost = (name: string) => {
    const { unitOf, needsUnit } = findSetting(name) ?? {};
    return [unitOf, needsUnit].some((unit) => unit !== undefined && units.includes(unit));
  };
  return {
    opened: Object.fromEntries(
      entries.flatMap(([name, value]) => (value === undefined || isLost(name) ? [] : [[name, value]])),
    ),
    lost,
  };
}

/** What of the environment wins over a stored value: the variable, or another one that makes sense only with it. */
const winningVariable = (source: Source, { name, unitOf }: Setting): string | undefined =>
  isGiven(source, name)
    ? name
    : SETTINGS.find((other) => unitOf && other.unitOf === unitOf && isGiven(source, other.name))?.name;

/** What a setting cannot be changed by in the browser, in English. Undefined: it can. */
export function findFixing(
  setting: Setting,
  { source, env }: { source: Source; env: Pick<ServerEnv, 'siteFile' | 'rulesOfFile' | 'algolia'> },
): { by: 'environment'; name: string } | { by: 'file'; name: string } | { by: 'algolia' } | undefined {
  const rule = ruleOf(setting.name);
  if (rule !== undefined)
    return env.rulesOfFile.includes(rule) ? { by: 'file', name: env.siteFile } : undefined;
  const variable = winningVariable(source, setting);
  if (variable !== undefined) return { by: 'environment', name: variable };
  return setting.unitOf === 'noun' && env.algolia ? { by: 'algolia' } : undefined;
}

/** The stored values that no variable of the environment wins over, by the variable's name. */
export function storedVariables(source: Source, stored: StoredSettings): Record<string, string> {
  return Object.fromEntries(
    Object.entries(stored).filter(([name]) => {
      const setting = findSetting(name);
      return setting && ruleOf(name) === undefined && winningVariable(source, setting) === undefined;
    }),
  );
}

function storedRules(stored: StoredSettings): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(stored).flatMap(([name, value]) => {
      const rule = ruleOf(name);
      return rule === undefined ? [] : [[rule, parseJSON(rule, value)]];
    }),
  );
}

function parseJSON(rule: string, value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    throw new ConfigError(`"${rule}" of the rules is ${JSON.stringify(value)}, which is not JSON.`);
  }
}

/**
 * The configuration with what is stored: the environment wins over it, and so does the site file.
 *
 * @throws ConfigError as at the start, and for a setting that this version of Listgrove does not know.
 */
export function composeEnv(source: Source, stored: StoredSettings): ServerEnv {
  const unknown = Object.keys(stored).find((name) => !findSetting(name));
  if (unknown !== undefined)
    throw new ConfigError(
      `${unknown} is no setting of this version of Listgrove. A newer one has stored it: update this process, too.`,
    );
  return readEnv({ ...source, ...storedVariables(source, stored) }, storedRules(stored));
}

/** What settings decide. The rest of the configuration stays as it was at the start. */
const LIVE = [
  ...([
    'siteName',
    'siteNoun',
    'siteNounPlural',
    'formerNouns',
    'nounForms',
    'siteDescription',
    'siteColor',
    'siteLogo',
  ] as const),
  ...(['promos', 'rules', 'rulesOfFile', 'signUp', 'newsletter', 'dataLicenseURL'] as const),
  ...(['smtp', 'signsInByEmail', 'signsInByPasskey', 'hasGoogleTags', 'analytics'] as const),
  ...(['operator', 'logDays', 'links'] as const),
  ...(['checksSites', 'fetchesSiteIcons', 'keepsPagesOffline', 'security'] as const),
] as const satisfies readonly (keyof ServerEnv)[];

/** Puts what settings decide into the configuration that the process works with, all of it at once. */
export function replaceLive(env: ServerEnv, composed: ServerEnv): void {
  const properties = Object.getOwnPropertyDescriptors(composed);
  for (const name of LIVE) Object.defineProperty(env, name, properties[name]);
}

/** What holds where nothing is stored or given. Empty for nothing. */
export function defaultOf(
  { name }: Setting,
  { appEnv, identity, siteURL }: Pick<ServerEnv, 'appEnv' | 'identity' | 'siteURL'>,
): string {
  if (name === 'rules.declaration') return 'false';
  if (ruleOf(name) !== undefined) return '';
  if (name === 'ANALYTICS') return 'off';
  if (name === 'SIGN_IN_PASSKEYS')
    return defaultOfPasskeys({ siteURL, hasProvider: identity.kind !== 'none' });
  if (name === 'SITE_CHECKS' || name === 'SITE_ICONS') return appEnv === 'production' ? 'on' : 'off';
  const value = new Map<string, unknown>(Object.entries(readValues({}))).get(name);
  // An empty list is nothing.
  return typeof value === 'number' ? String(value) : typeof value === 'string' && value !== '[]' ? value : '';
}
