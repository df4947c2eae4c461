import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { buildUser } from '../../setup/build';
import { type ProductServerProcess, spawnProductServer } from '../../setup/product-servers';
import { setUpTestApp, testSessionKey } from '../../setup/test-app';

const api = setUpTestApp();
const dataDir = mkdtempSync(join(tmpdir(), 'sessions-test-'));
let servers: ProductServerProcess[] = [];

afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  rmSync(dataDir, { recursive: true, force: true });
});

it('ends all sessions of a user on every process with the answer to “sign out everywhere”', async () => {
  const { rows } = await api.db.execute<{ name: string }>(sql`SELECT current_database() AS name`);
  const databaseURL = new URL(process.env.TEST_DATABASE_URL ?? '');
  databaseURL.pathname = rows[0]?.name ?? '';
  const env = { DATABASE_URL: databaseURL.href, DATA_DIR: dataDir, SESSION_KEYS: testSessionKey };
  servers = await Promise.all([1, 2].map(() => spawnProductServer(env)));
  // The servers use the real clock.
  api.clock.now = new Date();
  const ada = await buildUser(api.db);
  const [here, there, bob] = [
    await api.signIn(ada),
    await api.signIn(ada),
    await api.signIn(await buildUser(api.db)),
  ];
  /** What every process says about each session. */
  const statuses = async () =>
    Promise.all(
      servers.flatMap(({ url }) =>
        [here, there, bob].map(
          async (headers) => (await fetch(`${url}/user/private/sessions`, { headers })).status,
        ),
      ),
    );
  expect(await statuses()).toEqual([200, 200, 200, 200, 200, 200]);

  const signOut = await fetch(`${servers[0]?.url}/user/private/logout`, {
    method: 'POST',
    headers: { ...here, 'content-type': 'application/json' },
    body: JSON.stringify({ everywhere: true }),
  });

  expect(signOut.status).toBe(200);
  expect(await statuses()).toEqual([401, 401, 200, 401, 401, 200]);
});
