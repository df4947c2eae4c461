import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { migrate } from '@/server/db/migrate';
import { createPglitePool } from '@/server/db/pglite';
import { startPgliteThread } from '@/server/db/pglite-thread';

const folder = new URL('../../node_modules/.cache/test-database/', import.meta.url);
const migrations = new URL('../../server/db/migrations/', import.meta.url);
const lockfile = new URL('../../package-lock.json', import.meta.url);

/**
 * An empty, migrated database as one file. Starting PGlite from it takes a quarter of the time. Cached between runs
 * under a name that depends on the migrations and the installed packages.
 */
export async function readDatabaseImage(): Promise<Uint8Array<ArrayBuffer>> {
  const name = `${await hashSources()}.tar`;
  const kept = await readFile(new URL(name, folder)).catch(() => null);
  return kept ? new Uint8Array(kept) : makeDatabaseImage(name);
}

async function hashSources(): Promise<string> {
  const hash = createHash('sha256');
  hash.update(await readFile(lockfile));
  for (const file of (await readdir(migrations)).sort()) {
    hash.update(file).update(await readFile(new URL(file, migrations)));
  }
  return hash.digest('hex').slice(0, 16);
}

async function makeDatabaseImage(name: string): Promise<Uint8Array<ArrayBuffer>> {
  const thread = await startPgliteThread({ kind: 'memory' });
  const pool = createPglitePool(thread);
  await migrate(pool);
  await pool.query('CHECKPOINT');
  await pool.end();
  const image = await thread.dump();
  await thread.close();

  await mkdir(folder, { recursive: true });
  const outdated = (await readdir(folder)).filter((file) => file.endsWith('.tar') && file !== name);
  await Promise.all(outdated.map((file) => rm(new URL(file, folder), { force: true })));
  // Several test files may do this at once. The rename keeps readers from seeing a partial file.
  const draft = new URL(`${name}.${randomUUID()}`, folder);
  await writeFile(draft, image);
  await rename(draft, new URL(name, folder));
  return image;
}
