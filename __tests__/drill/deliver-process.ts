import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pino from 'pino';
import { buildConnector } from 'undici';
import { deliverNextEvent } from '@/server/commands/webhooks/deliver-event';
import { openDatabase } from '@/server/db/client';
import { readEnv } from '@/server/config/env';
import { createGuardedFetch } from '@/server/web/guarded-fetch';

/**
 * A process that sends events to webhooks until it is killed. Every host leads to one port of this machine.
 * `--ahead` moves its clock, so that leases of killed processes are over.
 */
const { values } = parseArgs({
  options: { port: { type: 'string' }, database: { type: 'string' }, ahead: { type: 'string' } },
});
const logger = pino({ level: 'warn' });
const { db } = await openDatabase({ databaseUrl: values.database, dataDir: 'unused', logger });
const connect = buildConnector({ timeout: 2_000 });
const fetchPage = createGuardedFetch({
  userAgent: 'drill',
  resolve: () => Promise.resolve(['93.184.215.14']),
  dial: (options, callback) =>
    connect({ ...options, protocol: 'http:', hostname: '127.0.0.1', port: values.port ?? '' }, callback),
});
const env = readEnv({ APP_ENV: 'development', LOCAL_IDENTITY: 'on' });
const now = () => new Date(Date.now() + Number(values.ahead ?? 0));
process.send?.('ready');
const deps = { db, env, fetchPage, logger, now };
const { signal } = new AbortController();
async function deliver(): Promise<void> {
  while (await deliverNextEvent(deps, signal));
}
for (;;) {
  await Promise.all([deliver(), deliver(), deliver(), deliver()]);
  await sleep(50);
}
