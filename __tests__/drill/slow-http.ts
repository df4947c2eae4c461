import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { OwnerError } from '@/server/base/errors';
import { freePort, serveBuilt } from '../bench/processes';
import { until } from '../setup/until';
import { siteEnv } from './built-site';

const CONNECTIONS = 500;
const ROUND_SECONDS = 4;
const ROUNDS = 3;
/** The share of their throughput that other clients must keep. */
const SHARE_MIN = 0.8;

/** slowhttptest's attacks. https://github.com/shekyan/slowhttptest */
const ATTACKS = [
  { title: 'slow headers (-H)', path: '/', options: ['-H', '-i', '5', '-x', '24'] },
  { title: 'slow bodies (-B)', path: '/api/contact', options: ['-B', '-i', '5', '-s', '8192', '-x', '10'] },
  {
    title: 'slow reading (-X)',
    path: '/',
    options: ['-X', '-w', '10', '-y', '20', '-n', '5', '-z', '32', '-k', '3'],
  },
];

/**
 * Attacks the built site with slow connections, and measures the throughput of other clients during the attack.
 *
 * @returns the figures.
 * @throws Error when they keep too little of their throughput.
 */
export async function drillSlowHTTP(folder: string): Promise<string> {
  requireCommand();
  const env = await siteEnv();
  const port = await freePort();
  const site = await serveBuilt(port, {
    ...env,
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'silent',
    UNLIMITED_ADDRESSES: '127.0.0.1',
  });
  try {
    await throughput(site.url);
    const figures: string[] = [];
    for (const attack of ATTACKS) figures.push(await measure(attack, site.url, port));
    return figures.join('; ');
  } finally {
    await site.stop();
  }
}

async function measure(
  { title, path, options }: (typeof ATTACKS)[number],
  siteURL: string,
  port: number,
): Promise<string> {
  const alone = await throughput(siteURL);
  const connections = ['-c', String(CONNECTIONS), '-r', '200', '-l', '120', '-p', '5'];
  const attack = spawn(
    // The attack comes from another machine: here, it may use the processor only when nothing else does.
    'chrt',
    ['--idle', '0', 'slowhttptest', ...options, ...connections, '-u', siteURL + path],
    { stdio: 'ignore' },
  );
  try {
    await until(async () => (await openConnections(port)) >= CONNECTIONS, { withinMs: 30_000 });
    const attacked = await throughput(siteURL);
    const open = await openConnections(port);
    const share = attacked / alone;
    const figure = `${title}: ${attacked.toFixed(0)} of ${alone.toFixed(0)} requests/s, ${(100 * share).toFixed(0)} %, ${open} connections open`;
    if (share < SHARE_MIN) throw new Error(`${figure}. At least ${100 * SHARE_MIN} % were expected.`);
    return figure;
  } finally {
    await stop(attack);
  }
}

function requireCommand(): void {
  if (!spawnSync('slowhttptest', ['-h']).error) return;
  throw new OwnerError('slowhttptest is missing. Install it: apt-get install slowhttptest');
}

/** Requests per second of ten other clients: the median of some rounds. */
async function throughput(siteURL: string): Promise<number> {
  const url = `${siteURL}/api/products`;
  const rates: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { requests, non2xx, errors } = await autocannon({ url, connections: 10, duration: ROUND_SECONDS });
    if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx} refusals and ${errors} errors`);
    rates.push(requests.average);
  }
  return rates.toSorted((one, other) => one - other)[Math.floor(ROUNDS / 2)] ?? 0;
}

/** The number of established connections to a port of this machine. */
async function openConnections(port: number): Promise<number> {
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const established = '01';
  const lines = (await readFile('/proc/net/tcp', 'utf8')).trim().split('\n').slice(1);
  return lines.filter((line) => {
    const [, address = '', , state] = line.trim().split(/\s+/);
    return address.endsWith(local) && state === established;
  }).length;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGINT');
  await exited;
}
