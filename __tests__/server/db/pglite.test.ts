import { existsSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { readDatabaseImage } from '@/__tests__/setup/database-image';
import { killFirstStart, spawnDatabase } from '@/__tests__/setup/spawn-database';
import { until } from '@/__tests__/setup/until';
import { openDatabase } from '@/server/db/client';
import { prepareDataFolder } from '@/server/db/data-dir';
import { migrate } from '@/server/db/migrate';
import { createPglitePool } from '@/server/db/pglite';
import { startPgliteThread } from '@/server/db/pglite-thread';

const logger = pino({ level: 'silent' });

let folder: string;
/** A folder with a database that no process has open. */
let dataDir: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pglite-'));
  const database = await openDatabase({ dataDir: join(folder, 'original'), logger });
  await database.close();
});
beforeEach(async () => {
  dataDir = join(folder, 'copy');
  await rm(dataDir, { recursive: true, force: true });
  await cp(join(folder, 'original'), dataDir, { recursive: true });
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

async function listTags(): Promise<string[]> {
  const database = await openDatabase({ dataDir, logger });
  const { rows } = await database.pool.query<{ slug: string }>('SELECT slug FROM tags');
  await database.close();
  return rows.map(({ slug }) => slug);
}

it('opens once per process, even when two parts open it at the same time', async () => {
  const [one, other] = await Promise.all([
    openDatabase({ dataDir, logger }),
    openDatabase({ dataDir, logger }),
  ]);

  expect(other).toBe(one);
  await one.close();
});

it('opens again after it was closed, with the rows written before', async () => {
  const first = await openDatabase({ dataDir, logger });
  await first.pool.query("INSERT INTO tags (slug, name) VALUES ('css', 'CSS')");
  await first.close();

  expect(await listTags()).toEqual(['css']);
});

it('refuses a second process with a sentence that says what to do, and the first process continues', async () => {
  const first = spawnDatabase(dataDir, { write: true });
  await first.ready;

  const second = spawnDatabase(dataDir);
  const { code, errorOutput } = await second.ended;
  const writtenBefore = first.acknowledged.length;
  await until(() => first.acknowledged.length > writtenBefore);
  await first.end('SIGTERM');

  expect(code).toBe(1);
  expect(errorOutput).toMatch(
    new RegExp(
      `^The database in ${dataDir} is open in process ${first.pid} on \\S+, since \\S+Z\\. ` +
        'The embedded database takes one process: stop that one first, set DATA_DIR to another folder, ' +
        'or set DATABASE_URL to share a PostgreSQL server\\.\\n$',
    ),
  );
  expect((await listTags()).sort()).toEqual([...first.acknowledged].sort());
});

it('opens the folder of a killed process, with every acknowledged row', async () => {
  const killed = spawnDatabase(dataDir, { write: true });
  await killed.ready;
  await until(() => killed.acknowledged.length > 0);
  await killed.end('SIGKILL');

  expect(await listTags()).toEqual(expect.arrayContaining([...killed.acknowledged]));
});

async function leaveLock(holder: { pid: number; host: string }): Promise<string> {
  const lock = join(dataDir, 'database.lock');
  const since = '2026-01-01T00:00:00.000Z';
  await writeFile(lock, JSON.stringify({ id: 'x', startedAtTick: '1', since, ...holder }));
  return lock;
}

it('replaces a lock whose process number now belongs to another process', async () => {
  await leaveLock({ pid: process.ppid, host: hostname() });

  expect(await listTags()).toEqual([]);
});

it('replaces the lock of another host without heartbeats', async () => {
  await leaveLock({ pid: 1, host: 'elsewhere' });

  expect(await listTags()).toEqual([]);
});

it('refuses to open while a process on another host sends heartbeats', async () => {
  const lock = await leaveLock({ pid: 1, host: 'elsewhere' });
  const touching = setInterval(() => utimesSync(lock, new Date(), new Date()), 100);

  await expect(listTags()).rejects.toThrow(
    `The database in ${dataDir} is open in process 1 on elsewhere, since 2026-01-01T00:00:00.000Z.`,
  );
  clearInterval(touching);
});

it('shows by its lock that it still runs, for processes on other hosts', async () => {
  const database = await openDatabase({ dataDir, logger });
  const lock = join(dataDir, 'database.lock');
  const longAgo = new Date('2026-01-01');
  utimesSync(lock, longAgo, longAgo);

  await until(() => statSync(lock).mtimeMs > longAgo.getTime());
  await database.close();
});

it('stops when another process has taken its folder', async () => {
  const database = await openDatabase({ dataDir, logger });
  const lock = join(dataDir, 'database.lock');
  await rm(lock);
  await writeFile(lock, '{"id":"another"}');

  expect(await database.lost).toBe('Another process has taken the data folder.');

  const asking = until(() => database.pool.query('SELECT 1').then(() => false), { withinMs: 60_000 });
  await expect(asking).rejects.toThrow('The database thread ended');
  await expect(database.close()).rejects.toThrow('The database thread ended');
  expect(await readFile(lock, 'utf8')).toBe('{"id":"another"}');
});

// The drill `first-starts` kills many at every moment.
it('starts after a killed first start, and deletes what it left', async () => {
  dataDir = join(folder, 'first-start');
  await killFirstStart(dataDir, 300);
  // An incomplete database never has the final name.
  expect(existsSync(join(dataDir, 'database'))).toBe(false);

  expect(await listTags()).toEqual([]);
  expect((await readdir(dataDir)).sort()).toEqual(['database']);
});

it('syncs the log to the disk once for each commit, and never for a read', async () => {
  const log = join(dataDir, 'fsyncs');
  const hook = new URL('../../setup/count-fsyncs.ts', import.meta.url);
  hook.searchParams.set('log', log);
  const path = await prepareDataFolder(dataDir);
  const tsx = new URL('../../../server/base/register-tsx.js', import.meta.url);
  const thread = await startPgliteThread({ kind: 'folder', path }, [
    '--import',
    tsx.href,
    '--import',
    hook.href,
  ]);
  const pool = createPglitePool(thread);
  await migrate(pool);
  const countSyncs = () =>
    existsSync(log)
      ? readFileSync(log, 'utf8')
          .split('\n')
          .filter((file) => file.includes('/pg_wal/')).length
      : 0;

  const counts = [];
  for (const slug of ['css', 'html', 'svg']) {
    const before = countSyncs();
    await pool.query('INSERT INTO tags (slug, name) VALUES ($1, $1)', [slug]);
    counts.push(countSyncs() - before);
  }
  const before = countSyncs();
  await pool.query('SELECT * FROM tags');
  counts.push(countSyncs() - before);

  await pool.end();
  await thread.close();
  expect(counts).toEqual([1, 1, 1, 0]);
});

it('fails running and later queries when the database thread has ended', async () => {
  const thread = await startPgliteThread({ kind: 'memory', image: await readDatabaseImage() });
  const pool = createPglitePool(thread);
  await pool.query('SELECT 1');

  const asked = pool.query('SELECT pg_sleep(5)');
  await thread.kill();

  await expect(asked).rejects.toThrow('The database thread ended with code 1.');
  await expect(pool.query('SELECT 1')).rejects.toThrow('The database thread ended with code 1.');
  await pool.end();
});

it('starts from a dump with the rows of the dumped database', async () => {
  const thread = await startPgliteThread({ kind: 'memory', image: await readDatabaseImage() });
  const pool = createPglitePool(thread);
  await pool.query("INSERT INTO tags (slug, name) VALUES ('css', 'CSS')");
  await pool.query('CHECKPOINT');
  await pool.end();
  const image = await thread.dump();
  await thread.close();

  const copy = await startPgliteThread({ kind: 'memory', image });
  const poolOfCopy = createPglitePool(copy);
  expect((await poolOfCopy.query('SELECT slug FROM tags')).rows).toEqual([{ slug: 'css' }]);
  await poolOfCopy.end();
  await copy.close();
});
