import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'drizzle-orm';
import { createApp } from '@/server/app';
import type { Db } from '@/server/db/client';
import { products, productTags, tags } from '@/server/db/schema';
import type { Deps } from '@/server/deps';
import { readEnv } from '@/server/env';
import { createDeps } from '@/server/create-deps';
import { refreshSearchDocuments } from '@/server/queries/search/search-documents';
import { startPostgres } from '../setup/postgres';
import { type Keystroke, makeKeystrokes } from './keystrokes';
import { makeSearchRecords, type SearchRecord } from './search-records';

const recordCount = Number(process.env.BENCH_RECORDS ?? 100_000);
const batchSize = 500;
/** Goals at 100,000 records. */
const asked = { p50Ms: 10, p99Ms: 60 };

/**
 * Measures the search protocol per keystroke, from request to answer, without a socket, on both databases.
 *
 * @returns lines of Markdown.
 */
export async function runSearchBench(): Promise<string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'search-bench-'));
  const postgres = await startPostgres();
  try {
    return [
      `${recordCount.toLocaleString('en')} generated records; goals: p50 ≤ ${asked.p50Ms} ms and p99 ≤ ${asked.p99Ms} ms.\n`,
      '| database | typing | keystrokes | p50 ms | p99 ms | slowest ms |\n|---|---|---|---|---|---|',
      ...(await benchDatabase('PGlite', { dataDir: path.join(folder, 'data') })),
      ...(await benchDatabase('PostgreSQL', { dataDir: folder, databaseUrl: postgres.url })),
    ];
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function benchDatabase(
  name: string,
  place: { dataDir: string; databaseUrl?: string },
): Promise<string[]> {
  const env = readEnv({ LOG_LEVEL: 'silent', DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl });
  const { deps, database } = await createDeps(env);
  try {
    const { names, tagNames, searchMs } = await fill(deps.db);
    const keystrokes = makeKeystrokes(names, tagNames);
    const type = typeInto(deps);
    for (const keystroke of keystrokes.slice(0, 300)) await type(keystroke);
    const times: { kind: string; ms: number }[] = [];
    for (const keystroke of keystrokes) times.push({ kind: keystroke.kind, ms: await type(keystroke) });

    const kinds = [...new Set(times.map(({ kind }) => kind))];
    const rowOf = (label: string, of: readonly { ms: number }[]) => {
      const sorted = of.map(({ ms }) => ms).sort((one, other) => one - other);
      const at = (share: number) =>
        (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);
      return `| ${name} | ${label} | ${sorted.length} | ${at(0.5)} | ${at(0.99)} | ${at(1)} |`;
    };
    return [
      rowOf('**all**', times),
      ...kinds.map((kind) =>
        rowOf(
          kind,
          times.filter((time) => time.kind === kind),
        ),
      ),
      `| ${name} | (taking in ${recordCount.toLocaleString('en')} records: ${(searchMs / 1000).toFixed(0)} s for search) | | | | |`,
    ];
  } finally {
    await database.close();
  }
}

function typeInto(deps: Deps): (keystroke: Keystroke) => Promise<number> {
  const app = createApp(deps, { basePath: '/api' });
  return async ({ query, filters = '', kind }) => {
    const facets = kind === 'a name, filtered and counted' ? ['tags'] : [];
    const startedAtMs = performance.now();
    const body = JSON.stringify({ query, filters, facets, hitsPerPage: 20 });
    const response = await app.request('/1/indexes/tool-fyi/query', { method: 'POST', body });
    await response.text();
    if (response.status !== 200) throw new Error(`"${query}" was answered with ${response.status}`);
    return performance.now() - startedAtMs;
  };
}

async function fill(db: Db) {
  const tagIds = new Map<string, string>();
  const names: string[] = [];
  let searchMs = 0;
  let batch: SearchRecord[] = [];
  const flush = () =>
    db.transaction(async (transaction) => {
      const ids = await insertRecords(transaction, batch, names.length, tagIds);
      const startedAtMs = performance.now();
      await refreshSearchDocuments(transaction, ids);
      searchMs += performance.now() - startedAtMs;
      names.push(...batch.map(({ name }) => name));
      batch = [];
    });
  for (const record of makeSearchRecords(recordCount)) {
    batch.push(record);
    if (batch.length === batchSize) await flush();
  }
  if (batch.length > 0) await flush();
  return { names, tagNames: [...tagIds.keys()], searchMs };
}

async function insertRecords(
  db: Db,
  records: readonly SearchRecord[],
  before: number,
  tagIds: Map<string, string>,
) {
  const missing = [...new Set(records.flatMap((record) => record.tags))].filter((name) => !tagIds.has(name));
  if (missing.length > 0) {
    const added = await db
      .insert(tags)
      .values(missing.map((name) => ({ slug: name, name })))
      .returning();
    for (const { id, name } of added) tagIds.set(name, id);
  }
  const rows = await db
    .insert(products)
    .values(
      records.map(({ name, tagline, description, upvoteCount }, index) => ({
        slug: `record-${before + index}`,
        url: `https://record-${before + index}.example/`,
        canonicalURL: `record-${before + index}.example`,
        name,
        tagline,
        description,
        upvoteCount,
        rankingUpvoteCount: upvoteCount,
        status: 'approved' as const,
        approvedAt: sql`now()`,
      })),
    )
    .returning({ id: products.id });
  await db.insert(productTags).values(
    rows.flatMap(({ id }, index) =>
      (records[index]?.tags ?? []).map((name, position) => ({
        productId: id,
        tagId: tagIds.get(name) ?? '',
        position,
      })),
    ),
  );
  return rows.map(({ id }) => id);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const line of await runSearchBench()) console.log(line);
}
