import assert from 'node:assert/strict';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pino from 'pino';
import { killFirstStart } from '@/__tests__/setup/spawn-database';
import { openDatabase } from '@/server/db/client';

/** More than a complete database has, so that some kills come after the folder is in place. */
const ENTRIES_MAX = 1_000;

/** Kills a first start at a different moment in each round. The next start must work. */
export async function killFirstStarts(folder: string, round: number): Promise<string> {
  const dataDir = join(folder, String(round));
  const entriesMin = 1 + ((round * 377) % ENTRIES_MAX);
  await killFirstStart(dataDir, entriesMin);
  const left = (await readdir(dataDir)).map((name) => name.replace(/-.*/, '')).sort();

  const database = await openDatabase({ dataDir, logger: pino({ level: 'warn' }) });
  await database.pool.query("INSERT INTO tags (slug, name) VALUES ('css', 'CSS')");
  const { rowCount } = await database.pool.query('SELECT FROM products');
  await database.close();
  assert.equal(rowCount, 0);
  assert.deepEqual(await readdir(dataDir), ['database']);

  await rm(dataDir, { recursive: true });
  return `killed at ${entriesMin} entries with ${left.join(', ')} left; the next start works`;
}
