import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseOptions } from '@/server/db/client';
import pino from 'pino';
import { SECOND_MS } from '@/lib/contract/plain/durations';
import { familyOf, type OwnPostgres, startOwnPostgres } from '../setup/postgres';
import { type NpmProcess, spawnNpm } from '../setup/npm-process';
import { addMembers, siteEnv } from './built-site';
import { findLost } from './kill-writes-lost';
import { MixedWrites } from './kill-writes-load';
import { requireNone } from './require-none';
import { countMiscounted, withPool } from './vote-directory';

const KILLS = 20;
const MEMBERS = 250;
const CLIENTS = 12;
const KILLED_AFTER_MS = { min: 1_500, max: 4_000 };
/** On PostgreSQL, every so many kills also end the database. */
const DATABASE_KILLED_EVERY = 4;
const IMPORTED_PER_ROUND = 3_000;

/**
 * Kills the built site twenty times under upvotes, bookmarks, submissions, uploads, subscriptions and an import, the
 * first time on the embedded database and the second time on PostgreSQL. All that was acknowledged must be there
 * afterwards, and every count must be that of its rows.
 */
export async function killWrites(folder: string, round: number): Promise<string> {
  const dataDir = join(folder, `kills-${round}`);
  await mkdir(dataDir, { mode: 0o700 });
  const postgres = round % 2 === 0 ? await startOwnPostgres({ isDurable: true }) : undefined;
  try {
    const options = { dataDir, databaseUrl: postgres?.url, logger: pino({ level: 'silent' }) };
    const writes = new MixedWrites(await addMembers(options, MEMBERS));
    const env = { ...(await siteEnv()), DATA_DIR: dataDir, DATABASE_URL: postgres?.url ?? '' };
    let imported = 0;
    for (let kill = 1; kill <= KILLS; kill += 1) {
      imported += await writeUntilKilled(writes, env, { kill, postgres });
    }
    // The last start recovers, and must serve.
    const site = await spawnNpm('start', env);
    await writes.readProducts(site.url);
    site.signal('npm', 'SIGTERM');
    assert.equal(await site.exited, 0);
    return `${postgres ? 'PostgreSQL' : 'PGlite'}: ${KILLS} kills; ${await judge(options, writes, imported)}`;
  } finally {
    await postgres?.stop();
  }
}

type Kill = { kill: number; postgres: OwnPostgres | undefined };

/** @returns how many products the import has reported as added. */
async function writeUntilKilled(
  writes: MixedWrites,
  env: Record<string, string>,
  { kill, postgres }: Kill,
): Promise<number> {
  const site = await spawnNpm('start', env);
  await writes.readProducts(site.url);
  const importing = await startImport(env, kill);
  const sending = writes.sendFromClients(site.url, CLIENTS);
  await sleep(randomInt(KILLED_AFTER_MS.min, KILLED_AFTER_MS.max));
  await killSite(site, kill % DATABASE_KILLED_EVERY === 0 ? postgres : undefined);
  writes.stop();
  await sending;
  return importing.end();
}

async function killSite(site: NpmProcess, postgres: OwnPostgres | undefined): Promise<void> {
  if (postgres) for (const pid of familyOf(postgres.pid())) process.kill(pid, 'SIGKILL');
  site.signal('group', 'SIGKILL');
  await site.exited;
  if (!postgres) return;
  await sleep(SECOND_MS);
  await postgres.restart();
}

/** Imports a list of its own through the control socket, or into PostgreSQL, until the site is killed. */
async function startImport(env: Record<string, string>, kill: number) {
  const list = join(env.DATA_DIR ?? '', `list-${kill}.csv`);
  const lines = Array.from({ length: IMPORTED_PER_ROUND }, (_, index) => {
    const name = `Import ${kill}-${String(index).padStart(5, '0')}`;
    return `${name},https://import-${kill}-${index}.example.com/,What it does,Drills`;
  });
  await writeFile(list, ['name,url,tagline,tags', ...lines].join('\n'));
  const program = ['--import', 'tsx', 'host/listgrove.ts', 'import', '--json', list];
  const child = spawn(process.execPath, program, {
    env: { ...process.env, NODE_OPTIONS: '', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (part: Buffer) => (said += part.toString()));
  const closed = new Promise((resolve) => child.once('close', resolve));
  return {
    /** @returns the highest number that was reported. */
    async end(): Promise<number> {
      await endWithin(child, closed, 20 * SECOND_MS);
      const figures = Array.from(said.matchAll(/([\d,]+) added/g), ([, figure = '']) =>
        Number(figure.replaceAll(',', '')),
      );
      return Math.max(0, ...figures);
    },
  };
}

async function endWithin(child: ChildProcess, closed: Promise<unknown>, ms: number): Promise<void> {
  const late = sleep(ms, 'late', { ref: false });
  if ((await Promise.race([closed, late])) === 'late') child.kill('SIGKILL');
  await closed;
}

async function judge(options: DatabaseOptions, writes: MixedWrites, imported: number): Promise<string> {
  return withPool(options, async (pool) => {
    const lost = await findLost(pool, options.dataDir, writes.acknowledged);
    const { rows } = await pool.query<{ total: number }>(
      "SELECT count(*)::integer AS total FROM products WHERE name LIKE 'Import %'",
    );
    const stored = rows[0]?.total ?? 0;
    const miscounted = await countMiscounted(pool);
    const line = [
      ...Object.entries(writes.acknowledged).map(([kind, list]) => `${list.length} ${kind}`),
      `${imported} imported products acknowledged (${stored} stored), ${lost.length} lost, ${miscounted} counts wrong`,
    ].join(', ');
    const unmeasured = Object.entries({ ...writes.acknowledged, imports: Array.from({ length: imported }) })
      .filter(([, list]) => list.length === 0)
      .map(([kind]) => `no ${kind} were acknowledged`);
    const faults = [
      ...unmeasured,
      ...lost,
      ...(stored < imported ? [`of ${imported} imported products ${stored} are stored`] : []),
      ...(miscounted > 0 ? [`${miscounted} counts are wrong`] : []),
    ];
    requireNone(faults, `faults: ${line}`);
    return line;
  });
}
