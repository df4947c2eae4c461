import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import * as z from 'zod/mini';
import { SECOND_MS } from '@/lib/contract/plain/durations';
import { startOwnPostgres } from '../setup/postgres';
import { addMembers } from './built-site';
import { type DrillAnswer, planRequests, send, summarise } from './drill-requests';
import { type Cluster, startCluster } from './machines-cluster';
import { measureSeen, SAMPLES } from './machines-seen';
import { requireNone } from './require-none';
import { withPool } from './vote-directory';

const CLIENTS = 50;
const PAUSE_MS = 100;
const SEEN_MS_MAX = SECOND_MS;
const AROUND_MS = 3 * SECOND_MS;
/** Each restart must meet so many requests, or the drill has shown nothing. */
const ANSWERS_MIN = 100;
/** Four for each sample, and as many who write while processes restart. */
const MEMBERS = 1 + 8 * SAMPLES;

const listed = z.object({ products: z.array(z.object({ id: z.string(), slug: z.string() })) });

/**
 * Measures when changes are seen through every process of a site on several machines, and restarts one process after
 * the other under visitors, who must not notice.
 */
export async function drillMachines(folder: string): Promise<string> {
  const postgres = await startOwnPostgres();
  const options = { databaseUrl: postgres.url, dataDir: folder, logger: pino({ level: 'silent' }) };
  try {
    const tokens = await addMembers(options, MEMBERS);
    return await withPool(options, async (pool) => {
      await pool.query("UPDATE users SET role = 'moderator' WHERE handle = 'drill-1'");
      const cluster = await startCluster(join(folder), postgres.url);
      try {
        const response = await fetch(new URL('/api/products?limit=50', cluster.url));
        const { products } = listed.parse(await response.json());
        const results = await measureSeen({ machines: cluster.machines, pool, products, tokens });
        for (const { what, medianMs, maxMs, count } of results) {
          const figures = `median ${medianMs.toFixed(0)} ms, max ${maxMs.toFixed(0)} ms`;
          console.log(`  ${what.padEnd(10)} seen through every process: ${figures} (${count} views)`);
        }
        requireNone(
          results.filter(({ maxMs }) => maxMs > SEEN_MS_MAX).map(({ what }) => what),
          'changes are seen later than after 1 s',
        );
        const answered = await restartUnderLoad(cluster, tokens.slice(1 + 4 * SAMPLES));
        return `every change seen within 1 s, ${answered} requests during the rolling restart, 0 failed`;
      } finally {
        await cluster.stop();
      }
    });
  } finally {
    await postgres.stop();
  }
}

/** @returns the number of answers. */
async function restartUnderLoad(cluster: Cluster, tokens: readonly string[]): Promise<number> {
  const { read, write } = await planRequests(cluster.url, tokens);
  const answers: DrillAnswer[] = [];
  let isStopping = false;
  const clients = Array.from({ length: CLIENTS }, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!isStopping) {
      answers.push(await send(cluster.url, Math.random() < 0.9 ? read() : write(), agent));
      await sleep(PAUSE_MS * 2 * Math.random());
    }
    agent.destroy();
  });
  const steps: [string, () => Promise<number>][] = [
    ['web 1 restarted', () => cluster.restartWeb(0)],
    ['web 2 restarted', () => cluster.restartWeb(1)],
    ['product server replaced', () => cluster.replaceProductServer()],
  ];
  await sleep(AROUND_MS);
  for (const [name, step] of steps) {
    const before = answers.length;
    const tookMs = await step();
    await sleep(AROUND_MS);
    const met = answers.slice(before);
    console.log(`  ${name.padEnd(23)} in ${(tookMs / SECOND_MS).toFixed(1)} s: ${summarise(met)}`);
    assert.ok(met.length >= ANSWERS_MIN, `${name}: too few requests to judge`);
  }
  isStopping = true;
  await Promise.all(clients);
  const failed = answers.filter(({ status }) => status !== 200);
  requireNone(
    failed.map(
      ({ kind, status, failure, tookMs }) => `${kind}: ${failure ?? status} after ${tookMs.toFixed(0)} ms`,
    ),
    `of ${answers.length} requests failed`,
  );
  return answers.length;
}
