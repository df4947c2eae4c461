import { jest } from '@jest/globals';
import pino from 'pino';
import { SECOND_MS } from '@/lib/contract/plain/durations';
import { LimitedPool } from '@/server/db/limited-pool';
import { Replicas } from '@/server/db/replicas';

/** A pool whose server answers every query with a position of its log. */
function poolAt(readPosition: () => number): LimitedPool {
  const pool = new LimitedPool({});
  Reflect.set(pool, 'query', () =>
    Promise.resolve({ rows: [{ position: `0/${readPosition().toString(16)}` }] }),
  );
  return pool;
}

afterEach(() => jest.useRealTimers());

it('measures how far a replica is behind up to two minutes, and that it has caught up', async () => {
  jest.useFakeTimers();
  let written = 1;
  let replayed = 1;
  const pools = [poolAt(() => (written += 1)), poolAt(() => replayed)] as const;
  const [primary, replica] = pools;
  const logger = pino({ level: 'silent' });
  const replicas = new Replicas(primary, [replica], { lagMsMax: SECOND_MS, logger });

  await jest.advanceTimersByTimeAsync(60 * SECOND_MS);
  expect(replicas.lagSeconds).toBeCloseTo(60, 0);
  await jest.advanceTimersByTimeAsync(60 * SECOND_MS);
  expect(replicas.lagSeconds).toBeGreaterThan(119);
  await jest.advanceTimersByTimeAsync(600 * SECOND_MS);
  expect(replicas.lagSeconds).toBeGreaterThan(119);
  expect(replicas.lagSeconds).toBeLessThanOrEqual(120);

  replayed = Number.MAX_SAFE_INTEGER;
  await jest.advanceTimersByTimeAsync(SECOND_MS);
  expect(replicas.lagSeconds).toBe(0);
  await replicas.close();
  await primary.end();
});
