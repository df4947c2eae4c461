import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import pino from 'pino';
import { z } from 'zod';
import { freePort } from '@/__tests__/bench/processes';
import { until } from '@/__tests__/setup/until';
import { MINUTE_MS } from '@/lib/contract/plain/durations';
import { fillDemo } from '@/server/cli/fill-demo';
import { openSession } from '@/server/commands/account/sign-in';
import { type Db, openDatabase } from '@/server/db/client';
import { users } from '@/server/db/schema';
import { readEnv } from '@/server/config/env';
import { createKeyRing } from '@/server/sessions/key-ring';
import { createSessionTokens } from '@/server/sessions/session-token';
import { createTextWorkers } from '@/server/workers/text-workers';
import { siteEnv } from './built-site';

const sessionKey = Buffer.alloc(32, 7).toString('base64url');
const loopDelay = z.object({ p50Ms: z.number(), p99Ms: z.number(), maxMs: z.number() });
export type LoopDelay = z.infer<typeof loopDelay>;

export type ServedSite = {
  url: string;
  pid: number;
  /** One signed-in member each. */
  memberHeaders: { accessToken: string; originUrl: string }[];
  /** The delay of the event loop since the last reading. */
  readLoopDelay: () => Promise<LoopDelay>;
  stop: () => Promise<void>;
};

/**
 * Runs the build on a new data folder with the demo content and members that are signed in.
 *
 * @param addRows adds what the demo does not have, before the site starts.
 */
export async function serveSite(
  dataDir: string,
  memberCount: number,
  addRows?: (db: Db) => Promise<void>,
): Promise<ServedSite> {
  const env = await siteEnv();
  const tokens = await fillFolder(dataDir, memberCount, addRows);
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const child = spawn(
    process.execPath,
    ['--import', new URL('./loop-delay-probe.js', import.meta.url).href, 'dist/listgrove.js', 'start'],
    {
      env: {
        ...process.env,
        ...env,
        NODE_ENV: 'production',
        APP_ENV: 'development',
        DATA_DIR: dataDir,
        DRAIN_NOTICE_MS: '0',
        LOG_LEVEL: 'error',
        PORT: String(port),
        SESSION_KEYS: sessionKey,
        TRUSTED_PROXY_HOPS: '1',
      },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    },
  );
  await until(() => isReady(url, child), { withinMs: 2 * MINUTE_MS, everyMs: 50 });
  return {
    url,
    pid: child.pid ?? 0,
    memberHeaders: tokens.map((token) => ({ accessToken: `Bearer ${token}`, originUrl: url })),
    async readLoopDelay() {
      const answered = once(child, 'message');
      child.send('read');
      const [message]: unknown[] = await answered;
      return loopDelay.parse(message);
    },
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}

async function isReady(url: string, child: ChildProcess): Promise<boolean> {
  if (child.exitCode !== null) throw new Error(`The server ended with code ${child.exitCode}.`);
  const response = await fetch(`${url}/readyz`).catch(() => undefined);
  return response?.ok === true;
}

async function fillFolder(
  dataDir: string,
  memberCount: number,
  addRows?: (db: Db) => Promise<void>,
): Promise<string[]> {
  const database = await openDatabase({ dataDir, logger: pino({ level: 'warn' }) });
  const textWorkers = createTextWorkers();
  const now = () => new Date();
  const deps = {
    db: database.db,
    env: readEnv({ APP_ENV: 'demo' }),
    now,
    sessionTokens: createSessionTokens(createKeyRing([sessionKey])),
    textWorkers,
  };
  // On a busy machine, a thread may not start in time.
  const isStarted = () =>
    textWorkers.renderMarkdown('text').then(
      () => true,
      () => false,
    );
  await until(isStarted, { withinMs: 2 * MINUTE_MS, everyMs: 50 });
  await fillDemo(deps);
  await addRows?.(database.db);
  const createdAt = new Date('2026-01-01');
  const members = Array.from({ length: memberCount }, (_, index) => ({
    handle: `drill-${index}`,
    name: `Drill ${index}`,
    createdAt,
  }));
  const rows =
    memberCount === 0 ? [] : await deps.db.insert(users).values(members).returning({ id: users.id });
  const tokens: string[] = [];
  for (const { id } of rows) tokens.push((await openSession(deps, { userId: id, userAgent: null })).token);
  await textWorkers.close();
  await database.close();
  return tokens;
}
