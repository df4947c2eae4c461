import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PostgresProxy, startPostgresProxy } from '../setup/postgres-proxy';
import { type ServerProcess, spawnServer } from '../setup/spawn-server';
import { setUpTestDatabase } from '../setup/test-database';
import { until } from '../setup/until';

const database = setUpTestDatabase();
let dataDir: string;
let proxy: PostgresProxy;
let server: ServerProcess | undefined;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'fatal-test-'));
  const { rows } = await database.pool.query<{ name: string }>('SELECT current_database() AS name');
  const url = new URL(process.env.TEST_DATABASE_URL ?? '');
  url.pathname = rows[0]?.name ?? '';
  proxy = await startPostgresProxy(url.href);
  server = await spawnServer({ DATA_DIR: dataDir, DATABASE_URL: proxy.url });
}, 180_000);
afterEach(async () => {
  server?.signal('SIGKILL');
  proxy.thaw();
  await proxy.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const status = async () => (await fetch(`${server?.url}/readyz`).catch(() => undefined))?.status;

it.each([
  ['has stopped', () => proxy.stop()],
  ['no longer answers', () => proxy.freeze()],
])(
  'a process exits with status 1, at most 13 seconds later on its own clock, when its PostgreSQL server %s for good',
  async (_, takeAway) => {
    takeAway();

    expect(await server?.exited).toBe(1);
    const [sentence, seconds] = /The database has not answered for (\d+) seconds\. The process ends/.exec(
      server?.log() ?? '',
    ) ?? [''];
    expect(sentence).not.toBe('');
    // The process asks once a second, and counts at most 3 seconds for one question.
    expect(Number(seconds)).toBeGreaterThanOrEqual(10);
    expect(Number(seconds)).toBeLessThanOrEqual(13);
  },
  60_000,
);

it('a process survives a restart of its server', async () => {
  proxy.freeze();
  await until(async () => (await status()) === 503, { withinMs: 10_000 });
  proxy.thaw();
  await until(async () => (await status()) === 200, { withinMs: 10_000 });
}, 60_000);

it('a start waits for a server that does not answer yet', async () => {
  server?.signal('SIGKILL');
  await server?.exited;
  proxy.freeze();
  const starting = spawnServer(
    { DATA_DIR: dataDir, DATABASE_URL: proxy.url, DATABASE_AWAY_SECONDS: '60' },
    (line) => {
      if (line.includes('The start waits for it')) proxy.thaw();
    },
  );
  server = await starting;
  expect(server.log()).toContain('The server behind DATABASE_URL does not answer. The start waits');
}, 120_000);
