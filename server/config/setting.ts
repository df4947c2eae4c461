import type { SettingGroup, SettingKind } from '@/lib/contract/plain/settings';
import { type Text, text } from '@/lib/texts/texts';

/** What an admin can set in the browser. Its value is checked by what checks `.env` and the site file at the start. */
export type Setting = {
  /** As `.env` has it, or `rules.…` as the site file has it below `rules`. */
  name: string;
  group: SettingGroup;
  label: Text;
  meaning: Text;
  kind: SettingKind;
  unit?: Text;
  choices?: Readonly<Record<string, Text>>;
  /** Of rows: the keys of each object, with their labels. */
  columns?: Readonly<Record<string, Text>>;
  /** What a change does beyond the setting. */
  effect?: Text;
  /**
   * Settings with the same word make sense only together: where a variable of the environment names one of them, it
   * wins over what is stored of all.
   */
  unitOf?: string;
  /** Of the settings with this word: without them, the value holds for nothing. */
  needsUnit?: string;
};

/** The privacy page and the terms say what these settings are. */
const SAID_ON_LEGAL_PAGES: readonly SettingGroup[] = ['people', 'mail', 'analytics'];

const legalEffect = text(
  'setting.legalEffect',
  'The privacy page and the terms change with it, and promise an announcement 14 days before: add a banner first.',
);

/** The settings of one group, by name. */
export const inGroup = (
  group: SettingGroup,
  settings: Readonly<Record<string, Omit<Setting, 'name' | 'group'>>>,
): Setting[] =>
  Object.entries(settings).map(([name, setting]) => ({
    ...{ name, group, ...(SAID_ON_LEGAL_PAGES.includes(group) && { effect: legalEffect }) },
    ...setting,
  }));

/** What the name of a rule of the site file begins with. */
export const RULE_PREFIX = 'rules.';

export const ruleOf = (name: string): string | undefined =>
  name.startsWith(RULE_PREFIX) ? name.slice(RULE_PREFIX.length) : undefined;
