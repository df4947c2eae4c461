import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { Pool, PoolClient } from 'pg';

const ownMigrations = new URL('./migrations/', import.meta.url);

/** Any number, as long as nobody else takes the same lock in this database. */
const LOCK = 727_274_001;

type Migration = { name: string; text: string; hash: string };

/**
 * Brings the database up to date: all missing migrations in one transaction, in the order of their names.
 *
 * Safe to call from several processes at once: one does the work, the others wait for it.
 *
 * @param folder of `*.sql` files; the product's own by default. Must end with a slash.
 * @returns the names of the migrations that were applied now.
 * @throws when a migration was changed after it was applied; nothing is applied then.
 */
export async function migrate(pool: Pool, folder: URL = ownMigrations): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const applied = await applyMissing(client, migrations);
    await client.query('COMMIT');
    client.release();
    return applied;
  } catch (error) {
    // Closes the connection, and with it the transaction, whatever state it is in.
    client.release(true);
    throw error;
  }
}

async function readMigrations(folder: URL): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      // A checkout on Windows may have turned the line ends.
      const text = (await readFile(new URL(name, folder), 'utf8')).replaceAll('\r\n', '\n');
      return { name, text, hash: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

async function applyMissing(client: PoolClient, migrations: readonly Migration[]): Promise<string[]> {
  // Waiting for another starter, or building an index, may take longer than a request may.
  await client.query('SET LOCAL statement_timeout = 0');
  await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
  await client.query(
    `CREATE TABLE IF NOT EXISTS migrations (
       name text PRIMARY KEY,
       hash text NOT NULL,
       applied_at timestamptz(3) NOT NULL DEFAULT now()
     )`,
  );
  const { rows } = await client.query<{ name: string; hash: string }>('SELECT name, hash FROM migrations');
  const hashes = new Map(rows.map((row) => [row.name, row.hash]));

  const missing = migrations.filter(({ name, hash }) => {
    const appliedHash = hashes.get(name);
    if (appliedHash !== undefined && appliedHash !== hash) {
      throw new Error(
        `Migration ${name} was changed after it was applied: undo the change and add a new migration.`,
      );
    }
    return appliedHash === undefined;
  });
  for (const { name, text, hash } of missing) {
    await client.query(text);
    await client.query('INSERT INTO migrations (name, hash) VALUES ($1, $2)', [name, hash]);
  }
  return missing.map(({ name }) => name);
}
