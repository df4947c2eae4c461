import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { openDatabase } from '@/server/db/client';

const PRODUCTS = 20_000;
const names = Array.from({ length: PRODUCTS }, (_, index) => `Drill ${String(index).padStart(5, '0')}`);

/**
 * Kills an import some time after it has reported stored rows. The next start must work and have all of these rows,
 * and each batch entirely or not at all.
 */
export async function killImports(folder: string, round: number): Promise<string> {
  const original = join(folder, 'original');
  const list = join(folder, 'list.csv');
  if (round === 1) await prepare(original, list);
  const dataDir = join(folder, String(round));
  await cp(original, dataDir, { recursive: true });

  const acknowledged = await killImport(list, dataDir, (round * 673) % 6_000);
  const stored = await listStored(dataDir);
  const { size } = new Set(stored);
  assert.equal(size, stored.length);
  assert.deepEqual(stored, names.slice(0, size));
  assert.ok(size >= acknowledged, `${acknowledged} rows were acknowledged but only ${size} are stored`);

  await rm(dataDir, { recursive: true });
  return `${acknowledged} products acknowledged, ${size} stored; the next start works`;
}

async function prepare(dataDir: string, list: string): Promise<void> {
  const database = await openDatabase({ dataDir, logger: pino({ level: 'warn' }) });
  await database.close();
  const lines = names.map(
    (name, index) => `${name},https://drill-${index}.example.com/,What drill ${index} does,Drills`,
  );
  await writeFile(list, ['name,url,tagline,tags', ...lines].join('\n'));
}

/** @returns how many products the import had reported as added when it was killed. */
async function killImport(list: string, dataDir: string, afterMs: number): Promise<number> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'host/listgrove.ts', 'import', '--json', list], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'close');
  let acknowledged = 0;
  let said = '';
  const reported = new Promise<void>((resolve) => {
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const figures = [...said.matchAll(/([\d,]+) added/g)].map((match) =>
        Number(match[1]?.replaceAll(',', '')),
      );
      acknowledged = Math.max(0, ...figures);
      if (acknowledged > 0) resolve();
    });
  });
  await Promise.race([reported, ended]);
  assert.ok(acknowledged > 0, `The import ended before it was killed: ${said}`);
  await sleep(afterMs);
  child.kill('SIGKILL');
  await ended;
  return acknowledged;
}

/** The names in order, read through the index and compared with the table. */
async function listStored(dataDir: string): Promise<string[]> {
  const database = await openDatabase({ dataDir, logger: pino({ level: 'warn' }) });
  const read = async (setting: string) => {
    await database.pool.query(`SET enable_seqscan = ${setting}`);
    return (await database.pool.query<{ name: string }>('SELECT name FROM products ORDER BY name')).rows;
  };
  const byIndex = await read('off');
  assert.deepEqual(byIndex, await read('on'));
  await database.close();
  return byIndex.map(({ name }) => name);
}
