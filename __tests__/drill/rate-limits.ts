import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { pino } from 'pino';
import type { RateLimitName } from '@/lib/contract/rate-limits';
import { createDeps } from '@/server/create-deps';
import type { Deps } from '@/server/deps';
import { readEnv } from '@/server/config/env';
import { createRateLimits, type RateLimits } from '@/server/limits/rate-limits';
import { quantile } from '../setup/measured';
import { startPostgres } from '../setup/postgres';

const KEYS = 1_000_000;
const MB = 1_000_000;
const MEMORY_MB_MAX = 100;
const P99_MS_MAX = 2;
const TOO_MUCH = ' (too much)';

const SEARCH: readonly RateLimitName[] = ['requestByAddress', 'searchByAddress', 'searchBurstByAddress'];
const UPVOTE: readonly RateLimitName[] = ['upvoteByUser', 'upvoteByUserPerDay', 'upvoteByAddress'];

/**
 * Measures what the rate limits cost: memory for a million client addresses, and the time of a call.
 *
 * @returns the figures.
 * @throws Error when a figure is too high.
 */
export async function drillRateLimits(folder: string): Promise<string> {
  const postgres = await startPostgres();
  try {
    const figures = [
      await measure({ DATA_DIR: join(folder, 'data') }, async ({ db, rateLimits }) => [
        await measureTime('search', rateLimits, SEARCH),
        await measureTime('upvote on PGlite', rateLimits, UPVOTE),
        await measureMemory(db),
      ]),
      await measure({ DATA_DIR: folder, DATABASE_URL: postgres.url }, async ({ rateLimits }) => [
        await measureTime('upvote on PostgreSQL', rateLimits, UPVOTE),
      ]),
    ].flat();
    for (const figure of figures) console.log(`  ${figure}`);
    if (figures.some((figure) => figure.includes(TOO_MUCH))) throw new Error('A figure is too high.');
    return figures.join('; ');
  } finally {
    await postgres.stop();
  }
}

async function measure(
  env: Record<string, string>,
  run: (deps: Deps) => Promise<string[]>,
): Promise<string[]> {
  const { deps, database } = await createDeps(readEnv({ LOG_LEVEL: 'silent', ...env }));
  try {
    return await run(deps);
  } finally {
    await database.close();
  }
}

/** Counts a call of each of a million addresses within one minute. */
async function measureMemory(db: Deps['db']): Promise<string> {
  const now = new Date();
  const rateLimits = createRateLimits({ db, logger: pino({ level: 'silent' }), now: () => now });
  const before = usedBytes();
  for (let count = 0; count < KEYS; count += 1) {
    const key = `2001:db8:${(count >> 16).toString(16)}:${(count & 0xffff).toString(16)}/64`;
    await rateLimits.count([{ limit: 'readByAddress', key }]);
  }
  const { quotas } = await rateLimits.count([{ limit: 'readByAddress', key: '2001:db8:0:0/64' }]);
  const usedMB = (usedBytes() - before) / MB;
  const figure = `${usedMB.toFixed(1)} MB for ${KEYS.toLocaleString('en')} addresses`;
  if (quotas[0]?.remaining !== 598) throw new Error('The first address was forgotten.');
  return usedMB > MEMORY_MB_MAX ? figure + TOO_MUCH : figure;
}

async function measureTime(
  name: string,
  rateLimits: RateLimits,
  limits: readonly RateLimitName[],
): Promise<string> {
  const times: number[] = [];
  for (let count = 0; count < 5_000; count += 1) {
    const startedAtMs = performance.now();
    await rateLimits.count(limits.map((limit) => ({ limit, key: `192.0.2.${count % 1_000}` })));
    if (count >= 500) times.push(performance.now() - startedAtMs);
  }
  const at = (share: number) => quantile(times, share);
  const figure = `${name}: ${limits.length} limits in ${at(0.5).toFixed(3)} ms, p99 ${at(0.99).toFixed(3)} ms`;
  return at(0.99) > P99_MS_MAX ? figure + TOO_MUCH : figure;
}

function usedBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc()');
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
