import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { jest } from '@jest/globals';
import pino from 'pino';
import { setUpTestDatabase } from '@/__tests__/setup/test-database';
import { openDatabase } from '@/server/db/client';
import { describeServer } from '@/server/db/postgres-server';

const database = setUpTestDatabase();
const serverUrl = new URL(process.env.TEST_DATABASE_URL ?? '');

/** A server in front of PostgreSQL that accepts connections and leaves the forwarding to the test. */
let front: Server;
beforeEach(async () => {
  front = createServer({ pauseOnConnect: true }).listen(0, '127.0.0.1');
  await once(front, 'listening');
});
afterEach(() => {
  jest.useRealTimers();
  front.close();
});

function forward(socket: Socket): void {
  const host = serverUrl.searchParams.get('host') ?? serverUrl.hostname;
  const port = Number(serverUrl.port || 5432);
  const server = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  // Either end may close first.
  for (const end of [server, socket]) end.on('error', () => undefined);
  server.pipe(socket).pipe(server);
}

async function frontUrl(): Promise<string> {
  const { rows } = await database.pool.query<{ name: string }>('SELECT current_database() AS name');
  const url = new URL(serverUrl);
  url.searchParams.delete('host');
  url.pathname = rows[0]?.name ?? '';
  url.hostname = '127.0.0.1';
  const address = front.address();
  url.port = typeof address === 'object' ? String(address?.port) : '';
  return url.href;
}

it('waits minutes for a slow server at the start', async () => {
  const databaseUrl = await frontUrl();
  const accepted = new Promise<Socket>((resolve) => front.once('connection', resolve));
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'Date'] });

  const opening = openDatabase({ databaseUrl, dataDir: '', logger: pino({ level: 'silent' }) });
  const socket = await accepted;
  front.on('connection', forward);
  jest.advanceTimersByTime(9 * 60_000);
  forward(socket);

  const opened = await opening;
  expect((await opened.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  await opened.close();
});

it('describes a server with its version, clock and limit of connections', async () => {
  const { version, now, connectionsMax } = await describeServer(serverUrl.href, 10_000);

  expect(Number.parseInt(version)).toBeGreaterThanOrEqual(15);
  expect(Math.abs(now.getTime() - Date.now())).toBeLessThan(60_000);
  expect(Number(connectionsMax)).toBeGreaterThan(0);
});
