import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import pino from 'pino';
import { familyOf, type OwnPostgres, startOwnPostgres } from '../setup/postgres';
import { spawnNpm } from '../setup/npm-process';
import { requireMeasured } from '../setup/measured';
import { readMetrics, valueOf } from '../setup/read-metrics';
import { until } from '../setup/until';
import { addMembers, siteEnv } from './built-site';
import { drillSignal } from './signals-under-load';
import { type DrillAnswer, planRequests, send, summarise } from './drill-requests';

const READERS = 50;
const WRITERS = 10;
const MEMBERS = 60;
const POOL_MAX = 10;
const PHASE_MS = 20_000;
const ANSWER_LIMIT_MS = 3_000;
const READY_LIMIT_MS = 2_000;
const RECOVERY_LIMIT_MS = 10_000;
/** Of the public pages that visitors ask for while PostgreSQL does not answer. */
const CACHED_PAGES_MIN = 0.95;
/** What a busy machine may add to a limit before the drill counts it. */
const TOLERANCE_MS = 300;

/**
 * Stops and freezes PostgreSQL under readers and writers, and checks every answer. Then signals the start commands
 * under load.
 */
export async function drillOutage(folder: string): Promise<string> {
  const dataDir = join(folder, 'outage');
  const postgres = await startOwnPostgres();
  try {
    const env = await siteEnv();
    const logger = pino({ level: 'warn' });
    const tokens = await addMembers({ databaseUrl: postgres.url, dataDir, logger }, MEMBERS);
    const site = await spawnNpm('start', {
      ...env,
      DATA_DIR: dataDir,
      DATABASE_URL: postgres.url,
      DATABASE_POOL_MAX: String(POOL_MAX),
      // The outages of this drill are longer than a site waits by default.
      DATABASE_AWAY_SECONDS: '120',
    });
    let exitCode: number | null | undefined;
    void site.exited.then((code) => (exitCode = code));
    try {
      await strike(site.url, postgres, tokens);
      assert.equal(exitCode, undefined, 'The site must not restart');
    } finally {
      site.signal('npm', 'SIGTERM');
      assert.equal(await site.exited, 0);
    }
  } finally {
    await postgres.stop();
  }
  for (const script of ['start', 'server'] as const) {
    for (const target of ['npm', 'group'] as const) {
      await drillSignal(script, target, join(folder, `${script}-${target}`));
    }
  }
  return 'every answer as expected, 0 restarts, 0 failed requests in flight';
}

async function strike(url: URL, postgres: OwnPostgres, tokens: readonly string[]): Promise<void> {
  const load = await startLoad(url, tokens);
  // A process that has just started compiles its pages and code.
  await sleep(PHASE_MS);
  await load.phase('before', PHASE_MS);
  const poolBefore = await countConnections(postgres.url);

  const serverPid = postgres.pid();
  process.kill(serverPid, 'SIGINT');
  await until(() => !isAlive(serverPid), { withinMs: 30_000 });
  await load.phase('stopped', PHASE_MS);
  await load.recover('back after the stop', () => postgres.restart());

  const family = familyOf(postgres.pid());
  for (const pid of family) process.kill(pid, 'SIGSTOP');
  await load.phase('frozen', PHASE_MS);
  await load.recover('back after the freeze', () => {
    for (const pid of family) process.kill(pid, 'SIGCONT');
    return Promise.resolve();
  });

  await load.phase('after', PHASE_MS);
  await load.stop();
  const poolAfter = await countConnections(postgres.url);
  console.log(`  connections of the site: ${poolBefore} before, ${poolAfter} after, ${POOL_MAX} at most`);
  assert.ok(poolAfter <= POOL_MAX);
}

/** Readers, writers and a load balancer that asks /readyz, until stopped. */
async function startLoad(url: URL, tokens: readonly string[]) {
  const { read, write } = await planRequests(url, tokens);
  let answers: DrillAnswer[] = [];
  let isStopping = false;
  const repeat = async (next: () => Parameters<typeof send>[1], pauseMs: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!isStopping) {
      answers.push(await send(url, next(), agent));
      await sleep(pauseMs * (0.5 + Math.random()));
    }
    agent.destroy();
  };
  const ready = () => ({ kind: 'ready', method: 'GET', path: '/readyz' }) as const;
  const clients = [
    ...Array.from({ length: READERS }, () => repeat(read, 500)),
    ...Array.from({ length: WRITERS }, () => repeat(write, 500)),
    repeat(ready, 250),
  ];

  /** Requests that are under way when a phase begins belong to it. */
  const collect = async (ms: number) => {
    answers = [];
    await sleep(ms);
    return answers;
  };
  return {
    async phase(name: string, ms: number) {
      const isOutage = name === 'stopped' || name === 'frozen';
      const pagesBefore = await countCachedPages(url);
      const collected = await collect(ms);
      report(name, collected, isOutage ? [200, 503] : [200]);
      if (isOutage) requireCachedPages(collected, (await countCachedPages(url)) - pagesBefore);
    },
    async recover(name: string, bringBack: () => Promise<void>) {
      answers = [];
      const startedAtMs = performance.now();
      await bringBack();
      const backAtMs = performance.now();
      await sleep(RECOVERY_LIMIT_MS);
      const failed = answers.filter(({ status, sentAtMs }) => status !== 200 && sentAtMs > startedAtMs);
      const lastMs = Math.max(0, ...failed.map(({ sentAtMs, tookMs }) => sentAtMs + tookMs - backAtMs));
      report(name, answers, [200, 503]);
      console.log(`  ${''.padEnd(22)} recovered ${(lastMs / 1000).toFixed(2)} s after the server was back`);
      assert.ok(lastMs < RECOVERY_LIMIT_MS, 'The site recovers within 10 s');
    },
    async stop() {
      isStopping = true;
      await Promise.all(clients);
    },
  };
}

function report(name: string, answers: readonly DrillAnswer[], allowed: readonly number[]): void {
  for (const kind of ['page', 'read', 'write', 'ready'] as const) {
    const some = answers.filter((answer) => answer.kind === kind);
    console.log(`  ${name.padEnd(22)} ${kind.padEnd(6)} ${summarise(some)}`);
  }
  const unexpected = answers.filter(({ status }) => !allowed.includes(status));
  assert.deepEqual(unexpected.slice(0, 3), [], `${unexpected.length} unexpected answers`);
  const silent = answers.filter(({ status, retryAfter }) => status === 503 && retryAfter === undefined);
  assert.equal(silent.length, 0, 'Every 503 has Retry-After');
  for (const { kind, tookMs } of answers) {
    const limitMs = kind === 'ready' ? READY_LIMIT_MS : ANSWER_LIMIT_MS;
    assert.ok(tookMs < limitMs + TOLERANCE_MS, `A ${kind} took ${tookMs.toFixed(0)} ms while ${name}`);
  }
}

/** How many requests the page cache has answered without rendering. */
async function countCachedPages(url: URL): Promise<number> {
  const samples = readMetrics(await (await fetch(new URL('/metrics', url))).text());
  const count = (result: string) =>
    requireMeasured(valueOf(samples, 'listgrove_page_cache_requests_total', { result }));
  return count('hit') + count('stale');
}

function requireCachedPages(answers: readonly DrillAnswer[], cachedCount: number): void {
  const pages = answers.filter(({ kind }) => kind === 'page');
  const served = pages.filter(({ status }) => status === 200).length;
  const share = requireMeasured(served / pages.length);
  console.log(
    `  ${''.padEnd(22)} ${served} of ${pages.length} public pages were served (${(100 * share).toFixed(1)} %); the page cache answered ${cachedCount} requests`,
  );
  assert.ok(share >= CACHED_PAGES_MIN, 'Public pages are served from the page cache');
}

async function countConnections(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ total: number }>(
    "SELECT count(*)::integer AS total FROM pg_stat_activity WHERE application_name = 'directory'",
  );
  await client.end();
  return rows[0]?.total ?? 0;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
