import pino from 'pino';
import { startOldPostgres } from '@/__tests__/setup/old-postgres';
import { setUpTestDatabase } from '@/__tests__/setup/test-database';
import { until } from '@/__tests__/setup/until';
import { openDatabase } from '@/server/db/client';

const database = setUpTestDatabase();
const logger = pino({ level: 'silent' });

it('sets the time zone, the time limits and the planner of every session', async () => {
  const names = [
    'TimeZone',
    'statement_timeout',
    'idle_in_transaction_session_timeout',
    'jit',
    'enable_mergejoin',
  ];
  const { rows } = await database.pool.query<{ value: string }>(
    'SELECT current_setting(name) AS value FROM unnest($1::text[]) AS name',
    [names],
  );
  expect(rows.map(({ value }) => value)).toEqual(['UTC', '30s', '1min', 'off', 'off']);
});

it('keeps idle connections alive through firewalls', () => {
  expect(database.pool.options).toMatchObject({ keepAlive: true });
});

/** PgBouncer replaces the connections to the server itself. */
const withoutPooler = process.env.TEST_DATABASE_POOLER_URL ? it.skip : it;

withoutPooler('continues after the server has closed idle connections', async () => {
  await Promise.all([1, 2, 3].map(() => database.pool.query('SELECT pg_sleep(0.05)')));
  const { rowCount } = await database.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );
  expect(rowCount).toBe(2);
  // The pool drops a connection as soon as it notices that the server has closed it.
  await until(() => database.pool.totalCount === 1);

  expect((await database.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
});

it('names the variable when no server answers', async () => {
  const server = await startOldPostgres('15.0');
  server.stop();

  await expect(openDatabase({ databaseUrl: server.url, dataDir: '', logger })).rejects.toThrow(
    /^The server behind DATABASE_URL cannot be used: connect ECONNREFUSED 127\.0\.0\.1:\d+\.$/,
  );
});

it('refuses a server older than PostgreSQL 15 with a sentence that names both versions', async () => {
  const server = await startOldPostgres('14.20 (Debian 14.20-1)');

  await expect(openDatabase({ databaseUrl: server.url, dataDir: '', logger })).rejects.toThrow(
    'The server behind DATABASE_URL is PostgreSQL 14.20 (Debian 14.20-1); PostgreSQL 15 or later is needed.',
  );
  server.stop();
});
