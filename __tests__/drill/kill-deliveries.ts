import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pino from 'pino';
import { MINUTE_MS } from '@/lib/contract/plain/durations';
import { type Database, openDatabase } from '@/server/db/client';
import { webhooks } from '@/server/db/schema/webhook-schema';
import { startOwnPostgres } from '../setup/postgres';
import { until } from '../setup/until';

const EVENTS = 2_000;
const KILLS = 10;

/**
 * Two processes send 2,000 events to a slow webhook, and one of them is killed ten times. Afterwards each event must
 * have arrived once, or several times and be reported as interrupted.
 */
export async function killDeliveries(): Promise<string> {
  const postgres = await startOwnPostgres({ isDurable: true });
  const receiver = await startReceiver();
  const database = await openDatabase({
    ...{ databaseUrl: postgres.url, dataDir: 'unused', logger: pino({ level: 'warn' }) },
  });
  const start = (...more: string[]) =>
    startProcess(['--port', receiver.port, '--database', postgres.url, ...more]);
  const running = new Set<ChildProcess>();
  try {
    await prepare(database);
    for (let count = 0; count < 2; count += 1) running.add(await start());
    for (let killed = 0; killed < KILLS; killed += 1) {
      const next = receiver.arrivals.length + randomInt(10, 60);
      await until(() => receiver.arrivals.length >= next, { withinMs: MINUTE_MS, everyMs: 2 });
      const [oldest] = running;
      if (!oldest) break;
      running.delete(oldest);
      await kill(oldest);
      running.add(await start());
    }
    for (const child of running) await kill(child);
    running.clear();
    running.add(await start('--ahead', String(3 * MINUTE_MS)));
    const waiting = async () => {
      const { rows } = await database.pool.query(
        'SELECT FROM webhook_deliveries WHERE delivered_at IS NULL LIMIT 1',
      );
      return rows.length;
    };
    await until(async () => (await waiting()) === 0, { withinMs: 2 * MINUTE_MS, everyMs: 200 });
    return await checkArrivals(database, receiver.arrivals);
  } finally {
    for (const child of running) await kill(child);
    await database.close();
    await receiver.stop();
    await postgres.stop();
  }
}

async function startReceiver() {
  const arrivals: string[] = [];
  const server = createServer((req, res) => {
    req.resume().on('end', () => {
      arrivals.push(String(req.headers['webhook-id']));
      void sleep(randomInt(400)).then(() => res.writeHead(204).end());
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The receiver does not listen');
  return {
    arrivals,
    port: String(address.port),
    stop: async () => {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}

async function startProcess(args: readonly string[]): Promise<ChildProcess> {
  const child = fork(new URL('./deliver-process.ts', import.meta.url), args, {
    execArgv: ['--import', 'tsx'],
  });
  await once(child, 'message');
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function prepare({ db }: Database): Promise<void> {
  const createdAt = new Date();
  await db.insert(webhooks).values({
    ...{ url: 'https://hooks.example.com/in', format: 'standard', events: ['product.submitted'] },
    ...{ secret: 'c2VjcmV0', createdAt },
  });
  await db.execute(sql`
    INSERT INTO webhook_deliveries (webhook_id, event, payload, created_at, next_attempt_at)
    SELECT webhooks.id, 'test', '{"name":"A","tagline":"B","url":"https://a.example","isListed":false}', now(), now()
    FROM webhooks, generate_series(1, ${EVENTS})`);
}

async function checkArrivals({ pool }: Database, arrivals: readonly string[]): Promise<string> {
  const { rows } = await pool.query<{ id: string; interrupted: number }>(
    'SELECT id, interrupted_count AS interrupted FROM webhook_deliveries WHERE delivered_at IS NOT NULL',
  );
  assert.equal(rows.length, EVENTS);
  const counts = new Map<string, number>();
  for (const id of arrivals) counts.set(id, (counts.get(id) ?? 0) + 1);
  for (const { id, interrupted } of rows) {
    const count = counts.get(`evt_${id}`) ?? 0;
    assert.ok(count >= 1 && count <= 1 + interrupted, `${id}: ${count} arrivals, ${interrupted} interrupted`);
  }
  const reported = rows.filter(({ interrupted }) => interrupted > 0);
  const twice = reported.filter(({ id }) => (counts.get(`evt_${id}`) ?? 0) > 1);
  return `${KILLS} kills: ${EVENTS - reported.length} events arrived once; ${reported.length} reported as interrupted, of which ${twice.length} arrived more than once`;
}
