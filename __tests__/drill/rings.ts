import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import pino from 'pino';
import { createRandom } from '@/__tests__/bench/search-records';
import { startOwnPostgres } from '@/__tests__/setup/postgres';
import { type RingKind, simulateVotes } from '@/__tests__/setup/simulated-votes';
import { findRings } from '@/server/commands/reactions/rings';
import { OwnerError } from '@/server/base/errors';
import { openPostgres } from '@/server/db/postgres';
import type { DrillRequest } from './drill';

const SEEDS = 4;
const MEMBERS = 10_000;
const PRODUCTS = 600;
const RING = 50;
const INNOCENT_MAX = 5;
/** Of the 50. */
const FOUND_MIN = 45;

/**
 * Looks for a ring of 50 among 10,000 members, with several seeds, and both with a VPN and with a home for each account.
 *
 * @throws OwnerError unless at least 45 of the 50 were found each time, and at most 5 others.
 */
export async function drillRings(_folder: string, _round: number, { seed }: DrillRequest): Promise<void> {
  const server = await startOwnPostgres();
  try {
    // Migrates the schema.
    await (await openPostgres(server.url, pino({ level: 'silent' }))).close();
    const pool = new pg.Pool({ connectionString: server.url, options: '-c TimeZone=UTC', max: 2 });
    pool.on('error', () => undefined);
    try {
      let isGood = true;
      for (let round = 0; round < SEEDS; round += 1) {
        for (const ringKind of ['vpn', 'homes'] as const) {
          isGood = (await look(pool, seed + round, ringKind)) && isGood;
        }
      }
      if (!isGood) throw new OwnerError('The drill failed.');
    } finally {
      await pool.end();
    }
  } finally {
    await server.stop();
  }
}

async function look(pool: pg.Pool, seed: number, ringKind: RingKind): Promise<boolean> {
  await pool.query('TRUNCATE users, products, voter_networks, vote_links, vote_rings CASCADE');
  const now = new Date('2026-11-20T12:00:00.000Z');
  const random = createRandom(seed);
  const ring = await simulateVotes(pool, {
    ...{ random, now, memberCount: MEMBERS, productCount: PRODUCTS, ringSize: RING, ringKind },
  });
  await pool.query('ANALYZE');
  const startedAtMs = performance.now();
  let longestMs = 0;
  let lastAtMs = performance.now();
  const watch = setInterval(() => {
    longestMs = Math.max(longestMs, performance.now() - lastAtMs - 1);
    lastAtMs = performance.now();
  }, 1);
  const checked = await findRings(
    { db: drizzle({ client: pool }), now: () => now },
    new AbortController().signal,
  );
  clearInterval(watch);
  const tookMs = performance.now() - startedAtMs;
  const { rows } = await pool.query<{ ringCount: number; found: number; innocent: number; votes: number }>(
    `SELECT (SELECT count(*)::integer FROM vote_rings) AS "ringCount", (SELECT count(*)::integer FROM upvotes) AS votes,
       count(DISTINCT user_id) FILTER (WHERE user_id = ANY($1::bigint[]))::integer AS found,
       count(DISTINCT user_id) FILTER (WHERE user_id <> ALL($1::bigint[]))::integer AS innocent
     FROM vote_ring_members`,
    [ring],
  );
  const { ringCount = 0, found = 0, innocent = 0, votes = 0 } = rows[0] ?? {};
  console.log(
    `  seed ${seed}, ${ringKind}: ${votes} upvotes of ${checked} members checked in ${(tookMs / 1_000).toFixed(1)} s, ` +
      `event loop blocked for ${longestMs.toFixed(0)} ms at most; ${ringCount} rings, recall ${found} of ${RING}, ` +
      `${innocent} innocent, precision ${((100 * found) / Math.max(found + innocent, 1)).toFixed(0)} %`,
  );
  return found >= FOUND_MIN && innocent <= INNOCENT_MAX;
}
