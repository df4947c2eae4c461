import * as z from 'zod/mini';
import { after, atMost, defineCall, isEmail, isLine, nextCursor, optionalText } from './call';
import { SETTING_GROUPS, SETTING_KINDS } from './plain/settings';
import { text } from '@/lib/texts/texts';

export const SETTING_LIMITS = {
  nameCharsMax: 60,
  valueCharsMax: 20_000,
  changesMax: 100,
  noteCharsMax: 200,
  pageSize: 20,
  /** How many versions are kept. */
  versionsMax: 1_000,
} as const;

const name = z.string().check(z.minLength(1), atMost(SETTING_LIMITS.nameCharsMax), isLine);

const choice = z.object({ value: z.string(), label: z.string() });

export const setting = z.object({
  /** As `.env` has it, or `rules.…` as `site.json` has it below `rules`. */
  name: z.string(),
  group: z.enum(SETTING_GROUPS),
  label: z.string(),
  meaning: z.string(),
  kind: z.enum(SETTING_KINDS),
  unit: z.nullable(z.string()),
  /** Of a choice or several ones. */
  choices: z.array(choice),
  /** Of rows: the keys of the objects in the list. */
  columns: z.array(z.object({ key: z.string(), label: z.string() })),
  /** What holds without a value. Empty for nothing. */
  default: z.string(),
  /** What is stored. Null for nothing. */
  stored: z.nullable(z.string()),
  /** What holds: as `.env` would have it, a list of rows and several ones as JSON. Empty for nothing. */
  value: z.string(),
  /** What wins over the stored value: a variable of the environment, or the site file. Null: the setting can be changed. */
  fixedBy: z.nullable(z.string()),
});
export type Setting = z.infer<typeof setting>;

const settings = z.object({
  /** Of the last change. 0 before the first one. */
  version: z.int(),
  settings: z.array(setting),
  /** What keeps this process from the stored version. Null: the version holds. */
  fault: z.nullable(z.string()),
});
export type Settings = z.infer<typeof settings>;

const changes = z
  .array(
    z.object({
      name,
      /** Null to store nothing, so that the default holds. */
      value: z.nullable(z.string().check(atMost(SETTING_LIMITS.valueCharsMax))),
    }),
  )
  .check(z.minLength(1), z.maxLength(SETTING_LIMITS.changesMax));

const changed = z.object({
  name: z.string(),
  label: z.string(),
  /** What held before and holds then. */
  before: z.string(),
  after: z.string(),
  /** What the change does to what is stored or shown, in sentences. Empty for nothing beyond the setting. */
  effect: z.string(),
});
export type ChangedSetting = z.infer<typeof changed>;

export const findSettingsCall = defineCall({
  method: 'get',
  path: '/moderation/settings',
  summary: text('calls.findSettings', 'The settings of the site, with what each means and what holds.'),
  access: 'admin',
  answer: settings,
  errors: [],
});

const VALUE_BODY_BYTES = 512 * 1024;

export const checkSettingsCall = defineCall({
  method: 'post',
  path: '/moderation/settings/checks',
  summary: text(
    'calls.checkSettings',
    'What a change of settings would do. Changes nothing. `bad_request` names each value that is refused.',
  ),
  access: 'admin',
  body: z.object({ changes }),
  bodyBytesMax: VALUE_BODY_BYTES,
  answer: z.object({ changes: z.array(changed) }),
  errors: [],
});

const basedOn = z.int().check(z.gte(0), z.lte(2_147_483_646));

export const changeSettingsCall = defineCall({
  method: 'put',
  path: '/moderation/settings',
  summary: text(
    'calls.changeSettings',
    'Changes settings in every process within a second. `conflict` when somebody has changed them since `basedOn`: `fields` names what differs.',
  ),
  access: 'admin',
  body: z.object({
    /** The version that the person has seen. */
    basedOn,
    changes,
    note: optionalText(SETTING_LIMITS.noteCharsMax, isLine),
  }),
  bodyBytesMax: VALUE_BODY_BYTES,
  answer: settings,
  errors: ['conflict'],
});

export const settingsVersion = z.object({
  version: z.int(),
  /** The name of who has made it; null if it is not a member any more. */
  authorName: z.nullable(z.string()),
  /** As the log has it. */
  authorHandle: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  note: z.string(),
  /** The version that it has undone. */
  undone: z.nullable(z.int()),
  changes: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      /** Null for a setting that this version does not know. */
      kind: z.nullable(z.enum(SETTING_KINDS)),
      /** What was stored, and what is. Null for nothing, so that the default holds. */
      before: z.nullable(z.string()),
      after: z.nullable(z.string()),
    }),
  ),
});
export type SettingsVersion = z.infer<typeof settingsVersion>;

export const listSettingsVersionsCall = defineCall({
  method: 'get',
  path: '/moderation/settings/versions',
  summary: text('calls.listSettingsVersions', 'The changes of the settings, newest first.'),
  access: 'admin',
  query: z.object({ after }),
  answer: z.object({
    /** Of the last change. */
    version: z.int(),
    versions: z.array(settingsVersion),
    nextCursor,
  }),
  errors: [],
});

export const undoSettingsCall = defineCall({
  method: 'post',
  path: '/moderation/settings/versions/:version/undo',
  summary: text(
    'calls.undoSettings',
    'Stores what was stored before a version, as a new version. `conflict` when somebody has changed the settings since `basedOn`.',
  ),
  access: 'admin',
  params: z.object({ version: z.string().check(z.regex(/^[1-9]\d{0,8}$/)) }),
  body: z.object({ basedOn }),
  answer: settings,
  errors: ['not_found', 'conflict'],
});

export const TEST_EMAIL_CHARS_MAX = 254;

export const sendTestEmailCall = defineCall({
  method: 'post',
  path: '/moderation/settings/test-email',
  limits: ['changeByAddress', 'testEmailByUser'],
  summary: text(
    'calls.sendTestEmail',
    'Sends an email to an address, to try the mail server of the site. `unavailable` with what the mail server says.',
  ),
  access: 'admin',
  body: z.object({ email: z.string().check(z.trim(), z.maxLength(TEST_EMAIL_CHARS_MAX), isEmail) }),
  answer: z.object({ message: z.string() }),
  errors: ['unavailable'],
});
