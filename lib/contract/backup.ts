import * as z from 'zod/mini';
import { defineCall } from './call';
import { text } from '@/lib/texts/texts';

export const BACKUP_LIMITS = {
  /** How many of the newest backups are listed. */
  listedMax: 100,
  /** How long the link of a download works. */
  linkSeconds: 60,
} as const;

/** The names of files that the site lists, checks and hands out. */
export const BACKUP_NAME = /^\w[\w.-]{0,99}\.backup$/;

const backupName = z.string().check(z.maxLength(110), z.regex(BACKUP_NAME));

const backup = z.object({
  name: z.string(),
  kind: z.enum(['scheduled', 'by-hand']),
  writtenAt: z.iso.datetime(),
  bytes: z.int(),
});
export type Backup = z.infer<typeof backup>;

/** The last thing that was done from the browser. */
export const backupWork = z.object({
  kind: z.enum(['make', 'check']),
  name: z.string(),
  state: z.enum(['running', 'done', 'failed']),
  startedAt: z.iso.datetime(),
  endedAt: z.nullable(z.iso.datetime()),
  /** Why it failed, as the command says it. Null when the site stopped in between. */
  message: z.nullable(z.string()),
});
export type BackupWork = z.infer<typeof backupWork>;

const backupOverview = z.object({
  /** `off`: `BACKUP_DIR` names no folder. `missing`: the folder is made with the first backup. */
  state: z.enum(['off', 'missing', 'ready']),
  /** As the configuration names it. Empty if `off`. */
  folder: z.string(),
  everyHours: z.int(),
  keptCount: z.int(),
  /** Whether new backups have the session keys, encrypted. */
  hasPassphrase: z.boolean(),
  database: z.enum(['embedded', 'postgres']),
  /** The command of the terminal that restores the newest backup. */
  restoreCommand: z.string(),
  /** The newest, newest first. */
  backups: z.array(backup),
  work: z.nullable(backupWork),
});
export type BackupOverview = z.infer<typeof backupOverview>;

export const listBackupsCall = defineCall({
  method: 'get',
  path: '/moderation/backups',
  summary: text(
    'calls.listBackups',
    'The 100 newest backups in `BACKUP_DIR`, and what was last done with them from the browser.',
  ),
  access: 'admin',
  answer: backupOverview,
  errors: [],
});

export const makeBackupCall = defineCall({
  method: 'post',
  path: '/moderation/backups',
  summary: text(
    'calls.makeBackup',
    'Begins to write a backup in a child process, as the command `backup` does. While a backup or a check runs, another is refused.',
  ),
  access: 'admin',
  answer: z.object({ work: backupWork }),
  status: 202,
  errors: ['conflict'],
});

export const checkBackupCall = defineCall({
  method: 'post',
  path: '/moderation/backups/checks',
  summary: text(
    'calls.checkBackup',
    'Begins to rehearse the restore of a backup in a temporary folder, as `restore --verify` does. The data of the site stays as it is.',
  ),
  access: 'admin',
  body: z.object({ name: backupName }),
  answer: z.object({ work: backupWork }),
  status: 202,
  errors: ['not_found', 'conflict'],
});

export const linkBackupCall = defineCall({
  method: 'post',
  path: '/moderation/backups/links',
  summary: text(
    'calls.linkBackup',
    'Makes a link that downloads a backup. It works for a minute, and only in a browser where the same admin is signed in.',
  ),
  access: 'admin',
  needsFreshSignIn: 'but-for-first-way',
  body: z.object({ name: backupName }),
  answer: z.object({ url: z.string() }),
  errors: ['not_found'],
});
