import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { controlCommands } from '@/server/control/contract';
import { callControl, isSiteRunning } from '@/server/control/control-client';
import { createImageStore } from '@/server/create-deps';
import {
  copyOpenDatabase,
  type WrittenBackup,
  writeBackup,
  writePostgresBackup,
} from '@/server/backup/write-backup';
import { sealKeys } from '@/server/backup/sealed-keys';
import { lockDirectory } from '@/server/db/directory-lock';
import { createPglitePool } from '@/server/db/pglite';
import { startPgliteThread } from '@/server/db/pglite-thread';
import { loadEnv, type ServerEnv } from '@/server/config/env';
import { hasErrorCode, OwnerError } from '@/server/base/errors';
import { runProgram, UsageError } from './run-program';

const USAGE = `Usage: npm run backup [-- <file>]

Writes everything that the site has stored into one file: the database and the images. Without a name, into
./backups/<time>.backup. Set BACKUP_PASSPHRASE to add the session keys, encrypted by it; without them, members sign in
again after a restore. The configuration (.env, the site file) is not part of it.
Works while the site is running.`;

await runProgram(async () => {
  const [name, ...rest] = process.argv.slice(2);
  if (rest.length > 0 || name?.startsWith('-')) throw new UsageError(USAGE);
  const env = loadEnv();
  const now = new Date();
  const file = name ?? join('backups', `${now.toISOString().replaceAll(/[:.]/g, '-')}.backup`);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const part = `${file}.part`;
  try {
    const written = await writeFrom(env, part, now);
    await rename(part, file);
    console.log(describe(file, written));
  } catch (error) {
    if (hasErrorCode(error, 'EEXIST')) throw new OwnerError(`There is a file ${part} already.`);
    await rm(part, { force: true });
    throw error;
  }
});

async function writeFrom(env: ServerEnv, file: string, now: Date): Promise<WrittenBackup> {
  const source = {
    images: createImageStore(env),
    siteName: env.siteName,
    sealedKeys: await readSealedKeys(env),
  };
  if (env.databaseURL !== undefined) {
    return writePostgresBackup(env.databaseURL, source, file, now);
  }
  const database = join(env.dataDir, 'database');
  if (!existsSync(database)) throw new OwnerError(`There is no database in ${env.dataDir}.`);
  if (!(await isSiteRunning(env.dataDir))) {
    const lock = await lockDirectory(env.dataDir);
    return writeFromFolder(database).finally(() => lock.release());
  }
  const copy = `${file}.database`;
  try {
    await copyOpenDatabase(database, copy, async () => {
      await callControl(env.dataDir, controlCommands.checkpoint, {});
    });
    return await writeFromFolder(copy);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }

  async function writeFromFolder(path: string): Promise<WrittenBackup> {
    const thread = await startPgliteThread({ kind: 'folder', path });
    const pool = createPglitePool(thread);
    try {
      return await writeBackup({ ...source, pool }, file, now);
    } finally {
      await pool.end();
      await thread.close();
    }
  }
}

/** Null without a passphrase, and when the keys come from SESSION_KEYS. */
async function readSealedKeys({ dataDir, sessionKeys, backups }: ServerEnv): Promise<Buffer | null> {
  if (backups.passphrase === '' || sessionKeys.length > 0) return null;
  try {
    return sealKeys(await readFile(join(dataDir, 'session-keys')), backups.passphrase);
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return null;
    throw error;
  }
}

function describe(file: string, { tables, imageCount, missingImageCount }: WrittenBackup): string {
  const count = (name: string) => (tables[name]?.rowCount ?? 0).toLocaleString('en');
  const missing = missingImageCount === 0 ? '' : ` ${missingImageCount} images have no file and are missing.`;
  return `${file}: ${count('products')} products, ${count('users')} members, ${count('upvotes')} upvotes, ${imageCount.toLocaleString('en')} images.${missing}`;
}
