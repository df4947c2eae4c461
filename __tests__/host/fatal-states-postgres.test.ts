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
  server = undefined;
});
afterEach(async () => {
  server?.signal('SIGKILL');
  proxy.thaw();
  await proxy.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const start = async (variables: Record<string, string> = {}) => {
  server = await spawnServer({ DATA_DIR: dataDir, DATABASE_URL: proxy.url, ...variables });
};
const status = async () => (await fetch(`${server?.url}/readyz`).catch(() => undefined))?.status;

it.each([
  ['has stopped', () => proxy.stop()],
  ['no longer answers', () => proxy.freeze()],
])(
  'a process exits with status 1, 10 seconds later on its own clock, when its PostgreSQL server %s for good',
  async (_, takeAway) => {
    await start();
    takeAway();

    expect(await server?.exited).toBe(1);
    const [sentence, seconds] = /The database has not answered for (\d+) seconds\. The process ends/.exec(
      server?.log() ?? '',
    ) ?? [''];
    expect(sentence).not.toBe('');
    // The process asks once a second, counts at most 3 seconds for one question, and is late on a busy machine.
    expect(Number(seconds)).toBeGreaterThanOrEqual(10);
    expect(Number(seconds)).toBeLessThan(30);
  },
);

it('a process survives a restart of its server', async () => {
  // By default, a process ends after 10 seconds, which this test may need.
  await start({ DATABASE_AWAY_SECONDS: '600' });
  proxy.freeze();
  await until(async () => (await status()) === 503);
  proxy.thaw();
  await until(async () => (await status()) === 200);
});

it('a start waits for a server that does not answer yet', async () => {
  proxy.freeze();
  const starting = spawnServer(
    { DATA_DIR: dataDir, DATABASE_URL: proxy.url, DATABASE_AWAY_SECONDS: '60' },
    (line) => {
      if (line.includes('The start waits for it')) proxy.thaw();
    },
  );
  server = await starting;
  expect(server.log()).toContain('The server behind DATABASE_URL does not answer. The start waits');
});
