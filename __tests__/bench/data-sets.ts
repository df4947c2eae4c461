import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import pino from 'pino';
import { type Database, type Db, openDatabase } from '@/server/db/client';
import { openPostgres } from '@/server/db/postgres';
import { type OwnPostgres, startOwnPostgres } from '../setup/postgres';
import { insertSkewedRows } from '../setup/skewed-rows';
import { insertSearchRecords } from './search-directory';

export type DataSet = Pick<Database, 'db'> & {
  pool: pg.Pool;
  /** For another process. */
  env: { DATABASE_URL: string } | { DATA_DIR: string };
  close: () => Promise<void>;
};

type Kind = Database['kind'];

type Filler = {
  name: string;
  fill: (db: Db, productCount: number, onProgress: (share: number) => void) => Promise<void>;
  /** What the rows depend on, relative to this file. */
  sources: readonly string[];
};

/** Rows for lists, members and jobs, without search documents. */
const SKEWED_ROWS: Filler = {
  name: 'skewed',
  fill: insertSkewedRows,
  sources: ['../setup/skewed-rows.ts', '../setup/fill-in-bulk.ts'],
};

/** Products with texts as people write them, and their search documents. */
export const SEARCH_RECORDS: Filler = {
  name: 'search',
  fill: insertSearchRecords,
  sources: [
    'search-directory.ts',
    'search-records.ts',
    '../setup/facet-fields.ts',
    '../setup/fill-in-bulk.ts',
  ],
};

const folder = fileURLToPath(new URL('../../node_modules/.cache/bench/', import.meta.url));
const silent = pino({ level: 'silent' });

/**
 * Opens a database with made-up rows. Building one takes up to half an hour, so it is kept for the next run until the
 * sources of the rows change. New migrations run on the kept rows, as in production.
 */
export async function openDataSet(
  kind: Kind,
  productCount: number,
  filler: Filler = SKEWED_ROWS,
): Promise<DataSet> {
  return openFolder(kind, await findFolder(kind, productCount, filler));
}

/** The path of a copy of the made-up rows, for a running site, whose jobs change them. The caller deletes the copy. */
export async function copyDataSet(kind: Kind, productCount: number): Promise<string> {
  const original = await findFolder(kind, productCount, SKEWED_ROWS);
  const copy = `${original}.copy`;
  await rm(copy, { recursive: true, force: true });
  // Unlike `cp` of Node.js, the program keeps the user who owns the files, as PostgreSQL demands.
  await promisify(execFile)('cp', ['--archive', original, copy]);
  return copy;
}

/** The folder of a database with made-up rows, which is built first unless a run before has kept it. */
async function findFolder(kind: Kind, productCount: number, filler: Filler): Promise<string> {
  const prefix = `${kind}-${filler.name}-${productCount}-`;
  const digest = createHash('sha256');
  for (const source of filler.sources) digest.update(await readFile(new URL(source, import.meta.url)));
  const name = prefix + digest.digest('hex').slice(0, 8);
  await mkdir(folder, { recursive: true });
  // Commands keep new folders to their user, but PostgreSQL's server runs as another.
  for (const own of [folder, dirname(folder)]) await chmod(own, 0o755);
  const kept = await readdir(folder);
  if (!kept.includes(name)) {
    const outdated = kept.filter((other) => other.startsWith(prefix));
    for (const other of outdated) await rm(join(folder, other), { recursive: true });
    const draft = join(folder, `${name}.draft`);
    await build(kind, draft, productCount, filler);
    await rename(draft, join(folder, name));
  }
  return join(folder, name);
}

async function build(kind: Kind, draft: string, productCount: number, { fill }: Filler): Promise<void> {
  const startedAtMs = performance.now();
  const tell = (what: string) => {
    const seconds = ((performance.now() - startedAtMs) / 1_000).toFixed(0);
    console.log(`  ${productCount.toLocaleString('en')} products on ${kind}: ${what} after ${seconds} s`);
  };
  const dataSet = await openFolder(kind, draft);
  try {
    await fill(dataSet.db, productCount, (share) => tell(`${(100 * share).toFixed(0)} %`));
    tell('complete');
  } finally {
    await dataSet.close();
  }
}

export async function openFolder(kind: Kind, dataFolder: string): Promise<DataSet> {
  if (kind === 'pglite') {
    const database = await openDatabase({ dataDir: dataFolder, logger: silent });
    return { ...database, env: { DATA_DIR: dataFolder } };
  }
  const server = await startOwnPostgres({ dataFolder });
  try {
    const database = await openOnServer(server);
    const close = async () => {
      await database.close();
      await server.stop();
    };
    return { ...database, close };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Without the time limits of the product, because statements on a million rows take minutes. */
async function openOnServer({ url }: OwnPostgres): Promise<DataSet> {
  const { close } = await openPostgres(url, silent);
  await close();
  const pool = new pg.Pool({
    connectionString: url,
    options: '-c TimeZone=UTC -c enable_mergejoin=off',
    max: 1,
  });
  pool.on('error', () => undefined);
  // A new migration may have written rows. Without one, this reads little.
  await pool.query('VACUUM ANALYZE');
  return { db: drizzle({ client: pool }), pool, env: { DATABASE_URL: url }, close: () => pool.end() };
}
