import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { SECOND_MS } from '@/lib/contract/plain/durations';
import { fillDemo } from '@/server/cli/fill-demo';
import { openDatabase } from '@/server/db/client';
import { readEnv } from '@/server/config/env';
import { OwnerError } from '@/server/base/errors';
import { createTextWorkers } from '@/server/workers/text-workers';
import { quantile, requireMeasured } from '../setup/measured';
import { spawnProductServer } from '../setup/product-servers';
import { sessionKey } from './built-site';

const ENTRIES = 20_000;
/** For the speed without visitors. */
const QUIET_ENTRIES = 3_000;
const VISITORS = 4;
const PAUSE_MS = 100;
const IDLE_MS = 15 * SECOND_MS;
const P95_RATIO_MAX = 3;
const ENTRIES_PER_SECOND_MIN = 300;
const GROWTH_MB_MAX = 100;

/** Searches the demo on the embedded database while an import runs through the same process. */
export async function drillImportLoad(folder: string): Promise<string> {
  const dataDir = join(folder, 'data');
  await fill(dataDir);
  const server = await spawnProductServer({
    DATABASE_URL: '',
    DATA_DIR: dataDir,
    SESSION_KEYS: sessionKey,
    TRUSTED_PROXY_HOPS: '1',
  });
  try {
    await visit(server.url, sleep(5 * SECOND_MS));
    const idle = await visit(server.url, sleep(IDLE_MS));
    const beforeMB = residentMB(server.pid);
    let peakMB = beforeMB;
    const watching = setInterval(() => (peakMB = Math.max(peakMB, residentMB(server.pid))), 200);
    const importing = runImport(folder, dataDir, 'visited', ENTRIES);
    const busy = await visit(server.url, importing);
    const visitedPerSecond = await importing;
    clearInterval(watching);
    const quietPerSecond = await runImport(folder, dataDir, 'quiet', QUIET_ENTRIES);

    const ratio = p95Of(busy.times) / p95Of(idle.times);
    const figures =
      `p95 ${p95Of(idle.times).toFixed(0)} ms idle, ${p95Of(busy.times).toFixed(0)} ms during the import (${ratio.toFixed(2)} times); ` +
      `${busy.failed} of ${busy.times.length} requests failed; memory ${beforeMB.toFixed(0)} to ${peakMB.toFixed(0)} MB; ` +
      `${visitedPerSecond.toFixed(0)} entries/s with visitors, ${quietPerSecond.toFixed(0)} without`;
    const isGentle = ratio <= P95_RATIO_MAX && busy.failed === 0 && peakMB - beforeMB <= GROWTH_MB_MAX;
    if (!isGentle || quietPerSecond < ENTRIES_PER_SECOND_MIN) throw new OwnerError(figures);
    return figures;
  } finally {
    await server.stop();
  }
}

async function fill(dataDir: string): Promise<void> {
  const database = await openDatabase({ dataDir, logger: pino({ level: 'silent' }) });
  const textWorkers = createTextWorkers();
  await fillDemo({ db: database.db, env: readEnv({ APP_ENV: 'demo' }), now: () => new Date(), textWorkers });
  await textWorkers.close();
  await database.close();
}

/** @returns the entries imported per second. */
async function runImport(folder: string, dataDir: string, name: string, entries: number): Promise<number> {
  const list = join(folder, `${name}.csv`);
  const lines = Array.from(
    { length: entries },
    (_, index) =>
      `${name} ${index},https://${name}-${index}.example.com/,What ${name} ${index} does for ${index % 97} people,Tag ${index % 40}`,
  );
  await writeFile(list, ['name,url,tagline,tags', ...lines].join('\n'));
  const startedAtMs = performance.now();
  const child = spawn(process.execPath, ['--import', 'tsx', 'host/listgrove.ts', 'import', '--json', list], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [said, result] = ['', ''];
  child.stderr.on('data', (part: Buffer) => (said = part.toString()));
  child.stdout.on('data', (part: Buffer) => (result += part.toString()));
  const [code]: unknown[] = await once(child, 'close');
  if (code !== 0) throw new Error(`The import failed: ${said}`);
  assert.match(result, new RegExp(`^{"added":${entries},"updated":0,"listed":0,"skipped":0`));
  return (entries * SECOND_MS) / (performance.now() - startedAtMs);
}

/** Sends requests that no cache answers until `done` settles. */
async function visit(url: string, done: Promise<unknown>): Promise<{ times: number[]; failed: number }> {
  const times: number[] = [];
  let failed = 0;
  let isDone = false;
  const finish = () => (isDone = true);
  void done.then(finish, finish);
  const visitor = async () => {
    while (!isDone) {
      const sentAtMs = performance.now();
      const response = await search(url).catch(() => undefined);
      await response?.arrayBuffer().catch(() => undefined);
      times.push(performance.now() - sentAtMs);
      if (response?.status !== 200) failed += 1;
      await sleep(PAUSE_MS * (0.5 + Math.random()));
    }
  };
  await Promise.all(Array.from({ length: VISITORS }, visitor));
  return { times, failed };
}

const search = (url: string) =>
  fetch(`${url}/1/indexes/tool-fyi/query`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`,
    },
    body: JSON.stringify({
      query: `${['icons', 'fonts', 'react', 'what'][randomInt(4)]} ${randomInt(1_000)}`,
    }),
  });

/** The resident memory of a process on Linux. */
const residentMB = (pid: number): number =>
  requireMeasured(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;

function p95Of(times: readonly number[]): number {
  return quantile(times, 0.95);
}
