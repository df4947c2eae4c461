import { mkdir, writeFile, statfs } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Pool } from 'pg';
import { OwnerError } from '@/server/base/errors';
import {
  completeStagingFolder,
  createStagingFolder,
  prepareDataDir,
  type Replacement,
  swapIn,
} from '@/server/db/data-dir';
import { lockDirectory } from '@/server/db/directory-lock';
import { createPglitePool } from '@/server/db/pglite';
import { startPgliteThread } from '@/server/db/pglite-thread';
import type { ImageStore } from '@/server/images/image-store';
import { createFileStore } from '@/server/images/image-store-file';
import { type CheckedBackup, compareTables, restoreDatabase } from './restore-backup';

/**
 * Restores into the data folder: into staging folders first, which are then put in the place of what is there.
 *
 * @param options.images where images are stored if not in the data folder.
 * @param options.replaces whether a database that is there may be replaced. It is kept under another name.
 * @returns the suffix of the names under which the former database, images and keys are kept.
 * @throws OwnerError when there is a database that must not be replaced, or not enough room.
 */
export async function restoreIntoFolder(
  file: string,
  backup: CheckedBackup,
  options: { dataDir: string; images: ImageStore | null; keys: Buffer | null; replaces: boolean; now: Date },
): Promise<string> {
  const { dataDir, images, keys, replaces, now } = options;
  prepareDataDir(dataDir);
  const lock = await lockDirectory(dataDir);
  try {
    if (existsSync(join(dataDir, 'database')) && !replaces) {
      throw new OwnerError(
        `There is a database in ${dataDir} already. Run the command with --replace to put the backup in its place, or set DATA_DIR to a new folder.`,
      );
    }
    await requireRoom(dataDir, backup, images === null);
    const database = await createStagingFolder(dataDir);
    const imageFolder = await createStagingFolder(dataDir);
    const store = images ?? createFileStore(imageFolder);
    await withStagingDatabase(database, (pool) =>
      restoreDatabase(pool, file, backup, (name, bytes) => store.write(name, bytes)),
    );
    await completeStagingFolder(database);
    await completeStagingFolder(imageFolder);
    const replacements: Replacement[] = [{ name: 'database', stagedPath: nameOf(database) }];
    if (!images) replacements.push({ name: 'images', stagedPath: nameOf(imageFolder) });
    if (keys) {
      const folder = await createStagingFolder(dataDir);
      await writeFile(join(folder, 'session-keys'), keys, { mode: 0o600, flush: true });
      replacements.push({ name: 'session-keys', stagedPath: join(nameOf(folder), 'session-keys') });
    }
    const suffix = `.before-restore-${now.toISOString().replaceAll(/[:.]/g, '-')}`;
    await swapIn(dataDir, suffix, replacements);
    return suffix;
  } finally {
    lock.release();
  }
}

const nameOf = (path: string) => path.slice(dirname(path).length + 1);

async function withStagingDatabase<T>(folder: string, run: (pool: Pool) => Promise<T>): Promise<T> {
  const thread = await startPgliteThread({ kind: 'staging', path: folder });
  const pool = createPglitePool(thread);
  try {
    return await run(pool);
  } finally {
    await pool.end();
    await thread.close();
  }
}

/**
 * Restores into an embedded database in a folder of its own, to see that the backup can be restored.
 *
 * @returns the names of the tables whose rows are not those of the backup.
 */
export async function rehearseRestore(
  folder: string,
  file: string,
  backup: CheckedBackup,
): Promise<string[]> {
  await requireRoom(folder, backup, false);
  const database = join(folder, 'database');
  await mkdir(database, { recursive: true, mode: 0o700 });
  return withStagingDatabase(database, async (pool) => {
    await restoreDatabase(pool, file, backup, () => Promise.resolve());
    return compareTables(pool, backup);
  });
}

/**
 * Restores into a database of PostgreSQL without members and products.
 *
 * @throws OwnerError when it has any.
 */
export async function restoreIntoPostgres(
  file: string,
  backup: CheckedBackup,
  { databaseURL, images, dataDir }: { databaseURL: string; images: ImageStore; dataDir: string | null },
): Promise<void> {
  if (dataDir !== null) await requireRoom(dataDir, backup, true);
  const pool = new Pool({ connectionString: databaseURL, max: 1 });
  try {
    await requireEmpty(pool);
    await restoreDatabase(pool, file, backup, (name, bytes) => images.write(name, bytes));
  } finally {
    await pool.end();
  }
}

/** A database takes about this many times the bytes of its rows in a backup, indexes included. */
const DATABASE_SIZE_FACTOR = 5;
const MB = 1024 * 1024;

async function requireEmpty(pool: Pool): Promise<void> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'migrations'`,
  );
  const names = tables.map(({ name }) => name);
  if (names.length === 0) return;
  const isOurs = names.includes('products') && names.includes('users');
  const { rows } = isOurs
    ? await pool.query<{ isEmpty: boolean }>(
        'SELECT NOT EXISTS (SELECT FROM users) AND NOT EXISTS (SELECT FROM products) AS "isEmpty"',
      )
    : { rows: [] };
  if (rows[0]?.isEmpty) return;
  throw new OwnerError(
    'The database of DATABASE_URL is not empty. Create an empty one, restore into it, and then let the site use it.',
  );
}

/** @throws OwnerError when the disk has less room than the backup is likely to take. */
async function requireRoom(
  folder: string,
  { checksums }: CheckedBackup,
  includesImages: boolean,
): Promise<void> {
  const neededBytes =
    checksums.tableBytes * DATABASE_SIZE_FACTOR + (includesImages ? checksums.imageBytes : 0) + 100 * MB;
  const { bavail, bsize } = await statfs(existing(resolve(folder)));
  if (bavail * bsize >= neededBytes) return;
  throw new OwnerError(
    `The backup needs about ${inMB(neededBytes)} MB in ${folder}, which has ${inMB(bavail * bsize)} MB left. Nothing was changed.`,
  );
}

/** The folder, or the closest one above it that exists. */
const existing = (folder: string): string => (existsSync(folder) ? folder : existing(dirname(folder)));

const inMB = (bytes: number) => Math.ceil(bytes / MB).toLocaleString('en');
