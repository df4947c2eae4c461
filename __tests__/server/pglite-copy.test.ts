import { execFile } from 'node:child_process';
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Pool } from 'pg';
import { copyOpenDatabase } from '@/server/backup/write-backup';
import { createPglitePool } from '@/server/db/pglite';
import { prepareDataFolder } from '@/server/db/data-dir';
import { type PgliteThread, startPgliteThread } from '@/server/db/pglite-thread';
import { until } from '../setup/until';

const COPIES = 2;
/** 40 MB: more than the 16 MB that PostgreSQL keeps in memory, so that it writes pages between checkpoints. */
const ACCOUNTS = 30_000;
let folder = '';
let thread: PgliteThread;
let pool: Pool;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'database-copy-'));
  thread = await startPgliteThread({ kind: 'folder', path: await prepareDataFolder(folder) });
  pool = createPglitePool(thread);
  await pool.query(`
    CREATE TABLE accounts (id int PRIMARY KEY, amount int NOT NULL, note text);
    CREATE TABLE transfers (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, payer int, note text);
    INSERT INTO accounts SELECT n, 1000, repeat('x', 1000) FROM generate_series(1, ${ACCOUNTS}) n`);
});
afterAll(async () => {
  await pool.end();
  await thread.close();
  await rm(folder, { recursive: true, force: true });
});

/** Moves amounts between accounts, in pages all over the table, and makes, empties and drops tables. */
async function writeUntil(stop: AbortSignal): Promise<number> {
  let transfers = 0;
  for (; !stop.aborted; transfers += 1) {
    // Far from each other, so that every change needs another page.
    const [payer, payee] = [1 + ((transfers * 7_919) % ACCOUNTS), 1 + ((transfers * 104_729 + 5) % ACCOUNTS)];
    await pool.query(`BEGIN;
      UPDATE accounts SET amount = amount - 1, note = repeat('${transfers % 10}', 700) WHERE id = ${payer};
      UPDATE accounts SET amount = amount + 1 WHERE id = ${payee};
      INSERT INTO transfers (payer, note) VALUES (${payer}, repeat('t', 300));
      COMMIT`);
    if (transfers % 20 === 0) {
      await pool.query('CREATE TABLE brief (n int); INSERT INTO brief SELECT generate_series(1, 3000)');
      await pool.query('TRUNCATE brief');
      await pool.query('DROP TABLE brief');
    }
  }
  return transfers;
}

it('copies a database that is being written, as of one moment', async () => {
  const stop = new AbortController();
  const writing = writeUntil(stop.signal);
  const checkpoint = async () => {
    await pool.query('CHECKPOINT');
  };
  let acknowledged = 0;
  for (let number = 1; number <= COPIES; number += 1) {
    const path = join(folder, `copy-${number}`);
    const before = await pool.query<{ count: number }>('SELECT count(*)::int AS count FROM transfers');
    acknowledged = before.rows[0]?.count ?? 0;
    await copyOpenDatabase(join(folder, 'database'), path, checkpoint);

    const copy = await startPgliteThread({ kind: 'staging', path });
    const copied = createPglitePool(copy);
    const { rows } = await copied.query<{ accounts: number; amount: number; transfers: number }>(
      `SELECT count(*)::int AS accounts, sum(amount)::int AS amount,
         (SELECT count(*)::int FROM transfers) AS transfers FROM accounts`,
    );
    expect(rows[0]).toMatchObject({ accounts: ACCOUNTS, amount: ACCOUNTS * 1_000 });
    expect(rows[0]?.transfers).toBeGreaterThanOrEqual(acknowledged);
    // Both ways to the same rows.
    const byIndex = await copied.query(
      'SET enable_seqscan = off; SELECT sum(amount)::int AS amount FROM accounts WHERE id > 0',
    );
    expect(JSON.stringify(byIndex)).toContain(String(ACCOUNTS * 1_000));
    await copied.end();
    await copy.close();
  }
  stop.abort();
  expect(await writing).toBeGreaterThan(acknowledged);
});

it('starts the copy again when a checkpoint is written during the copy, and gives up when checkpoints go on', async () => {
  const source = join(folder, 'database');
  const path = join(folder, 'overtaken');
  // The log is copied last. Reading a named pipe in its folder waits until the test opens the pipe, so that every
  // checkpoint of the test is written after the copy has read the name of the one before.
  const pipe = join(source, 'pg_wal', 'held');
  await promisify(execFile)('mkfifo', [pipe]);
  const isCopied = (name: string) =>
    access(join(path, name)).then(
      () => true,
      () => false,
    );
  const overtake = async () => {
    await until(() => isCopied('PG_VERSION'));
    await pool.query('INSERT INTO transfers (payer) VALUES (1); CHECKPOINT');
    await writeFile(pipe, '');
  };

  let overtaken = Promise.resolve();
  let attempts = 0;
  await copyOpenDatabase(source, path, async () => {
    attempts += 1;
    if (attempts === 1) {
      overtaken = overtake();
    } else {
      await overtaken;
      await rm(pipe);
    }
  });
  expect(attempts).toBe(2);

  await promisify(execFile)('mkfifo', [pipe]);
  const copying = copyOpenDatabase(source, path, async () => {
    await overtaken;
    await rm(path, { recursive: true, force: true });
    overtaken = overtake();
  });
  await expect(copying).rejects.toThrow('writes too much');
  await overtaken;
  await rm(pipe);
});
