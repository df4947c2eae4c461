/** The pages of the settings, in the order of their menu. The first one is `/settings/site`. */
export const SETTING_GROUPS = [
  'site',
  'look',
  'links',
  'people',
  'mail',
  'rules',
  'newsletter',
  'checks',
  'analytics',
] as const;
export type SettingGroup = (typeof SETTING_GROUPS)[number];

/**
 * How a value is edited. `words`: separated by commas. `lines`: a JSON list of texts. `rows`: a JSON list of objects. `several`: a
 * JSON list of choices. `secret`: stored encrypted, and never shown again. `image`: the key of an uploaded image.
 */
export const SETTING_KINDS = [
  'line',
  'text',
  'color',
  'choice',
  'number',
  'words',
  'lines',
  'rows',
  'several',
  'secret',
  'image',
] as const;
export type SettingKind = (typeof SETTING_KINDS)[number];
