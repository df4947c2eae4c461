import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import * as z from 'zod/mini';
import { productPage } from '@/lib/contract/product';
import { MINUTE_MS, SECOND_MS } from '@/lib/contract/plain/durations';
import { freePort } from '../bench/processes';
import { until } from '../setup/until';
import { siteEnv } from './built-site';

const ALONE_MS = 20 * SECOND_MS;
const ATTACK_MS = MINUTE_MS;
/** Visitors ask for so many pages, whether they are answered or not. */
const VISITS_PER_SECOND = 500;
/** A visitor who waits longer counts as lost. */
const VISIT_MS_MAX = SECOND_MS;
const SHARE_MIN = 0.8;
const PAGE_CACHE_MB = 16;
/** The connections, the other caches and the garbage of buffers beside the pages. */
const OTHER_MB_MAX = 48;
const MB = 1024 * 1024;

/** What visitors look at: none of it changes during the drill. */
const VISITED = ['/', '/new', '/top/all', '/tags', '/tag/javascript', '/tool/react', '/search?q=react', '/u/ada-birch', '/terms', '/support']; // prettier-ignore

const memory = z.object({ rss: z.number(), arrayBuffers: z.number(), heapUsed: z.number() });
const statuses = z.record(z.string(), z.number());
type Visit = { status: number; digest: string; tookMs: number };
type Visits = { total: number; right: number; foreign: string[]; p50Ms: number; p99Ms: number };

/**
 * Makes up keys of pages for a minute as fast as the built site answers, while visitors look at ten pages.
 *
 * @returns the figures.
 * @throws AssertionError when visitors lose more than a fifth of their pages or get another one, or the memory grows.
 */
export async function drillCacheKeys(folder: string): Promise<string> {
  const port = await freePort();
  const env = { ...(await siteEnv()), PAGE_CACHE_MB: String(PAGE_CACHE_MB), DATA_DIR: join(folder, 'data') };
  const hook = new URL('./memory-hook.ts', import.meta.url).href;
  const site = spawn(
    process.execPath,
    ['--expose-gc', '--import', 'tsx', '--import', hook, 'dist/listgrove.js', 'start'],
    {
      env: {
        ...process.env,
        ...env,
        NODE_ENV: 'production',
        BACKUP_DIR: 'off',
        LOG_LEVEL: 'error',
        PORT: String(port),
      },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    },
  );
  try {
    await until(
      () => fetch(`http://127.0.0.1:${port}/readyz`).then(({ ok }) => ok, () => false),
      { withinMs: 5 * MINUTE_MS },
    ); // prettier-ignore
    const expected = new Map<string, string>();
    for (const path of VISITED) expected.set(path, (await visit(port, path)).digest);
    await visitors(port, expected, 5 * SECOND_MS);
    const before = await readMemory(site);
    const alone = await visitors(port, expected, ALONE_MS);
    const attack = await startAttack(port);
    const attacked = await visitors(port, expected, ATTACK_MS);
    const answered = await attack.stop();
    const after = await readMemory(site);
    const figures = describe({ alone, attacked, answered, before, after });
    assert.deepEqual([...alone.foreign, ...attacked.foreign], [], figures);
    const share = attacked.right / attacked.total / (alone.right / alone.total);
    assert.ok(share >= SHARE_MIN, figures);
    const grownMB = (after.arrayBuffers - before.arrayBuffers) / MB;
    assert.ok(grownMB <= PAGE_CACHE_MB, figures);
    assert.ok((after.heapUsed - before.heapUsed) / MB <= OTHER_MB_MAX, figures);
    return figures;
  } finally {
    const exited = once(site, 'exit');
    site.kill('SIGTERM');
    await exited;
  }
}

type Figures = {
  alone: Visits;
  attacked: Visits;
  answered: Record<string, number>;
  before: z.infer<typeof memory>;
  after: z.infer<typeof memory>;
};

function describe({ alone, attacked, answered, before, after }: Figures): string {
  const rate = ({ right, total }: Visits) => `${((100 * right) / total).toFixed(1)} % of ${total} visits`;
  const times = ({ p50Ms, p99Ms }: Visits) => `p50 ${p50Ms.toFixed(0)} ms, p99 ${p99Ms.toFixed(0)} ms`;
  const total = Object.values(answered).reduce((sum, count) => sum + count, 0);
  const mb = (bytes: number) => (bytes / MB).toFixed(1);
  return [
    `${total} attacks (${(total / (ATTACK_MS / SECOND_MS)).toFixed(0)} per second: ${JSON.stringify(answered)})`,
    `visitors alone: ${rate(alone)}, ${times(alone)}`,
    `under attack: ${rate(attacked)}, ${times(attacked)}`,
    `${alone.foreign.length + attacked.foreign.length} foreign bodies`,
    `buffers ${mb(before.arrayBuffers)} to ${mb(after.arrayBuffers)} MB (cache: at most ${PAGE_CACHE_MB})`,
    `heap ${mb(before.heapUsed)} to ${mb(after.heapUsed)} MB, resident ${mb(before.rss)} to ${mb(after.rss)} MB`,
  ].join('; ');
}

async function readMemory(site: ChildProcess) {
  const answered = once(site, 'message');
  site.send('measure');
  const [usage]: unknown[] = await answered;
  return memory.parse(usage);
}

async function startAttack(port: number) {
  const response = await fetch(`http://127.0.0.1:${port}/api/products?limit=5`);
  const { nextCursor } = productPage.parse(await response.json());
  const script = fileURLToPath(new URL('./cache-keys-attacker.ts', import.meta.url));
  const seed = String(randomInt(2 ** 31));
  const args = ['--import', 'tsx', script, String(port), seed, nextCursor ?? ''];
  // The attack comes from another machine: here, it may use the processor only when nothing else does.
  const child = spawn('chrt', ['--idle', '0', process.execPath, ...args], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  return {
    async stop() {
      const answered = once(child, 'message');
      child.send('stop');
      const [counted]: unknown[] = await answered;
      return statuses.parse(counted);
    },
  };
}

const agent = new Agent({ keepAlive: true });
const digests = new Map<string, string>();

/** Of the page, however well it is compressed: the site compresses pages again that are asked for often. */
function digestOf(body: Buffer, { 'content-encoding': encoding }: IncomingHttpHeaders): string {
  const sent = createHash('sha256').update(body).digest('hex');
  if (encoding !== 'br') return sent;
  const known = digests.get(sent) ?? createHash('sha256').update(brotliDecompressSync(body)).digest('hex');
  digests.set(sent, known);
  return known;
}

function visit(port: number, path: string): Promise<Visit> {
  const startedAtMs = performance.now();
  return new Promise((resolve) => {
    const end = (status: number, digest = '') =>
      resolve({ status, digest, tookMs: performance.now() - startedAtMs });
    // Each from another address.
    const headers = { 'x-forwarded-for': `203.0.113.${randomInt(256)}`, 'accept-encoding': 'br' };
    request({ host: '127.0.0.1', port, path, agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .once('end', () => end(response.statusCode ?? 0, digestOf(Buffer.concat(chunks), response.headers)))
        .once('error', () => end(0));
    })
      .once('error', () => end(0))
      .end();
  });
}

/** Visits at a steady rate, whether earlier ones are answered or not. */
async function visitors(
  port: number,
  expected: ReadonlyMap<string, string>,
  durationMs: number,
): Promise<Visits> {
  const visits: Promise<Visit & { path: string }>[] = [];
  const startedAtMs = performance.now();
  const total = Math.floor((durationMs / SECOND_MS) * VISITS_PER_SECOND);
  for (let sent = 0; sent < total; sent += 1) {
    const path = VISITED[sent % VISITED.length] ?? '/';
    visits.push(visit(port, path).then((answer) => ({ ...answer, path })));
    const dueMs = startedAtMs + ((sent + 1) * SECOND_MS) / VISITS_PER_SECOND;
    await sleep(Math.max(0, dueMs - performance.now()));
  }
  const answers = await Promise.all(visits);
  const pages = answers.filter(({ status }) => status === 200);
  const tookMs = answers.map((answer) => answer.tookMs).sort((one, other) => one - other);
  return {
    total,
    right: pages.filter((page) => page.tookMs <= VISIT_MS_MAX).length,
    foreign: pages.flatMap(({ path, digest }) => (digest === expected.get(path) ? [] : [path])),
    p50Ms: tookMs[Math.floor(total / 2)] ?? 0,
    p99Ms: tookMs[Math.floor(total * 0.99)] ?? 0,
  };
}
