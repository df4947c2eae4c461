import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
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
    return 'Restored into PostgreSQL.';
  }
  const images = s3 ? createImageStore(env) : null;
  const suffix = await restoreIntoFolder(file, backup, { dataDir, images, keys, replaces, now: new Date() });
  const kept = replaces ? ` What was there before has names that end in ${suffix}.` : '';
  return `Restored into ${dataDir}.${kept}${keys ? '' : ' Without session keys: members sign in again.'}`;
}

function readKeys({ sessionKeys, backups }: ServerEnv, { sealedKeys }: CheckedBackup): Buffer | null {
  if (backups.passphrase === '' || sessionKeys.length > 0 || !sealedKeys) return null;
  return openKeys(sealedKeys, backups.passphrase);
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
