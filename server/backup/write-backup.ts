import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Pool, type PoolClient } from 'pg';
import { hasErrorCode, OwnerError } from '@/server/base/errors';
import type { ImageStore } from '@/server/images/image-store';
import { filesOf } from '@/server/images/image-files';
import { BACKUP_FORMAT, type BackupHeader, type Checksums, type TableSum, writeArchive } from './archive';
import { listTables, readSequences, readTable } from './tables';

const KEYS_PER_PART = 500;

export type BackupSource = {
  pool: Pool;
  images: ImageStore;
  siteName: string;
  /** Null: the backup has no session keys. */
  sealedKeys: Buffer | null;
};

export type WrittenBackup = Checksums & {
  /** Images of which the store has no file. */
  missingImageCount: number;
};

/**
 * Writes everything that a site has stored into one file: the rows of one moment, and the images that they name.
 *
 * @param file must not exist yet.
 */
export async function writeBackup(
  { pool, images, siteName, sealedKeys }: BackupSource,
  file: string,
  now: Date,
): Promise<WrittenBackup> {
  const archive = writeArchive(file);
  const addJSON = (name: string, value: unknown) => archive.add(name, Buffer.from(JSON.stringify(value)));
  const client = await pool.connect();
  try {
    await client.query(
      'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0',
    );
    const header: BackupHeader = {
      format: BACKUP_FORMAT,
      createdAt: now.toISOString(),
      siteName,
      migrations: (
        await client.query<{ name: string; hash: string }>('SELECT name, hash FROM migrations ORDER BY name')
      ).rows,
    };
    await addJSON('header.json', header);
    const sums: Record<string, TableSum> = {};
    for (const table of await listTables(client)) {
      let number = 0;
      sums[table.name] = await readTable(client, table, (part) => {
        number += 1;
        return archive.add(`tables/${table.name}/${String(number).padStart(6, '0')}.jsonl`, part);
      });
    }
    await addJSON('sequences.json', await readSequences(client));
    const missingImageCount = await addImages(client, images, archive.add);
    if (sealedKeys) await archive.add('keys.sealed', sealedKeys);
    return { ...(await archive.finish(sums)), missingImageCount };
  } catch (error) {
    await archive.abort();
    throw error;
  } finally {
    // Ends the transaction with the connection.
    client.release(true);
  }
}

export async function writePostgresBackup(
  databaseURL: string,
  source: Omit<BackupSource, 'pool'>,
  file: string,
  now: Date,
): Promise<WrittenBackup> {
  const pool = new Pool({ connectionString: databaseURL, max: 1 });
  try {
    return await writeBackup({ ...source, pool }, file, now);
  } finally {
    await pool.end();
  }
}

/** @returns how many processed images have no file. */
async function addImages(
  client: PoolClient,
  images: ImageStore,
  add: (name: string, bytes: Buffer) => Promise<void>,
): Promise<number> {
  let missingCount = 0;
  await client.query(
    `DECLARE image_keys NO SCROLL CURSOR FOR SELECT key, status = 'processed' AS "isProcessed" FROM images ORDER BY id`,
  );
  for (;;) {
    const { rows } = await client.query<{ key: string; isProcessed: boolean }>(
      `FETCH ${KEYS_PER_PART} FROM image_keys`,
    );
    if (rows.length === 0) return missingCount;
    for (const { key, isProcessed } of rows) {
      const files = await Promise.all(
        filesOf(key).map(async (name) => ({ name, bytes: await images.read(name) })),
      );
      const present = files.filter(({ bytes }) => bytes !== undefined);
      if (present.length === 0 && isProcessed) missingCount += 1;
      for (const { name, bytes } of present) if (bytes) await add(`images/${name}`, bytes);
    }
  }
}

const ATTEMPTS_MAX = 5;
const CONTROL_FILE = join('global', 'pg_control');
/** The log of all changes since the last checkpoint. */
const LOG_FOLDER = 'pg_wal';

/**
 * Copies the folder of an embedded database while the site that has it open goes on writing. The copy opens like a
 * database whose process was killed: PostgreSQL repeats the changes since the checkpoint from its log. So the file
 * that names the checkpoint is read first and the log last, and a checkpoint in between means a new copy.
 *
 * @param checkpoint has the site write a checkpoint.
 * @throws OwnerError when the site writes so much that every attempt is overtaken by the next checkpoint.
 */
export async function copyOpenDatabase(
  folder: string,
  target: string,
  checkpoint: () => Promise<void>,
): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    await checkpoint();
    const control = await readFile(join(folder, CONTROL_FILE));
    await copyTree(folder, target, (name) => name !== LOG_FOLDER);
    await copyTree(join(folder, LOG_FOLDER), join(target, LOG_FOLDER), () => true);
    await writeFile(join(target, CONTROL_FILE), control, { mode: 0o600 });
    if (control.equals(await readFile(join(folder, CONTROL_FILE)))) return;
  }
  throw new OwnerError(
    'The site writes too much at the moment for a consistent copy of its database. Try again later.',
  );
}

async function copyTree(folder: string, target: string, isWanted: (name: string) => boolean): Promise<void> {
  await mkdir(target, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!isWanted(entry.name)) continue;
    const from = join(folder, entry.name);
    const to = join(target, entry.name);
    if (entry.isDirectory()) await copyTree(from, to, () => true);
    else await copyFile(from, to).catch(ignoreDeleted);
  }
}

/** A listed file may be deleted before the backup reads it. */
function ignoreDeleted(error: unknown): void {
  if (!hasErrorCode(error, 'ENOENT')) throw error;
}
