import { createHash } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { migrate } from '@/server/db/migrate';
import { type Migration, readMigrations } from '@/server/db/apply-migrations';
import {
  BACKUP_FORMAT,
  type BackupHeader,
  backupHeader,
  type Checksums,
  InvalidBackupError,
  parseJSON,
  readArchive,
} from './archive';
import * as z from 'zod/mini';
import { insertRows, listTables, prepareFilling, readTable, setSequences } from './tables';

const sequences = z.record(z.string(), z.nullable(z.string().check(z.regex(/^\d{1,19}$/))));

export type CheckedBackup = { header: BackupHeader; checksums: Checksums; sealedKeys: Buffer | null };

/**
 * Reads a backup from start to end and changes nothing.
 *
 * @throws InvalidBackupError when it is damaged, or was written by a newer version or another software.
 */
export async function checkBackup(file: string): Promise<CheckedBackup> {
  const own = await readMigrations();
  let header: BackupHeader | undefined;
  let sealedKeys: Buffer | null = null;
  const lines = new Map<string, { rowCount: number; hasher: ReturnType<typeof createHash> }>();
  const checksums = await readArchive(file, ({ name, bytes }) => {
    if (header === undefined) {
      if (name !== 'header.json')
        throw new InvalidBackupError(
          `${file} is not a backup of this software, or was cut off at its start.`,
        );
      header = readHeader(bytes, own);
    }
    if (name === 'keys.sealed') sealedKeys = bytes;
    const table = tableOf(name);
    if (table === undefined) return;
    const sum = lines.get(table) ?? { rowCount: 0, hasher: createHash('sha256') };
    sum.hasher.update(bytes);
    for (const byte of bytes) if (byte === LINE_BREAK) sum.rowCount += 1;
    lines.set(table, sum);
  });
  if (!header)
    throw new InvalidBackupError(`${file} is not a backup of this software, or was cut off at its start.`);
  for (const [table, { rowCount, sha256 }] of Object.entries(checksums.tables)) {
    const read = lines.get(table) ?? { rowCount: 0, hasher: createHash('sha256') };
    if (read.rowCount !== rowCount || read.hasher.digest('hex') !== sha256) {
      throw new InvalidBackupError(`${file} was changed after it was written: table ${table} differs.`);
    }
  }
  return { header, checksums, sealedKeys };
}

const LINE_BREAK = 0x0a;
const tableOf = (name: string) => /^tables\/([a-z_]+)\//.exec(name)?.[1];

function readHeader(bytes: Buffer, own: readonly Migration[]): BackupHeader {
  const header = parseJSON(backupHeader, bytes);
  const known = new Map(own.map(({ name, hash }) => [name, hash]));
  const unknown = header.migrations.find(({ name, hash }) => known.get(name) !== hash);
  if (header.format > BACKUP_FORMAT || unknown) {
    throw new InvalidBackupError(
      `The backup was written by a newer version${unknown ? ` (migration ${unknown.name})` : ''}. Restore it with that version.`,
    );
  }
  return header;
}

/**
 * Fills an empty database with the rows of a backup, and upgrades them to the schema of this version.
 *
 * @param onImage stores a file of an image.
 * @throws InvalidBackupError when the file differs from what was checked. The database keeps no row then.
 */
export async function restoreDatabase(
  pool: Pool,
  file: string,
  { header, checksums }: CheckedBackup,
  onImage: (name: string, bytes: Buffer) => Promise<void>,
): Promise<void> {
  await migrate(pool, { last: header.migrations.at(-1)?.name });
  const client = await pool.connect();
  try {
    await client.query(
      'BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0',
    );
    const tables = new Map((await listTables(client)).map((table) => [table.name, table]));
    const finishing = await prepareFilling(client, [...tables.values()]);
    const read = await readArchive(file, async ({ name, bytes }) => {
      const table = tables.get(tableOf(name) ?? '');
      if (table) await insertRows(client, table, bytes);
      else if (name === 'sequences.json') await setSequences(client, parseJSON(sequences, bytes));
      else if (name.startsWith('images/')) await onImage(name.slice('images/'.length), bytes);
    });
    if (read.sha256 !== checksums.sha256) {
      throw new InvalidBackupError(`${file} was changed while it was being restored.`);
    }
    for (const statement of finishing) await client.query(statement);
    await client.query('COMMIT');
    await client.query('ANALYZE');
  } finally {
    client.release(true);
  }
  await migrate(pool);
}

/** @returns the names of the tables whose rows are not those of the backup. */
export async function compareTables(pool: Pool, { header, checksums }: CheckedBackup): Promise<string[]> {
  const client = await pool.connect();
  try {
    // A later migration may have changed the rows.
    if ((await lastMigration(client)) !== header.migrations.at(-1)?.name) return [];
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const different: string[] = [];
    for (const table of await listTables(client)) {
      const { sha256 } = await readTable(client, table, () => undefined);
      if (checksums.tables[table.name]?.sha256 !== sha256) different.push(table.name);
    }
    return different;
  } finally {
    client.release(true);
  }
}

async function lastMigration(client: PoolClient): Promise<string | undefined> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT name FROM migrations ORDER BY name DESC LIMIT 1',
  );
  return rows[0]?.name;
}
