import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createApp } from '@/server/app';
import { createDeps } from '@/server/create-deps';
import type { Deps } from '@/server/deps';
import { readEnv } from '@/server/config/env';
import { ResponseCache } from '@/server/http/response-cache';
import { sessionKey } from '../drill/built-site';
import { quantile } from '../setup/measured';
import { facetFields } from '../setup/facet-fields';
import { openDataSet, SEARCH_RECORDS } from './data-sets';
import { type Keystroke, makeKeystrokes } from './keystrokes';
import { makeSearchRecords } from './search-records';

/** The names that are typed are those of some of the first records. */
const NAMED_RECORDS = 100_000;
const WARM_UP_KEYSTROKES = 300;
const directories = [
  { kind: 'pglite', name: 'PGlite', records: 100_000, goals: 'p50 ≤ 5, p99 ≤ 25, counted p99 ≤ 40' },
  { kind: 'postgres', name: 'PostgreSQL', records: 100_000, goals: 'p50 ≤ 5, p99 ≤ 25, counted p99 ≤ 40' },
  { kind: 'postgres', name: 'PostgreSQL', records: 1_000_000, goals: 'p50 ≤ 15, p99 ≤ 100, first letter ≤ 60' },
] as const; // prettier-ignore

/**
 * Measures the search protocol per keystroke, from request to answer, without a socket, on both databases. Nothing comes
 * from a cache.
 *
 * @returns lines of Markdown.
 */
export async function runSearchBench(recordsMax: number): Promise<string[]> {
  const rows: string[] = [];
  for (const directory of directories)
    if (directory.records <= recordsMax) rows.push(...(await benchDirectory(directory)));
  return [
    'From the request to the answer, without a socket; no answer comes from a cache.\n',
    '| directory | typing | keystrokes | p50 ms | p99 ms | slowest ms | goals |\n|---|---|---:|---:|---:|---:|---|',
    ...rows,
  ];
}

type Directory = Pick<(typeof directories)[number], 'kind' | 'records'>;

/** Runs a product server on a directory of made-up products. */
export async function withDirectory<Result>(
  { kind, records }: Directory,
  measure: (deps: Deps, texts: ReturnType<typeof readTexts>) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(path.join(tmpdir(), 'search-bench-'));
  const dataSet = await openDataSet(kind, records, SEARCH_RECORDS);
  // Only one process can open the embedded database.
  if (kind === 'pglite') await dataSet.close();
  const { deps, database } = await createDeps(
    readEnv({ LOG_LEVEL: 'silent', SESSION_KEYS: sessionKey, DATA_DIR: folder, ...dataSet.env }),
  );
  try {
    return await measure(deps, readTexts(records));
  } finally {
    await database.close();
    if (kind === 'postgres') await dataSet.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const benchDirectory = ({ kind, name, records, goals }: (typeof directories)[number]) =>
  withDirectory({ kind, records }, async (deps, { names, tags }) => {
    const keystrokes = makeKeystrokes(names, tags);
    const type = typeInto(deps);
    // The first searches may fail while the database reads itself into memory.
    for (const keystroke of keystrokes.slice(0, WARM_UP_KEYSTROKES))
      await type(keystroke).catch(() => undefined);
    const times: { kind: string; ms: number }[] = [];
    for (const keystroke of keystrokes) times.push({ kind: keystroke.kind, ms: await type(keystroke) });
    const directory = `${records.toLocaleString('en')} on ${name}`;
    const kinds = [...new Set(times.map((time) => time.kind))];
    return [
      rowOf([directory, '**all**'], times, goals),
      ...kinds.map((typing) =>
        rowOf(
          [directory, typing],
          times.filter((time) => time.kind === typing),
        ),
      ),
    ];
  });

function readTexts(records: number) {
  const named = [...makeSearchRecords(Math.min(records, NAMED_RECORDS))];
  return {
    names: named.map(({ name }) => name),
    tags: [...new Set(named.flatMap(({ tags }) => tags))],
    taglines: named.map(({ tagline }) => tagline),
  };
}

/** Sends a search. @returns the milliseconds until its answer. */
export function typeInto(
  deps: Deps,
): (keystroke: Pick<Keystroke, 'query' | 'filters' | 'facets'> & { fillsPage?: boolean }) => Promise<number> {
  const responseCache = new ResponseCache(deps.publicChanges, { ttlMs: 1 });
  const env = { ...deps.env, fields: facetFields };
  const app = createApp({ ...deps, env, responseCache }, { basePath: '/api' });
  return async ({ query, filters = '', facets = [], fillsPage = false }) => {
    const startedAtMs = performance.now();
    const body = JSON.stringify({
      ...{ query, filters, facets, hitsPerPage: 20 },
      ...(fillsPage && { fillPageWithSomeWords: true }),
    });
    const response = await app.request('/1/indexes/tool-fyi/query', { method: 'POST', body });
    await response.text();
    if (response.status !== 200) throw new Error(`"${query}" was answered with ${response.status}`);
    return performance.now() - startedAtMs;
  };
}

function rowOf(labels: string[], times: readonly { ms: number }[], goals = ''): string {
  const values = times.map(({ ms }) => ms);
  const at = (share: number) => quantile(values, share).toFixed(1);
  return `| ${[...labels, values.length, at(0.5), at(0.99), at(1), goals].join(' | ')} |`;
}
