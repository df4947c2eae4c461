import { statfs } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type Pool } from 'pg';
import { OwnerError } from '@/server/base/errors';
import type { CheckedBackup } from './restore-backup';

/** A database takes about this many times the bytes of its rows in a backup, indexes included. */
const DATABASE_SIZE_FACTOR = 5;
const MB = 1024 * 1024;

export async function requireEmpty(pool: Pool): Promise<void> {
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
export async function requireRoom(
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
