import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Pool } from 'pg';
import { PRODUCT_SORTS } from '@/lib/contract/product';
import { createApp } from '@/server/app';
import { createDeps } from '@/server/create-deps';
import { readEnv } from '@/server/config/env';
import { ResponseCache } from '@/server/http/response-cache';
import { listApprovedProducts } from '@/server/queries/products/product-listings';
import { sessionKey } from '../drill/built-site';
import { findBinaries } from '../setup/postgres';
import { openDataSet } from './data-sets';
import { median } from './load';

const clients = 10;
const roundMs = 2_000;
const rounds = 5;
/** As many different lists as no second brings twice. */
const limits = Array.from({ length: 50 }, (_, index) => index + 1);
const lists = PRODUCT_SORTS.flatMap((sort) => limits.map((limit) => ({ sort, limit })));

type Statement = { text: string; params: unknown[] };

/**
 * Measures lists that no cache has: by the API, by their statements alone through the same pool, and by pgbench with the
 * same statements.
 *
 * @returns lines of Markdown.
 */
export async function runStatementsBench(productCount: number): Promise<string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'statements-bench-'));
  const dataSet = await openDataSet('postgres', productCount);
  const databaseURL = 'DATABASE_URL' in dataSet.env ? dataSet.env.DATABASE_URL : '';
  const env = readEnv({
    LOG_LEVEL: 'silent',
    DATA_DIR: folder,
    DATABASE_URL: databaseURL,
    SESSION_KEYS: sessionKey,
  });
  const { deps, database } = await createDeps(env);
  try {
    const responseCache = new ResponseCache(deps.publicChanges, { ttlMs: 1 });
    const app = createApp({ ...deps, responseCache }, { basePath: '/api' });
    const statements = await captureStatements(database.pool);
    const script = path.join(folder, 'lists.sql');
    writeFileSync(script, `${statements.map(literally).join(';\n')};\n`);

    const call = async (index: number) => {
      const { sort, limit } = lists[index % lists.length] ?? {};
      const response = await app.request(`/api/products?sort=${sort}&limit=${limit}`);
      await response.text();
      if (response.status !== 200) throw new Error(`A list was answered with ${response.status}.`);
    };
    const query = async (index: number) => {
      const { text, params } = statements[index % statements.length] ?? { text: 'SELECT', params: [] };
      await database.pool.query(text, params);
    };
    await countPerSecond(call);
    await countPerSecond(query);
    const counts = { api: new Array<number>(), pool: new Array<number>(), pgbench: new Array<number>() };
    for (let round = 0; round < rounds; round += 1) {
      counts.api.push(await countPerSecond(call));
      counts.pool.push(await countPerSecond(query));
      counts.pgbench.push(runPgbench(databaseURL, script) * statements.length);
    }
    const [api, pool, pgbench] = [median(counts.api), median(counts.pool), median(counts.pgbench)];
    const row = (name: string, perSecond: number) =>
      `| ${name} | ${perSecond.toFixed(0)} | ${(perSecond / pool).toFixed(2)} | ${(perSecond / pgbench).toFixed(2)} |`;
    return [
      `First pages of 1 to ${limits.length} products in every order, of ${productCount.toLocaleString('en')} on PostgreSQL, by ${clients} clients; medians of ${rounds} rounds in turns. Nothing comes from a cache. Goal: the API reaches 0.3 of the bare statements.\n`,
      '| lists | per second | ratio to bare statements | ratio to pgbench |',
      '|---|---:|---:|---:|',
      row('`GET /api/products`, uncached', api),
      row('bare statements through the same pool', pool),
      row('pgbench', pgbench),
    ];
  } finally {
    await database.close();
    await dataSet.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The statements of all lists, as the product sends them. */
async function captureStatements(pool: Pool): Promise<Statement[]> {
  const statements: Statement[] = [];
  const logger = { logQuery: (text: string, params: unknown[]) => void statements.push({ text, params }) };
  const db = drizzle({ client: pool, logger });
  // The API reads one row more than the page holds.
  for (const { sort, limit } of lists) await listApprovedProducts(db, { sort, limit: limit + 1 });
  return statements;
}

/** For pgbench, which has no parameters of this kind. */
const literally = ({ text, params }: Statement) =>
  text
    .replaceAll(/\$(\d+)/g, (_, number: string) => `'${String(params[Number(number) - 1])}'`)
    .replaceAll(/\s+/g, ' ');

async function countPerSecond(work: (index: number) => Promise<void>): Promise<number> {
  const startedAtMs = performance.now();
  let count = 0;
  const repeat = async () => {
    while (performance.now() - startedAtMs < roundMs) await work(count++);
  };
  await Promise.all(Array.from({ length: clients }, repeat));
  return (count * 1_000) / (performance.now() - startedAtMs);
}

function runPgbench(databaseURL: string, script: string): number {
  // Beside the server itself, to which the programs in PATH may be links.
  const program = path.join(
    path.dirname(realpathSync(path.join(findBinaries() ?? '', 'postgres'))),
    'pgbench',
  );
  const options = ['-n', '-c', String(clients), '-j', '2', '-T', String(roundMs / 1_000), '-f', script];
  const output = execFileSync(program, [...options, databaseURL], { encoding: 'utf8', stdio: 'pipe' });
  return Number(/tps = ([\d.]+)/.exec(output)?.[1]);
}
