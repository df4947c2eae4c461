import assert from 'node:assert/strict';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pino from 'pino';
import { spawnDatabase } from '@/__tests__/setup/spawn-database';
import { until } from '@/__tests__/setup/until';
import { openDatabase } from '@/server/db/client';

/**
 * Starts two writers on one folder at once, in every other round with the lock of a killed process. One must refuse to
 * start. The folder must contain exactly the rows that the other one acknowledged.
 */
export async function raceForFolder(folder: string, round: number): Promise<string> {
  const original = join(folder, 'original');
  if (round === 1) await (await openDatabase({ dataDir: original, logger: pino({ level: 'warn' }) })).close();
  const dataDir = join(folder, String(round));
  await cp(original, dataDir, { recursive: true });
  const hasDeadLock = round % 2 === 0;
  if (hasDeadLock) await leaveDeadLock(dataDir);

  const rivals = [spawnDatabase(dataDir, { write: true }), spawnDatabase(dataDir, { write: true })];
  const outcomes = await Promise.all(rivals.map(({ ready }) => ready));
  await until(() => rivals.some(({ acknowledged }) => acknowledged.length >= 10));
  await Promise.all(rivals.map((rival) => rival.end('SIGTERM')));

  const winner = rivals[outcomes.indexOf(true)];
  const loser = await rivals[outcomes.indexOf(false)]?.ended;
  assert.deepEqual(outcomes.sort(), [false, true]);
  // The second process cannot name the first one while that one still writes its lock.
  assert.match(loser?.errorOutput ?? '', /is open in (?:process \d+ on|another process\.)/);
  const rows = await listTags(dataDir);
  assert.deepEqual(rows.sort(), [...(winner?.acknowledged ?? [])].sort());

  await rm(dataDir, { recursive: true });
  return `one winner ${hasDeadLock ? 'over a dead lock' : 'on a free folder'}, ${rows.length} rows, one refusal`;
}

async function leaveDeadLock(dataDir: string): Promise<void> {
  const killed = spawnDatabase(dataDir);
  await killed.ready;
  await killed.end('SIGKILL');
}

async function listTags(dataDir: string): Promise<string[]> {
  const database = await openDatabase({ dataDir, logger: pino({ level: 'warn' }) });
  const { rows } = await database.pool.query<{ slug: string }>('SELECT slug FROM tags');
  await database.close();
  return rows.map(({ slug }) => slug);
}
