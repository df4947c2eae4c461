import { type ChildProcess, execFileSync, type ExecFileSyncOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../bench/processes';
import { startOwnPostgres } from '../setup/postgres';
import { until } from '../setup/until';

const DEBIAN_PGBOUNCER = '/usr/sbin/pgbouncer';

/** As docs/scaling.md gives them. */
const SETTINGS =
  'SET statement_timeout = 30000; SET idle_in_transaction_session_timeout = 60000; SET jit = off; SET enable_mergejoin = off; SET client_connection_check_interval = 2000';

/**
 * Runs the server's tests on PostgreSQL behind PgBouncer. Each transaction gets the connection that was unused for the
 * longest time, so that whatever depends on a session fails.
 *
 * @throws Error when a test fails, after the output of the tests.
 */
export async function drillPgbouncer(folder: string): Promise<string> {
  const binary = findOrInstallPgbouncer();
  const postgres = await startOwnPostgres();
  const port = await freePort();
  const poolerUrl = `postgresql://postgres@127.0.0.1:${port}/postgres`;
  const pooler = await startPgbouncer(binary, { folder, port, serverUrl: postgres.url });
  try {
    await until(() => answers(poolerUrl));
    const tests = spawn('npm', ['run', '--silent', 'test:one', '--', '__tests__/server', '--postgres'], {
      stdio: 'inherit',
      env: { ...process.env, TEST_DATABASE_URL: postgres.url, TEST_DATABASE_POOLER_URL: poolerUrl },
    });
    await once(tests, 'exit');
    if (tests.exitCode !== 0) throw new Error('Tests of the server failed behind PgBouncer.');
    return "the server's tests pass behind PgBouncer in transaction mode";
  } finally {
    await stop(pooler);
    await postgres.stop();
  }
}

type PoolerOptions = { folder: string; port: number; serverUrl: string };

async function startPgbouncer(binary: string, { folder, port, serverUrl }: PoolerOptions) {
  const socketFolder = new URL(serverUrl).searchParams.get('host');
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(
    file,
    `[databases]
* = host=${socketFolder} user=postgres connect_query='${SETTINGS}'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
server_round_robin = 1
max_client_conn = 1000
default_pool_size = 15
autodb_idle_timeout = 5
log_connections = 0
log_disconnections = 0
log_pooler_errors = 0
log_stats = 0
`,
  );
  // PgBouncer refuses to run as root.
  await chmod(folder, 0o755);
  const asOther = process.getuid?.() === 0 ? ['-u', 'postgres'] : [];
  return spawn(binary, ['-q', ...asOther, file], { stdio: ['ignore', 'ignore', 'ignore'] });
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

function findOrInstallPgbouncer(): string {
  if (existsSync(DEBIAN_PGBOUNCER)) return DEBIAN_PGBOUNCER;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    throw new Error("This drill needs Debian's PgBouncer: apt-get install pgbouncer");
  }
  console.log("Installing Debian's package `pgbouncer`.");
  const options: ExecFileSyncOptions = {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', 'inherit'],
  };
  execFileSync('apt-get', ['update', '-qq'], options);
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'pgbouncer'], options);
  return DEBIAN_PGBOUNCER;
}
