import { LimitedPool } from '@/server/db/limited-pool';
import { withDeadline } from '@/server/base/async-context';
import { setUpTestDatabase } from '../../setup/test-database';

const database = setUpTestDatabase();

it('calls back once it has ended, as pg does', async () => {
  const pool = new LimitedPool({});
  await new Promise<void>((resolve) => pool.end(resolve));
  expect(pool.ended).toBe(true);
});

it('answers once with a connection that it has in time, and not again at the deadline', async () => {
  const answers: { release: () => void }[] = [];
  const { max } = database.pool.options;
  // Opening a connection may take longer than the deadline.
  const opened = await Promise.all(Array.from({ length: max }, () => database.pool.connect()));
  for (const client of opened) client.release();
  const connect = () => {
    database.pool.connect((_error, _client, release) => answers.push({ release }));
    return Promise.resolve();
  };
  await Promise.all(Array.from({ length: max }, () => withDeadline(500, connect)));

  // All connections are taken. This deadline is the last.
  await expect(withDeadline(1_000, () => database.pool.connect())).rejects.toThrow(
    'There was no connection to the database in time.',
  );
  for (const { release } of answers) release();
  expect(answers).toHaveLength(max);
});

it('reports a query whose connection ends before its answer', async () => {
  const reported: string[] = [];
  const client = await database.pool.connect();
  const failed = client.query('SELECT pg_sleep(0.5)').catch(() => 'failed');
  database.pool.watchQueries(({ text }) => reported.push(text));
  await client.end();

  expect(await failed).toBe('failed');
  expect(reported).toEqual(['SELECT pg_sleep(0.5)']);
});

it('gives up no query of a busy connection, as long as each query ends before its own deadline', async () => {
  const client = await database.pool.connect();
  const deadlineMs = 3_000;
  // The connection is never idle until the deadline of the first query has passed.
  const first = withDeadline(deadlineMs, () => client.query('SELECT 1'));
  const second = withDeadline(60_000, () => client.query('SELECT pg_sleep(4)'));
  await expect(Promise.all([first, second])).resolves.toHaveLength(2);
  client.release();
});
