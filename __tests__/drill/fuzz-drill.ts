import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDeps } from '@/server/create-deps';
import { readEnv } from '@/server/config/env';
import { fuzz } from './fuzz';
import { createFuzzTarget } from './fuzz-site';

const SHOWN_EVERY = 10_000;

/**
 * Starts a product server on the database of TEST_DATABASE_URL or on a new embedded database, and fuzzes that server.
 *
 * @returns whether every response was as documented, and none was a 500.
 */
export async function drillFuzz(count: number, seed: number): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'drill-fuzz-'));
  const { deps, database } = await createDeps(
    readEnv({
      APP_ENV: 'development',
      LOCAL_IDENTITY: 'on',
      LOG_LEVEL: 'error',
      DATA_DIR: dataDir,
      DATABASE_URL: process.env.TEST_DATABASE_URL,
    }),
  );
  const startedAtMs = performance.now();
  try {
    const report = await fuzz(await createFuzzTarget(deps), {
      seed,
      count,
      onProgress: (done) => done % SHOWN_EVERY === 0 && console.log(`  ${done} requests`),
    });
    for (const { index, actor, request, reason } of report.failures) {
      console.log(`  FAILED: request ${index} as ${actor}: ${request}\n          ${reason}`);
    }
    const silent = report.calls.filter((call) => !report.succeeded.has(call));
    const statuses = [...report.statuses].sort(([a], [b]) => a - b);
    const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(0);
    console.log(`  statuses: ${statuses.map(([status, times]) => `${status} × ${times}`).join(', ')}`);
    console.log(`  calls without a success: ${silent.join(', ') || 'none'}`);
    console.log(
      `=== fuzz: ${count} requests in ${seconds} s on ${database.kind}, ${report.failures.length} failures`,
    );
    return report.failures.length === 0;
  } finally {
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}
