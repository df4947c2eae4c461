import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import pino from 'pino';
import * as z from 'zod/mini';
import { SECOND_MS } from '@/lib/contract/plain/durations';
import { requireMeasured } from '../setup/measured';
import { startOwnPostgres } from '../setup/postgres';
import { addMembers } from './built-site';
import { type DrillAnswer, planRequests, send, summarise } from './drill-requests';
import { type Cluster, startCluster } from './machines-cluster';
import { measureSeen, SAMPLES } from './machines-seen';
import { requireNone } from './require-none';
import { withPool } from './vote-directory';

const REPLICA_DELAY_MS = 5 * SECOND_MS;
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
 * Measures when changes are seen through every process of a site on several machines, which may read from a replica
 * that is 5 s behind, and restarts one process after
 * the other under visitors, who must not notice.
 */
export async function drillMachines(folder: string): Promise<string> {
  const postgres = await startOwnPostgres();
  const options = { databaseUrl: postgres.url, dataDir: folder, logger: pino({ level: 'silent' }) };
  try {
    const tokens = await addMembers(options, MEMBERS);
    return await withPool(options, async (pool) => {
      await pool.query("UPDATE users SET role = 'moderator' WHERE handle = 'drill-1'");
      const replica = await postgres.startReplica(REPLICA_DELAY_MS);
      const urls = { databaseUrl: postgres.url, replicaUrl: replica.url };
      const cluster = await startCluster(folder, urls);
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
        console.log(
          `  ${await measureReplicaReads(replica.url, products, cluster)} scans of the replica, without changes`,
        );
        const answered = await restartUnderLoad(cluster, tokens.slice(1 + 4 * SAMPLES));
        return `every change seen within 1 s, ${answered} requests during the rolling restart, 0 failed`;
      } finally {
        await cluster.stop();
        await replica.stop();
      }
    });
  } finally {
    await postgres.stop();
  }
}

/**
 * Reads products after the replica has replayed every change.
 *
 * @returns how often tables of products were scanned on the replica. @throws when they were not.
 */
async function measureReplicaReads(
  url: string,
  products: readonly { slug: string }[],
  cluster: Cluster,
): Promise<number> {
  const count = async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<{ scans: number }>(
      `SELECT sum(seq_scan + coalesce(idx_scan, 0))::integer AS scans FROM pg_stat_user_tables
       WHERE relname LIKE 'product%'`,
    );
    await client.end();
    return requireMeasured(rows[0]?.scans);
  };
  await sleep(REPLICA_DELAY_MS + 3 * SECOND_MS);
  const before = await count();
  for (const { slug } of products) await fetch(new URL(`/api/products/${slug}`, cluster.url));
  await sleep(3 * SECOND_MS);
  const scans = (await count()) - before;
  assert.ok(scans >= products.length, `The replica was scanned ${scans} times`);
  return scans;
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
