import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createImageStore } from '@/server/create-deps';
import { type CheckedBackup, checkBackup } from '@/server/backup/restore-backup';
import { rehearseRestore, restoreIntoFolder, restoreIntoPostgres } from '@/server/backup/restore-into';
import { openKeys } from '@/server/backup/sealed-keys';
import type { ServerEnv } from '@/server/config/env';
import { loadEnv } from '@/server/config/env-file';
import { OwnerError } from '@/server/base/errors';
import { printable, showWork, withCleanup } from './run-program';

export type RestoreOptions = { replace?: boolean; verify?: boolean };

export async function restoreBackup(
  file: string,
  { replace: replaces, verify: isRehearsal }: RestoreOptions,
): Promise<undefined> {
  if (!existsSync(file))
    throw new OwnerError(`There is no file ${file}. Name a backup, such as backups/….backup.`);
  const backup = await showWork(
    () => 'Checking the whole file …',
    () => checkBackup(file),
  );
  console.log(printable(describe(backup)));
  const done = await showWork(
    () => 'Restoring …',
    () => (isRehearsal ? verify(file, backup) : restore(file, backup, replaces === true)),
  );
  console.log(done);
}

async function restore(file: string, backup: CheckedBackup, replaces: boolean): Promise<string> {
  const env = loadEnv();
  const { databaseURL, dataDir, s3 } = env;
  const keys = readKeys(env, backup);
  if (databaseURL !== undefined) {
    if (replaces)
      throw new OwnerError(
        '--replace is for the database in DATA_DIR. Let DATABASE_URL name an empty database instead.',
      );
    const images = createImageStore(env);
    await restoreIntoPostgres(file, backup, { databaseURL, images, dataDir: s3 ? null : dataDir });
    return `Restored into PostgreSQL.${await handOverKeys(env, keys)}`;
  }
  const images = s3 ? createImageStore(env) : null;
  const areKept = env.sessionKeys.length === 0;
  const suffix = await restoreIntoFolder(file, backup, {
    ...{ dataDir, images, replaces, now: new Date() },
    keys: areKept ? keys : null,
  });
  const kept = replaces ? ` What was there before has names that end in ${suffix}.` : '';
  return `Restored into ${dataDir}.${kept}${areKept && keys ? '' : await handOverKeys(env, keys)}`;
}

/** Null when the backup has none, or there is no passphrase to open them. */
function readKeys({ backups }: ServerEnv, { sealedKeys }: CheckedBackup): Buffer | null {
  return backups.passphrase === '' || !sealedKeys ? null : openKeys(sealedKeys, backups.passphrase);
}

const KEYS_FILE = 'restored-session-keys';

/**
 * Puts the keys of a backup where the owner can take them from, for a site whose keys are in its configuration.
 *
 * @returns a sentence about the sessions of members.
 */
async function handOverKeys({ sessionKeys, dataDir }: ServerEnv, keys: Buffer | null): Promise<string> {
  if (!keys) {
    return sessionKeys.length > 0
      ? ' Members stay signed in if SESSION_KEYS has the keys of the site that was backed up.'
      : ' Without session keys: members sign in again.';
  }
  const restored = keys.toString('utf8').split(/\s+/).filter(Boolean);
  if (restored.every((key) => sessionKeys.includes(key))) return ' Members stay signed in.';
  const path = join(dataDir, KEYS_FILE);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const line = [...new Set([...restored, ...sessionKeys])].join(',');
  await writeFile(path, `SESSION_KEYS=${line}\n`, { mode: 0o600, flush: true });
  return ` To keep members signed in, put the line of ${path} in place of the SESSION_KEYS of every process, then delete the file.`;
}

async function verify(file: string, backup: CheckedBackup): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'verify-backup-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  return withCleanup(remove, async () => {
    const different = await rehearseRestore(folder, file, backup);
    if (different.length > 0) {
      throw new OwnerError(`These tables differ after a restore: ${different.join(', ')}.`);
    }
    return `The backup can be restored: every row of ${Object.keys(backup.checksums.tables).length} tables is there again.`;
  });
}

function describe({ header, checksums: { tables, imageCount } }: CheckedBackup): string {
  const count = (name: string) => (tables[name]?.rowCount ?? 0).toLocaleString('en');
  return `Backup of ${header.siteName} from ${header.createdAt}: ${count('products')} products, ${count('users')} members, ${imageCount.toLocaleString('en')} images.`;
}
