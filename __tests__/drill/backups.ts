import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import pino from 'pino';
import { SECOND_MS } from '@/lib/contract/plain/durations';
import { type Database, type Db, openDatabase } from '@/server/db/client';
import { images } from '@/server/db/schema';
import { filesOf } from '@/server/images/image-files';
import { createFileStore } from '@/server/images/image-store-file';
import { startOwnPostgres } from '../setup/postgres';
import { spawnProductServer } from '../setup/product-servers';
import { insertSkewedRows } from '../setup/skewed-rows';
import { until } from '../setup/until';
import { addMembers, sessionKey } from './built-site';
import { requireNone } from './require-none';

const SECONDS_MAX = 60;
/** By how much the memory of a command may grow when the directory becomes ten times as large. */
const GROWTH_MAX_MB = 64;
const IMAGES = 500;
const IMAGE_BYTES = 30_000;

const logger = pino({ level: 'silent' });

/** A site to back up, or the place to restore one into. */
type Place = { DATA_DIR: string; DATABASE_URL?: string };
type Run = { seconds: number; peakMB: number; output: string };

/**
 * Backs up a site that members use, and restores it into an empty place; once with a tenth of the products and once with
 * all of them, on both databases.
 *
 * @throws OwnerError when a command takes more than a minute or needs more memory for more products, and for tables that
 *   are not restored as they were.
 */
export async function drillBackups(folder: string, productCount: number): Promise<string> {
  const lines: string[] = [];
  const faults: string[] = [];
  for (const kind of ['pglite', 'postgres'] as const) {
    const small = await backUpAndRestore(join(folder, `${kind}-small`), kind, productCount / 10);
    const large = await backUpAndRestore(join(folder, `${kind}-large`), kind, productCount);
    for (const command of ['backup', 'restore'] as const) {
      const [before, after] = [small[command], large[command]];
      lines.push(
        `${command} on ${kind}: ${after.seconds.toFixed(0)} s and at most ${after.peakMB.toFixed(0)} MB; with a tenth of the products ${before.seconds.toFixed(0)} s and ${before.peakMB.toFixed(0)} MB`,
      );
      console.log(`  ${lines.at(-1)}`);
    }
    lines.push(`${large.writes} bookmarks while the backup was written, ${large.bytes / 1e6} MB`);
    for (const command of ['backup', 'restore'] as const) {
      if (large[command].seconds > SECONDS_MAX) faults.push(`${command} on ${kind} took more than a minute`);
      const growth = large[command].peakMB - small[command].peakMB;
      if (growth > GROWTH_MAX_MB) faults.push(`${command} on ${kind} needs ${growth.toFixed(0)} MB more`);
    }
  }
  requireNone(faults, 'commands miss their goals');
  return lines.join('; ');
}

async function backUpAndRestore(folder: string, kind: Database['kind'], productCount: number) {
  const server = kind === 'postgres' ? await startOwnPostgres({ isDurable: true }) : undefined;
  try {
    const source: Place = { DATA_DIR: join(folder, 'source'), ...(server && { DATABASE_URL: server.url }) };
    const target: Place = { DATA_DIR: join(folder, 'target') };
    if (server) {
      const { pool, close } = await open(source);
      await pool.query('CREATE DATABASE target');
      await close();
      const url = new URL(server.url);
      url.pathname = 'target';
      target.DATABASE_URL = url.href;
    }
    const token = await fill(source, productCount);

    const site = await spawnProductServer({ ...source, SESSION_KEYS: sessionKey, TRUSTED_PROXY_HOPS: '1' });
    const writing = { count: 0, isOver: false };
    const busy = [bookmark(site.url, token, writing), read(site.url, writing)];
    const file = join(folder, 'busy.backup');
    await until(() => writing.count > 0, { withinMs: 30 * SECOND_MS, everyMs: 50 });
    const countBefore = writing.count;
    const backup = await run('backup', [file], source);
    writing.isOver = true;
    await Promise.all(busy);
    await site.stop();
    assert.ok(writing.count > countBefore, 'No bookmark was added while the backup was written');

    const restore = await run('restore', [file], target);
    await requireMoment(target, { productCount, least: countBefore, most: writing.count });

    // At rest, the restored site is the site.
    const quiet = join(folder, 'quiet.backup');
    await run('backup', [quiet], source);
    const again: Place = { DATA_DIR: join(folder, 'again') };
    await run('restore', [quiet], again);
    const [restored, original] = [await hashTables(again), await hashTables(source)];
    const names = [...new Set([...restored.keys(), ...original.keys()])];
    const different = names.filter((name) => restored.get(name) !== original.get(name));
    requireNone(different, 'tables are not as they were');
    await requireImages(again);
    await requireImages(target);
    return { backup, restore, writes: writing.count, bytes: (await stat(file)).size };
  } finally {
    await server?.stop();
  }
}

const open = ({ DATA_DIR, DATABASE_URL }: Place) =>
  openDatabase({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL, connectionsMax: 2, logger });

const keyOf = (index: number) => String(index).padStart(22, 'A');
const imageOf = (index: number) => Buffer.alloc(IMAGE_BYTES, `image ${index} `);

/** Fills in the products and images of a site. @returns the session token of a member. */
async function fill(place: Place, productCount: number): Promise<string> {
  const { db, close } = await open(place);
  await insertSkewedRows(db, productCount);
  await addImages(db, createFileStore(join(place.DATA_DIR, 'images')));
  await close();
  const [token = ''] = await addMembers(
    { dataDir: place.DATA_DIR, databaseUrl: place.DATABASE_URL, logger },
    1,
  );
  return token;
}

async function addImages(db: Db, store: ReturnType<typeof createFileStore>): Promise<void> {
  for (let index = 0; index < IMAGES; index += 1) {
    await db.insert(images).values({ key: keyOf(index), status: 'processed', widthPx: 1, heightPx: 1 });
    for (const name of filesOf(keyOf(index)).slice(1, 3)) await store.write(name, imageOf(index));
  }
}

async function bookmark(url: string, token: string, writing: { count: number; isOver: boolean }) {
  const headers = { accessToken: `Bearer ${token}`, originUrl: `${url}/` };
  for (let id = 1; !writing.isOver; id += 1) {
    const answer = await fetch(`${url}/user/private/bookmarks/${id}`, {
      method: 'PUT',
      headers: { ...headers, 'x-forwarded-for': `10.4.${(id >> 8) & 255}.${id & 255}` },
    });
    if (answer.ok) writing.count += 1;
    await answer.arrayBuffer();
  }
}

async function read(url: string, writing: { isOver: boolean }) {
  for (let count = 1; !writing.isOver; count += 1) {
    const visitor = `10.5.${(count >> 8) & 255}.${count & 255}`;
    const answer = await fetch(`${url}/products?sort=new`, { headers: { 'x-forwarded-for': visitor } });
    await answer.arrayBuffer();
  }
}

/** Runs a command as the owner does, and watches its memory, on Linux alone. */
async function run(command: 'backup' | 'restore', args: string[], place: Place): Promise<Run> {
  const startedAtMs = performance.now();
  const child = spawn(process.execPath, ['--import', 'tsx', 'host/listgrove.ts', command, ...args], {
    env: { ...process.env, APP_ENV: 'development', ...place },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let peakMB = 0;
  let output = '';
  child.stdout.on('data', (part: Buffer) => (output += part.toString()));
  const watch = setInterval(() => {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      peakMB = Math.max(peakMB, Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1_024);
    } catch {
      // The command has ended.
    }
  }, 50);
  const code = await new Promise((resolve) => child.on('close', resolve));
  clearInterval(watch);
  assert.equal(code, 0, `${command} failed: ${output}`);
  assert.ok(peakMB > 0, `The memory of ${command} was not measured`);
  return { seconds: (performance.now() - startedAtMs) / SECOND_MS, peakMB, output };
}

type Moment = { productCount: number; least: number; most: number };

/** Requires every product, and the bookmarks of one moment while the backup was written. */
async function requireMoment(place: Place, { productCount, least, most }: Moment): Promise<void> {
  const { db, close } = await open(place);
  try {
    const { rows } = await db.execute<{ products: number; bookmarks: number }>(sql`
      SELECT (SELECT count(*)::int FROM products) AS products, count(*)::int AS bookmarks
      FROM bookmarks JOIN users ON users.id = user_id WHERE handle = 'drill-1'`);
    const [{ products, bookmarks } = { products: 0, bookmarks: 0 }] = rows;
    assert.equal(products, productCount);
    assert.ok(least <= bookmarks && bookmarks <= most, `${bookmarks} bookmarks, not ${least} to ${most}`);
  } finally {
    await close();
  }
}

/** One number for the rows of each table, in any order, computed by the database; without when its schema was made. */
async function hashTables(place: Place): Promise<Map<string, string>> {
  const { db, close } = await open(place);
  try {
    const { rows: tables } = await db.execute<{ name: string }>(sql`
      SELECT relname AS name FROM pg_class
      WHERE relkind = 'r' AND relpersistence = 'p' AND relnamespace = 'public'::regnamespace AND relname <> 'migrations'`);
    const hashes = new Map<string, string>();
    for (const { name } of tables) {
      const { rows } = await db.execute<{ hash: string }>(
        sql`SELECT count(*) || ' ' || coalesce(sum(hashtextextended(row::text, 0)), 0) AS hash FROM ${sql.identifier(name)} AS row`,
      );
      hashes.set(name, rows[0]?.hash ?? '');
    }
    return hashes;
  } finally {
    await close();
  }
}

async function requireImages({ DATA_DIR }: Place): Promise<void> {
  const store = createFileStore(join(DATA_DIR, 'images'));
  for (let index = 0; index < IMAGES; index += 1) {
    for (const name of filesOf(keyOf(index)).slice(1, 3)) {
      assert.deepEqual(await store.read(name), imageOf(index), `The image ${name} is not as it was`);
    }
  }
}
