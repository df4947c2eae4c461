import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createImageStore } from '@/server/create-deps';
import { type CheckedBackup, checkBackup } from '@/server/backup/restore-backup';
import { rehearseRestore, restoreIntoFolder, restoreIntoPostgres } from '@/server/backup/restore-into';
import { openKeys } from '@/server/backup/sealed-keys';
import { loadEnv, type ServerEnv } from '@/server/config/env';
import { OwnerError } from '@/server/base/errors';
import { printable, readCommandLine, runProgram, UsageError } from './run-program';

const USAGE = `Usage: npm run restore -- <file> [--replace] [--verify]

Restores a backup into DATA_DIR, or with DATABASE_URL into an empty database of PostgreSQL. Stop the site before. The
whole file is checked first; nothing is changed if it is damaged or from a newer version.

--replace  replaces the database in DATA_DIR. It is kept beside the new one, under another name.
--verify   restores into a temporary folder instead, compares the rows, and deletes it again
BACKUP_PASSPHRASE opens the session keys of the backup; without them, members sign in again.`;

await runProgram(async () => {
  const options = {
    replace: { type: 'boolean', default: false },
    verify: { type: 'boolean', default: false },
  } as const;
  const { values, positionals } = readCommandLine(USAGE, () =>
    parseArgs({ allowPositionals: true, options }),
  );
  const [file, ...rest] = positionals;
  if (file === undefined || rest.length > 0 || (values.replace && values.verify)) throw new UsageError(USAGE);
  if (!existsSync(file)) throw new OwnerError(`There is no file ${file}.`);
  const backup = await checkBackup(file);
  console.log(printable(describe(backup)));
  console.log(await (values.verify ? verify(file, backup) : restore(file, backup, values.replace)));
});

async function restore(file: string, backup: CheckedBackup, replaces: boolean): Promise<string> {
  const env = loadEnv();
  const { databaseURL, dataDir, s3 } = env;
  const keys = readKeys(env, backup);
  if (databaseURL !== undefined) {
    if (replaces) throw new UsageError(USAGE, '--replace is for the database in DATA_DIR.');
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
  try {
    const different = await rehearseRestore(folder, file, backup);
    if (different.length > 0) {
      throw new OwnerError(`These tables differ after a restore: ${different.join(', ')}.`);
    }
    return `The backup can be restored: every row of ${Object.keys(backup.checksums.tables).length} tables is there again.`;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function describe({ header, checksums: { tables, imageCount } }: CheckedBackup): string {
  const count = (name: string) => (tables[name]?.rowCount ?? 0).toLocaleString('en');
  return `Backup of ${header.siteName} from ${header.createdAt}: ${count('products')} products, ${count('users')} members, ${imageCount.toLocaleString('en')} images.`;
}
