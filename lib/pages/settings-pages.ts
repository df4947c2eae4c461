import { SETTING_GROUPS, type SettingGroup } from '@/lib/contract/plain/settings';
import { t } from '@/lib/texts/texts';

const TITLES: Readonly<Record<SettingGroup, string>> = {
  get site() {
    return t('settingsMenu.site', 'Name and words' /* settings: what the site is called */);
  },
  get look() {
    return t('settingsMenu.look', 'Look' /* settings: colors and layout */);
  },
  get links() {
    return t('settingsMenu.links', 'Links' /* settings: social media, banners */);
  },
  get people() {
    return t('settingsMenu.people', 'New members');
  },
  get mail() {
    return t('settingsMenu.mail', 'Emails of the site');
  },
  get rules() {
    return t('settingsMenu.rules', 'Rules for submissions');
  },
  get newsletter() {
    return t('settingsMenu.newsletter', 'Newsletter' /* settings: when it is sent */);
  },
  get checks() {
    return t('settingsMenu.checks', 'Checks and data' /* settings: of listed sites, of open data */);
  },
  get analytics() {
    return t('settingsMenu.analytics', 'Analytics' /* settings: which scripts pages load */);
  },
};

/** The parts of the page of the settings, in the order of its menu. `/settings/look` leads to one. */
export const SETTINGS_PAGES = [...SETTING_GROUPS, 'history'] as const;
export type SettingsPageName = (typeof SETTINGS_PAGES)[number];

export const settingsPath = (name: SettingsPageName) =>
  `/moderation/settings${name === 'site' ? '' : `?group=${name}`}`;

/** The first part of the settings if the name is no other's. */
export const settingsPageOf = (name: unknown): SettingsPageName =>
  SETTINGS_PAGES.find((known) => known === name) ?? 'site';

export const settingsTitle = (name: SettingsPageName): string =>
  name === 'history' ? t('settingsMenu.history', 'History' /* of changes of the settings */) : TITLES[name];
