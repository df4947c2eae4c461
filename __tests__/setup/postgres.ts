import { type ChildProcessByStdio, execFileSync, type ExecFileSyncOptions, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { appendFile, chown, mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import type { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import pino from 'pino';
import { openPostgres } from '@/server/db/postgres';

export type Postgres = { url: string; stop: () => Promise<void> };

export type OwnPostgres = Postgres & {
  /** The id of the server process. Its children serve the connections. */
  pid: () => number;
  /** Starts the server again after a signal has stopped it. */
  restart: () => Promise<void>;
  /** Starts a streaming replica that shows each commit so many milliseconds later. */
  startReplica: (delayMs: number) => Promise<OwnPostgres>;
};

const MAJOR_VERSION_MIN = 15;
const START_TIMEOUT_MS = 60_000;
const DEBIAN_SERVERS = '/usr/lib/postgresql';

/**
 * Runs while its standard input is open. The kernel closes it when the tests end or are killed; then the script stops
 * the server and deletes its folder.
 */
const SUPERVISOR = `
  postgres="$1"; folder="$2"; shift 2
  "$postgres" "$@" & server=$!
  cat > /dev/null
  kill -INT $server 2> /dev/null; wait $server
  rm -rf "$folder"
`;

/** Creates a migrated database that the databases of the test files are copied from. */
export async function createTemplate({
  url,
}: Postgres): Promise<{ name: string; drop: () => Promise<void> }> {
  const name = `template_${randomBytes(8).toString('hex')}`;
  const execute = async (statement: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await execute(`CREATE DATABASE ${name}`);
  const templateURL = new URL(url);
  templateURL.pathname = name;
  const { close } = await openPostgres(templateURL.href, pino({ level: 'silent' }));
  await close();
  return { name, drop: () => execute(`DROP DATABASE ${name}`) };
}

/** A PostgreSQL server for the tests: the server of TEST_DATABASE_URL, or one of our own. */
export async function startPostgres(): Promise<Postgres> {
  const givenUrl = process.env.TEST_DATABASE_URL;
  return givenUrl ? { url: givenUrl, stop: () => Promise.resolve() } : startOwnPostgres();
}

/**
 * Starts an installed PostgreSQL in a temporary folder, reached through a socket in it. Installs Debian's package if
 * there is none.
 *
 * @param options.isDurable whether commits reach the disk, as in production.
 * @param options.dataFolder where the data stays when the server stops. Otherwise it is deleted.
 */
export async function startOwnPostgres({
  isDurable = false,
  dataFolder,
}: { isDurable?: boolean; dataFolder?: string } = {}): Promise<OwnPostgres> {
  const binaries = findBinaries() ?? installPostgres();
  const user = findUser();
  const folder = await mkdtemp(join(tmpdir(), 'test-postgres-'));
  if (dataFolder) await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  for (const own of [folder, dataFolder]) if (user && own) await chown(own, user.uid, user.gid);
  return startServer({ binaries, folder, data: dataFolder ?? join(folder, 'data'), user, isDurable });
}

/** A copy of the data of a running server, which follows it from then on. */
async function startReplicaOf(primary: ServerOptions, delayMs: number): Promise<OwnPostgres> {
  const { binaries, user, folder: socket } = primary;
  const folder = await mkdtemp(join(tmpdir(), 'test-replica-'));
  if (user) await chown(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const copying = `-h ${socket} -U postgres -D ${data} -R -X stream -c fast --no-sync`.split(' ');
  // A folder of the path may link to some of the programs only.
  const programs = dirname(realpathSync(join(binaries, 'postgres')));
  execFileSync(join(programs, 'pg_basebackup'), copying, { ...user, cwd: folder, stdio: 'inherit' });
  await appendFile(join(data, 'postgresql.auto.conf'), `recovery_min_apply_delay = ${delayMs}\n`);
  return startServer({ ...primary, folder, data });
}

type User = { uid: number; gid: number };

type ServerOptions = {
  binaries: string;
  /** For the socket. */
  folder: string;
  data: string;
  user: User | undefined;
  isDurable: boolean;
};

async function startServer(server: ServerOptions): Promise<OwnPostgres> {
  const { binaries, folder, data, user, isDurable } = server;
  const as = { ...user, cwd: folder, env: { ...process.env, LC_ALL: 'C.UTF-8' } };
  const initialise = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'];
  if (!existsSync(join(data, 'PG_VERSION')))
    execFileSync(join(binaries, 'initdb'), initialise, { ...as, stdio: ['ignore', 'ignore', 'inherit'] });

  // The data is temporary: nothing needs to reach the disk.
  const fast = isDurable ? [] : ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off'];
  const settings = [...fast, 'max_connections=200'];
  const addresses = ['listen_addresses=', `unix_socket_directories=${folder}`, 'log_min_messages=panic'];
  const options = [...settings, ...addresses].flatMap((setting) => ['-c', setting]);
  const supervisors: ChildProcessByStdio<Writable, null, null>[] = [];
  const run = async () => {
    const supervisor = spawn(
      'sh',
      ['-c', SUPERVISOR, 'sh', join(binaries, 'postgres'), folder, '-D', data, ...options],
      // In its own process group: Ctrl+C in the terminal stops the tests, and the tests stop the server.
      { ...as, detached: true, stdio: ['pipe', 'ignore', 'inherit'] },
    );
    supervisor.unref();
    supervisors.push(supervisor);
    await waitUntilReady(url);
  };

  const stop = async () => {
    for (const supervisor of supervisors.splice(0).reverse()) {
      if (supervisor.exitCode !== null) continue;
      supervisor.ref();
      supervisor.stdin.end();
      await once(supervisor, 'exit');
    }
  };
  const url = `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`;
  try {
    await run();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    stop,
    pid: () => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]),
    restart: run,
    startReplica: (delayMs) => startReplicaOf(server, delayMs),
  };
}

/** The server process and its children, which serve the connections. */
export function familyOf(serverPid: number): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const children = pids.map(Number).filter((pid) => {
    try {
      const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
      return Number(fields.split(' ')[1]) === serverPid;
    } catch {
      return false;
    }
  });
  return [serverPid, ...children];
}

async function waitUntilReady(url: string): Promise<void> {
  const deadlineMs = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (Date.now() > deadlineMs) throw error;
      await sleep(50);
    }
  }
}

/** The folder with the programs of the newest installed server. */
export function findBinaries(): string | undefined {
  const debian = existsSync(DEBIAN_SERVERS) ? readdirSync(DEBIAN_SERVERS) : [];
  const newestFirst = debian.sort((a, b) => Number(b) - Number(a));
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...newestFirst.map((version) => join(DEBIAN_SERVERS, version, 'bin')),
  ];
  return folders.find((folder) => {
    if (!existsSync(join(folder, 'initdb')) || !existsSync(join(folder, 'postgres'))) return false;
    const version = execFileSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' });
    return Number(/(\d+)/.exec(version)?.[1]) >= MAJOR_VERSION_MIN;
  });
}

function installPostgres(): string {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    throw new Error(
      `The tests need PostgreSQL ${MAJOR_VERSION_MIN} or later: install it, or set TEST_DATABASE_URL to a server.`,
    );
  }
  console.log("No PostgreSQL server found: installing Debian's package `postgresql`.");
  const options: ExecFileSyncOptions = {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', 'inherit'],
  };
  execFileSync('apt-get', ['update', '-qq'], options);
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'postgresql'], options);
  const binaries = findBinaries();
  if (!binaries) {
    throw new Error(
      `Debian's PostgreSQL is older than ${MAJOR_VERSION_MIN}: set TEST_DATABASE_URL to a server.`,
    );
  }
  return binaries;
}

/** PostgreSQL refuses to run as root. Root uses the user of the package, or the one without rights. */
function findUser(): User | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    const idOf = (flag: string) =>
      Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }));
    try {
      return { uid: idOf('-u'), gid: idOf('-g') };
    } catch {
      continue;
    }
  }
  throw new Error(
    'PostgreSQL does not run as root, and there is no user `postgres` or `nobody` to run it as.',
  );
}
