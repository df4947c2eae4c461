import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import pino from 'pino';
import type { Database, Db } from '@/server/db/client';
import type { LimitedPool } from '@/server/db/limited-pool';
import { createPglitePool } from '@/server/db/pglite';
import { startPgliteThread } from '@/server/db/pglite-thread';
import { openPostgres } from '@/server/db/postgres';
import { withDeadline } from '@/server/base/async-context';
import { readDatabaseImage } from './database-image';

export type TestDatabase = Pick<Database, 'db' | 'pool' | 'kind'>;

type OpenTestDatabase = { pool: LimitedPool; db: Db; close: () => Promise<void> };

const FILL_LIMIT_MS = 240_000;

const kind = process.env.TEST_DATABASE === 'postgres' ? 'postgres' : 'pglite';

/**
 * A migrated database for the tests of one file: PGlite in memory, or with TEST_DATABASE=postgres a new database on
 * the server of TEST_DATABASE_URL, copied from the database TEST_DATABASE_TEMPLATE if that is set, and used through the
 * pooler of TEST_DATABASE_POOLER_URL if that is set.
 *
 * @param options.fill adds rows once, for all tests of the file. Without it, each test begins with empty tables.
 */
export function setUpTestDatabase(options: { fill?: (db: Db) => Promise<void> } = {}): TestDatabase {
  let open: OpenTestDatabase | undefined;
  const requireOpen = () => {
    if (!open) throw new Error('The database opens in beforeAll.');
    return open;
  };

  beforeAll(async () => {
    open = await (kind === 'postgres' ? openOnPostgres() : openInMemory());
    // On a busy machine, a statement with many rows takes longer than the query of a request may.
    await withDeadline(FILL_LIMIT_MS, async () => options.fill?.(requireOpen().db));
  }, FILL_LIMIT_MS);
  if (!options.fill) beforeEach(() => requireOpen().pool.query(EMPTY));
  afterAll(() => open?.close());

  return {
    kind,
    get pool() {
      return requireOpen().pool;
    },
    get db() {
      return requireOpen().db;
    },
  };
}

async function openInMemory(): Promise<OpenTestDatabase> {
  const thread = await startPgliteThread({ kind: 'memory', image: await readDatabaseImage() });
  const pool = createPglitePool(thread);
  return {
    pool,
    db: drizzle({ client: pool }),
    close: async () => {
      await pool.end();
      await thread.close();
    },
  };
}

async function openOnPostgres(): Promise<OpenTestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const serverUrl = new URL(process.env.TEST_DATABASE_URL ?? '');
  const server = new pg.Client({ connectionString: serverUrl.href });
  await server.connect();
  const template = process.env.TEST_DATABASE_TEMPLATE ?? 'template1';
  // Copies files instead of writing each page to the log: a sixth of the time where nothing waits for the disk.
  await server.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);

  const databaseUrl = new URL(process.env.TEST_DATABASE_POOLER_URL ?? serverUrl);
  databaseUrl.pathname = name;
  const { pool, close } = await openPostgres(databaseUrl.href, pino({ level: 'silent' }));
  return {
    pool,
    db: refuseSecondConnection(pool),
    close: async () => {
      await close();
      await server.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await server.end();
    },
  };
}

/**
 * On PGlite, a query that a transaction sends beside itself waits for the only connection, which waits for the query.
 * Most tests run on PostgreSQL alone, where such a query finds another connection. So it fails here.
 */
function refuseSecondConnection(pool: LimitedPool): Db {
  const transactions = new AsyncLocalStorage<{ isOpen: boolean }>();
  const connect = pool.connect.bind(pool);
  const connectOutside = (callback?: Parameters<typeof connect>[0]) => {
    if (transactions.getStore()?.isOpen)
      throw new Error('A transaction sends a query on another connection, which waits forever on PGlite.');
    return callback ? connect(callback) : connect();
  };
  Reflect.set(pool, 'connect', connectOutside);

  const db: Db = drizzle({ client: pool });
  const begin = db.transaction.bind(db);
  db.transaction = (work, config) => {
    const transaction = { isOpen: true };
    // Awaited within, because Drizzle sends a query only when somebody awaits it.
    return begin((tx) => transactions.run(transaction, async () => work(tx)), config).finally(() => {
      transaction.isOpen = false;
    });
  };
  return db;
}

/** Far cheaper than TRUNCATE, which makes new files for every table and index. The user must be a superuser. */
const EMPTY = `
  DO $$
  DECLARE
    tables text[] := ARRAY(
      SELECT format('%I', tablename) FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'migrations'
    );
    name text;
  BEGIN
    -- Some tests drop all tables.
    IF cardinality(tables) = 0 THEN
      RETURN;
    END IF;
    -- Waits for a query of the test before.
    EXECUTE 'LOCK TABLE ' || array_to_string(tables, ', ') || ' IN EXCLUSIVE MODE';
    -- No triggers: neither foreign keys nor the one that keeps audit entries.
    SET LOCAL session_replication_role = replica;
    FOREACH name IN ARRAY tables LOOP
      EXECUTE 'DELETE FROM ' || name;
    END LOOP;
    PERFORM setval(objid, 1, false) FROM pg_depend JOIN pg_sequence ON seqrelid = objid WHERE deptype = 'i';
  END
  $$`;
