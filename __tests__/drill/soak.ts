import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import * as z from 'zod/mini';
import { MINUTE_MS } from '@/lib/contract/plain/durations';
import { freePort } from '../bench/processes';
import { until } from '../setup/until';
import { addMembers, siteEnv } from './built-site';
import { type DrillAnswer, planRequests, send, summarise } from './drill-requests';

const REQUESTS_PER_SECOND = 100;
const MEMBERS = 300;
const SAMPLE_MS = 10_000;
/** The share of the time in which caches, pools and compiled code reach their size. */
const WARM_UP_SHARE = 0.25;
const SLOPE_LIMIT_MB = 1;
/** Pages that the allocators take and give back move the resident size by a few megabytes in either direction. */
const RESIDENT_SLOPE_LIMIT_MB = 10;
const MB = 1024 * 1024;

const memory = z.object({ rss: z.number(), heapUsed: z.number(), external: z.number() });
type Sample = { atMs: number; usedMB: number; rssMB: number };

/**
 * Sends 100 mixed requests a second to the built site on the embedded database, and fits a line through its memory.
 *
 * Two slopes are judged: what the main thread holds after a forced collection, heap and buffers, and the resident
 * size, which contains the database's thread, the workers and the allocators' pages as well.
 */
export async function drillSoak(minutes: number): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'soak-'));
  const env = await siteEnv();
  const tokens = await addMembers({ dataDir, logger: pino({ level: 'warn' }) }, MEMBERS);
  const port = await freePort();
  const hook = new URL('./memory-hook.ts', import.meta.url).href;
  const site = spawn(
    process.execPath,
    ['--expose-gc', '--import', 'tsx', '--import', hook, 'dist/listgrove.js', 'start'],
    {
      env: { ...process.env, ...env, NODE_ENV: 'production', BACKUP_DIR: 'off', LOG_LEVEL: 'silent', DATA_DIR: dataDir, PORT: String(port) },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    },
  ); // prettier-ignore
  try {
    const url = new URL(`http://127.0.0.1:${port}`);
    await until(
      () => fetch(new URL('/readyz', url)).then(({ ok }) => ok, () => false),
      { withinMs: 5 * MINUTE_MS },
    ); // prettier-ignore
    const { samples, answers } = await soak(site, url, tokens, minutes * MINUTE_MS);
    console.log(`  ${answers.length} requests: ${summarise(answers)}`);
    judge(samples);
    // An overloaded machine refuses requests; they have held no memory, as the line above shows.
    assert.deepEqual(answers.filter(({ status }) => status === 0 || status === 500).slice(0, 3), []);
  } finally {
    const exited = once(site, 'exit');
    site.kill('SIGTERM');
    await exited;
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function soak(site: ChildProcess, url: URL, tokens: readonly string[], durationMs: number) {
  const { read, write } = await planRequests(url, tokens);
  const agent = new Agent({ keepAlive: true, maxSockets: 100 });
  const answers: DrillAnswer[] = [];
  const samples: Sample[] = [];
  const startedAtMs = performance.now();
  const elapsedMs = () => performance.now() - startedAtMs;

  const sending = (async () => {
    for (let sent = 0; elapsedMs() < durationMs; sent += 1) {
      const next = Math.random() < 0.9 ? read() : write();
      void send(url, next, agent).then((answer) => answers.push(answer));
      const dueMs = (sent * 1_000) / REQUESTS_PER_SECOND;
      if (dueMs > elapsedMs()) await sleep(dueMs - elapsedMs());
    }
  })();
  while (elapsedMs() < durationMs) {
    await sleep(Math.min(SAMPLE_MS, Math.max(0, durationMs - elapsedMs())));
    const { rss, heapUsed, external } = await readMemory(site);
    samples.push({ atMs: elapsedMs(), usedMB: (heapUsed + external) / MB, rssMB: rss / MB });
  }
  await sending;
  await until(() => Object.keys(agent.requests).length === 0);
  agent.destroy();
  return { samples, answers };
}

async function readMemory(site: ChildProcess) {
  const answered = once(site, 'message');
  site.send('measure');
  const [usage]: unknown[] = await answered;
  return memory.parse(usage);
}

function judge(samples: readonly Sample[]): void {
  const settled = samples.slice(Math.floor(samples.length * WARM_UP_SHARE));
  const used = slopePerTenMinutes(settled.map(({ atMs, usedMB }) => [atMs, usedMB]));
  const rss = slopePerTenMinutes(settled.map(({ atMs, rssMB }) => [atMs, rssMB]));
  const [first, last] = [settled[0], settled.at(-1)];
  console.log(
    `  heap and buffers after collection: ${first?.usedMB.toFixed(1)} MB to ${last?.usedMB.toFixed(1)} MB, ` +
      `slope ${used.toFixed(2)} MB per 10 minutes (limit ${SLOPE_LIMIT_MB})`,
  );
  console.log(
    `  resident size: ${first?.rssMB.toFixed(0)} MB to ${last?.rssMB.toFixed(0)} MB, slope ${rss.toFixed(2)} MB per 10 minutes ` +
      `(limit ${RESIDENT_SLOPE_LIMIT_MB})`,
  );
  assert.ok(used <= SLOPE_LIMIT_MB, 'The heap grows');
  assert.ok(rss <= RESIDENT_SLOPE_LIMIT_MB, 'The resident size grows');
}

/** Least squares. */
function slopePerTenMinutes(points: readonly (readonly [atMs: number, value: number])[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const meanMs = mean(points.map(([atMs]) => atMs));
  const meanValue = mean(points.map(([, value]) => value));
  const covariance = points.reduce((sum, [atMs, value]) => sum + (atMs - meanMs) * (value - meanValue), 0);
  const variance = points.reduce((sum, [atMs]) => sum + (atMs - meanMs) ** 2, 0);
  return (covariance / variance) * 10 * MINUTE_MS;
}
