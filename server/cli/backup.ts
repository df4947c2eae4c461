import { existsSync, statSync } from 'node:fs';
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
import type { ServerEnv } from '@/server/config/env';
import { loadEnv } from '@/server/config/env-file';
import { hasErrorCode, OwnerError } from '@/server/base/errors';
import { showWork, withCleanup } from './run-program';

export async function backUp(name: string | undefined): Promise<undefined> {
  const env = loadEnv();
  const now = new Date();
  const file = name ?? join(env.backups.folder ?? 'backups', nameByHand(now));
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const part = `${file}.part`;
  if (existsSync(part))
    throw new OwnerError(`There is a file ${part} already. Remove it, or name another file.`);
  await withCleanup(
    () => Promise.all([part, copyOf(part)].map((path) => rm(path, { recursive: true, force: true }))),
    async () => {
      const written = await showWork(
        () => `Writing … ${(sizeOf(part) / MB).toFixed(1)} MB`,
        () => writeFrom(env, part, now),
      );
      await rename(part, file);
      console.log(describe(file, written));
    },
  );
}

/** Not the name of a scheduled backup, which the site deletes after a while. */
const nameByHand = (now: Date) => `${now.toISOString().replaceAll(/[:.]/g, '-')}.by-hand.backup`;

const MB = 1024 * 1024;
const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/** The copy of a database that the running site has open. */
const copyOf = (file: string) => `${file}.database`;

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
  await copyOpenDatabase(database, copyOf(file), async () => {
    await callControl(env.dataDir, controlCommands.checkpoint, {});
  });
  return writeFromFolder(copyOf(file));

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

/** Those of SESSION_KEYS, or of the data folder. Null without a passphrase. */
async function readSealedKeys({ dataDir, sessionKeys, backups }: ServerEnv): Promise<Buffer | null> {
  if (backups.passphrase === '') return null;
  if (sessionKeys.length > 0) return sealKeys(Buffer.from(`${sessionKeys.join('\n')}\n`), backups.passphrase);
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
