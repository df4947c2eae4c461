import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { buildConnector } from 'undici';
import * as z from 'zod/mini';
import { FETCH_LIMITS, FetchRefusal } from '@/server/web/fetch-limits';
import { createGuardedFetch } from '@/server/web/guarded-fetch';
import { privateSpellings, type Random } from './private-spellings';

const CALL_MS_MAX = 10_500;
const GROWTH_MB_MAX = 20;
const MEBIBYTE = 1024 * 1024;

const ADDRESS = { site: '93.184.215.14', deaf: '93.184.215.98', unreachable: '93.184.215.99' } as const;
const started = z.object({ site: z.number(), deaf: z.number(), canary: z.number() });

/** The web of the drill. The public addresses lead to hostile sites, every other address to the canary. */
async function openWeb() {
  const child = fork(new URL('./hostile-web.ts', import.meta.url), { execArgv: ['--import', 'tsx'] });
  const [message]: unknown[] = await once(child, 'message');
  const ports = started.parse(message);
  const ended: Promise<never> = once(child, 'exit').then(() => {
    throw new Error('The hostile web has ended.');
  });
  ended.catch(() => undefined);
  const web = { canaryCount: 0, longestMs: 0, ended, fetchPage, close: () => child.kill() };
  child.on('message', () => (web.canaryCount += 1));
  const connect = buildConnector({ timeout: 4_000 });
  const names = new Map<string, () => Promise<string[]>>();

  const guarded = createGuardedFetch({
    userAgent: 'drill',
    resolve: (host) =>
      names.get(host)?.() ?? Promise.resolve([host.endsWith('.example') ? ADDRESS.site : '127.0.0.1']),
    dial(options, callback) {
      if (options.hostname === ADDRESS.unreachable) return;
      const isDeaf = options.hostname === ADDRESS.deaf;
      const port = isDeaf ? ports.deaf : options.hostname === ADDRESS.site ? ports.site : ports.canary;
      const protocol = isDeaf ? options.protocol : 'http:';
      connect({ ...options, protocol, hostname: '127.0.0.1', port: String(port) }, callback);
    },
  });

  /** @returns what the member reads. @param resolve how the host resolves; by default to the hostile sites. */
  async function fetchPage(url: string, resolve?: () => Promise<string[]>): Promise<string> {
    if (!URL.canParse(url)) return 'not a URL';
    const target = new URL(url);
    const host = target.hostname.replace(/\.$/, '');
    if (resolve) names.set(host, resolve);
    const signal = AbortSignal.timeout(FETCH_LIMITS.ms);
    const startedAtMs = performance.now();
    try {
      const { bytes, isCut } = await guarded(target, { accept: 'text/html', signal });
      return isCut ? `cut at ${bytes.length} bytes` : `${bytes.length} bytes`;
    } catch (error) {
      if (error instanceof FetchRefusal) return error.message;
      throw error;
    } finally {
      names.delete(host);
      web.longestMs = Math.max(web.longestMs, performance.now() - startedAtMs);
    }
  }
  return web;
}

type Web = Awaited<ReturnType<typeof openWeb>>;
type Calls = Iterable<() => Promise<string>>;

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const hostile = (path: string) => `http://hostile.example/${path}`;
const redirectTo = (url: string) => hostile(`to/${encodeURIComponent(url)}`);

function* spellings(web: Web, random: Random, count = 5_000): Calls {
  for (const { address, host } of privateSpellings(random, count)) {
    // A resolver may understand what the URL parser takes for a name.
    yield () => web.fetchPage(`http://${host}/`, () => Promise.resolve([address]));
    if (random() < 0.1) yield () => web.fetchPage(redirectTo(`http://${host}/`));
  }
}

const ODD_ANSWERS = ['127.1', '0x7f.0.0.1', '::ffff:7f00:1', '127.0.0.1%lo', 'fe80::1%eth0', 'localhost', ''];

function rebinding(web: Web): Calls {
  const byTurns = times(300, (index) => () => {
    let asked = index;
    const resolve = () => Promise.resolve([asked++ % 2 ? '127.0.0.1' : ADDRESS.site]);
    const host = `rebound-${index}.example`;
    const path = `to/${encodeURIComponent(`https://${host}/page`)}`;
    return web.fetchPage(`http://${host}/${path}`, resolve);
  });
  const odd = ODD_ANSWERS.flatMap((answer, index) => [
    () => web.fetchPage(`http://odd-${index}.example/`, () => Promise.resolve([answer])),
    () => web.fetchPage(`http://mixed-${index}.example/`, () => Promise.resolve([ADDRESS.site, answer])),
  ]);
  return [...byTurns, ...odd];
}

const FARMS = [
  'endless-redirects/0',
  'endless-redirects/1',
  'to/%2F%2F127.0.0.1%2F',
  'to/http%3A%2F%2F0%2F',
  'to/gopher%3A%2F%2F127.0.0.1%2F',
];
const SLOW = [
  'silent',
  'body-drip',
  'header-drip',
  'endless-early-hints',
  'slow-redirects/0',
  'endless-trailers',
];
const LARGE = [
  ...['gzip-bomb', 'deflate-bomb', 'br-bomb', 'gzip-nothing', 'endless-body', 'headers-100000'],
  ...['endless-header', 'endless-chunk-extension'],
];

const slow = (web: Web): Calls => [
  ...SLOW.flatMap((path) => times(4, () => () => web.fetchPage(hostile(path)))),
  ...times(
    4,
    (index) => () => web.fetchPage(`http://unresolved-${index}.example/`, () => new Promise(() => undefined)),
  ),
  () =>
    web.fetchPage('http://unreachable.example/', () => Promise.resolve(times(4, () => ADDRESS.unreachable))),
  () => web.fetchPage('https://deaf.example/', () => Promise.resolve(times(4, () => ADDRESS.deaf))),
];

const ATTACKS: { name: string; atOnce: number; calls: (web: Web, random: Random) => Calls }[] = [
  { name: 'spellings of private addresses', atOnce: 20, calls: (web, random) => spellings(web, random) },
  { name: 'rebinding and odd answers', atOnce: 20, calls: rebinding },
  {
    name: 'endless redirects',
    atOnce: 5,
    calls: (web) => FARMS.flatMap((path) => times(40, () => () => web.fetchPage(hostile(path)))),
  },
  ...LARGE.map((path) => ({
    name: path,
    atOnce: 4,
    calls: (web: Web) => times(12, () => () => web.fetchPage(hostile(path))),
  })),
  { name: 'name servers and sites that do not answer, or drip', atOnce: 100, calls: slow },
];

/**
 * Attacks the guarded fetch from a hostile web on loopback, by the rules of the link preview: nothing may reach a
 * private address, no call may take longer than 10.5 s, and memory may grow by at most 20 MB.
 *
 * @returns whether all of this held.
 */
export async function drillGuardedFetch(random: Random): Promise<boolean> {
  const web = await openWeb();
  const memory = watchMemory();
  try {
    // The first calls fill caches that stay.
    await run(spellings(web, random, 1_000), 20);
    for (const path of LARGE)
      await run(
        times(8, () => () => web.fetchPage(hostile(path))),
        4,
      );
    memory.begin();
    for (const { name, atOnce, calls } of ATTACKS) {
      web.longestMs = 0;
      const outcomes = await Promise.race([run(calls(web, random), atOnce), web.ended]);
      const [most, count] = [...outcomes].sort(([, a], [, b]) => b - a)[0] ?? ['', 0];
      const total = [...outcomes.values()].reduce((sum, each) => sum + each, 0);
      console.log(
        `  ${name}: ${total} calls, ${web.canaryCount} reached the canary, longest ${(web.longestMs / 1_000).toFixed(2)} s, +${memory.growthMB().toFixed(1)} MB; ${count} × “${most}”`,
      );
      if (web.longestMs > CALL_MS_MAX || web.canaryCount > 0 || memory.growthMB() > GROWTH_MB_MAX)
        return false;
    }
    return (await web.fetchPage(hostile('page'))) === '19 bytes';
  } finally {
    memory.end();
    web.close();
  }
}

/** Makes calls, some at once. Returns how often each outcome came about. */
async function run(calls: Calls, atOnce: number): Promise<Map<string, number>> {
  const outcomes = new Map<string, number>();
  const queue = calls[Symbol.iterator]();
  const work = async () => {
    for (let next = queue.next(); !next.done; next = queue.next()) {
      const outcome = await next.value();
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
  };
  await Promise.all(times(atOnce, work));
  return outcomes;
}

/** Memory of the process after garbage collection, sampled for a tenth of the time. */
function watchMemory() {
  setFlagsFromString('--expose-gc');
  const collect = z.custom<() => void>((gc) => typeof gc === 'function').parse(runInNewContext('gc'));
  let [baseline, peak, isOver] = [0, 0, false];
  const sample = () => {
    collect();
    return process.memoryUsage.rss() / MEBIBYTE;
  };
  const watch = async () => {
    while (!isOver) {
      const startedAtMs = performance.now();
      peak = Math.max(peak, sample());
      await sleep(9 * (performance.now() - startedAtMs));
    }
  };
  return {
    begin() {
      baseline = peak = sample();
      void watch();
    },
    growthMB: () => peak - baseline,
    end: () => (isOver = true),
  };
}
