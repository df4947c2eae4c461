import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ServerProcess, spawnServer } from '../setup/spawn-server';
import { setUpTestDatabase } from '../setup/test-database';

const database = setUpTestDatabase();
/** The name of the database, and of its user. The server asks no other user for a password. */
const name = `fatal_${process.pid}`;
const run = (statement: string) => database.pool.query<{ hba_file: string }>(statement);
const endSessions = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`;
let dataDir: string;
let server: ServerProcess | undefined;
let accessFile = '';
let access = '';

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'fatal-test-'));
  const template = process.env.TEST_DATABASE_TEMPLATE ?? 'template1';
  await run(`CREATE ROLE ${name} SUPERUSER LOGIN PASSWORD 'before'`);
  await run(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  const { rows } = await run('SHOW hba_file');
  accessFile = rows[0]?.hba_file ?? '';
  access = readFileSync(accessFile, 'utf8');
  writeFileSync(accessFile, `local ${name} ${name} scram-sha-256\n${access}`);
  await run('SELECT pg_reload_conf()');
  const url = new URL(process.env.TEST_DATABASE_URL ?? '');
  Object.assign(url, { username: name, password: 'before', pathname: name });
  server = await spawnServer({ DATA_DIR: dataDir, DATABASE_URL: url.href });
});
afterEach(async () => {
  server?.signal('SIGKILL');
  writeFileSync(accessFile, access);
  await run('SELECT pg_reload_conf()');
  await run(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await run(`DROP ROLE IF EXISTS ${name}`);
  await run(`DROP ROLE IF EXISTS ${name}_before`);
  rmSync(dataDir, { recursive: true, force: true });
});

it.each([
  ['no longer has the database (3D000)', [`DROP DATABASE ${name} WITH (FORCE)`]],
  ['no longer admits the user (28000)', [`ALTER ROLE ${name} NOLOGIN`, endSessions]],
  ['has another password for the user (28P01)', [`ALTER ROLE ${name} PASSWORD 'after'`, endSessions]],
  ['no longer has the user', [`ALTER ROLE ${name} RENAME TO ${name}_before`, endSessions]],
])('a process exits with status 1 when its PostgreSQL server %s', async (_, statements) => {
  for (const statement of statements) await run(statement);

  expect(await server?.exited).toBe(1);
  expect(server?.log()).toContain('The server of the database no longer has the database or its user.');
});
