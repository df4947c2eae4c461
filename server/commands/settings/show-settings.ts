import type { Setting as ShownSetting, Settings, SettingsVersion } from '@/lib/contract/setting';
import { say, t } from '@/lib/texts/texts';
import { defaultOf, findFixing } from '@/server/config/compose-env';
import { ruleOf, type Setting } from '@/server/config/setting';
import { findSetting, SETTINGS } from '@/server/config/settings';
import type { Deps } from '@/server/deps';
import type { ListedVersion } from '@/server/queries/settings';

type ShowDeps = Pick<Deps, 'env' | 'settings'>;

/** What wins over the stored value. Null: nothing. */
export function sayFixing(setting: Setting, { env, settings }: ShowDeps): string | null {
  const fixing = findFixing(setting, { env, source: settings.source });
  if (!fixing) return null;
  if (fixing.by === 'environment')
    return t('setting.fixedByVariable', 'Fixed by {name} in the environment of the site.', {
      name: fixing.name,
    });
  if (fixing.by === 'file')
    return t('setting.fixedByFile', 'Fixed by the site file {name}.', { name: fixing.name });
  return t(
    'setting.fixedByAlgolia',
    'Fixed while Algolia searches, because the names of its indexes contain the noun. Set it in the environment, and index everything again.',
  );
}

/** In place of a secret, which is never shown again. */
export const maskSecret = <Value extends string | null>(name: string, value: Value): Value | string =>
  value && findSetting(name)?.kind === 'secret'
    ? t('setting.secret', 'Stored, not shown' /* in place of a secret such as a password */)
    : value;

/** What holds, as `.env` or the site file would have it. Empty for nothing. */
export function valueOf(setting: Setting, { env, settings }: ShowDeps): string {
  const fixing = findFixing(setting, { env, source: settings.source });
  const rule = ruleOf(setting.name);
  if (fixing?.by === 'file' && rule !== undefined) {
    const value = new Map<string, unknown>(Object.entries(env.rules)).get(rule);
    return typeof value === 'string' ? value : JSON.stringify(value);
  }
  const given = settings.source[setting.name]?.trim();
  const stored = fixing ? undefined : settings.applied.stored[setting.name];
  return maskSecret(setting.name, (given || stored) ?? defaultOf(setting, env));
}

/** Every setting, in the language of the site. */
export function showSettings(deps: ShowDeps): Settings {
  const { env, settings } = deps;
  return {
    version: settings.applied.version,
    fault: settings.fault ?? null,
    settings: SETTINGS.map((setting): ShownSetting => {
      const { name, group, kind, unit, choices = {}, columns = {} } = setting;
      return {
        ...{ name, group, kind },
        label: say(setting.label),
        meaning: say(setting.meaning),
        unit: unit ? say(unit) : null,
        choices: Object.entries(choices).map(([value, label]) => ({ value, label: say(label) })),
        columns: Object.entries(columns).map(([key, label]) => ({ key, label: say(label) })),
        default: defaultOf(setting, env),
        stored: maskSecret(name, settings.applied.stored[name] ?? null),
        value: valueOf(setting, deps),
        fixedBy: sayFixing(setting, deps),
      };
    }),
  };
}

/** A setting that this version does not know has its name as the label. */
export const labelOf = (name: string): string => {
  const setting = findSetting(name);
  return setting ? say(setting.label) : name;
};

export const showVersion = ({ changes, ...version }: ListedVersion): SettingsVersion => ({
  ...version,
  changes: Object.entries(changes).map(([name, { from, to }]) => ({
    name,
    label: labelOf(name),
    kind: findSetting(name)?.kind ?? null,
    before: maskSecret(name, from),
    after: maskSecret(name, to),
  })),
});

/** What a file can carry to another site, and the names of what it can't: secrets, encrypted with the keys of this site, and its images. */
export function exportStored({ applied }: Deps['settings']) {
  const entries = Object.entries(applied.stored);
  const isOfThisSite = (name: string) => ['secret', 'image'].includes(findSetting(name)?.kind ?? '');
  return {
    settings: Object.fromEntries(entries.filter(([name]) => !isOfThisSite(name))),
    leftOut: entries.flatMap(([name]) => (isOfThisSite(name) ? [name] : [])),
  };
}
