import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PRODUCT_SORTS } from '@/lib/contract/product';
import { createApp } from '@/server/app';
import { updateStaleTerms } from '@/server/commands/products/update-terms';
import { createDeps } from '@/server/create-deps';
import type { Deps } from '@/server/deps';
import { readEnv } from '@/server/config/env';
import { ResponseCache } from '@/server/http/response-cache';
import { sessionKey } from '../drill/built-site';
import { quantile } from '../setup/measured';
import { facetFields } from '../setup/facet-fields';
import { openDataSet, SEARCH_RECORDS } from './data-sets';
import { makeKeystrokes } from './keystrokes';
import { makeSearchRecords } from './search-records';

const RECORDS = 100_000;
const ROUNDS = 3;
const WARM_UP_PAIRS = 150;
const TERMS_PER_STEP = 50;
const kinds = [
  ['postgres', 'PostgreSQL'],
  ['pglite', 'PGlite'],
] as const;
/** Of lists. Broad and narrow ones, one and two. */
const LIST_FILTERS = [
  'price=free',
  'license=MIT',
  'variable=yes&platform=web',
  'price=paid&platform=linux,macos',
  'language=language-9',
];

/** The same request without and with filters. */
type Pair = { plain: () => Promise<number>; filtered: () => Promise<number> };

/**
 * Measures keystrokes and first pages of lists with filters beside the same ones without, in turns, from request to
 * answer, without a socket. Nothing comes from a cache.
 *
 * @returns lines of Markdown.
 */
export async function runFiltersBench(recordsMax: number): Promise<string[]> {
  const rows: string[] = [];
  if (recordsMax >= RECORDS) for (const [kind, name] of kinds) rows.push(...(await benchKind(kind, name)));
  return [
    `${RECORDS.toLocaleString('en')} products with 8 fields; ${ROUNDS} rounds in turns. A ratio is the time without filters by the time with them. Goals: 0.83 of the median of keystrokes with two filters (a fifth more time), and 0.67 of the p99 of lists (half more).\n`,
    '| requests | without: p50 ms | p99 ms | with filters: p50 ms | p99 ms | ratio of p50 | ratio of p99 |',
    '|---|---:|---:|---:|---:|---:|---:|',
    ...rows,
  ];
}

async function benchKind(kind: 'pglite' | 'postgres', name: string): Promise<string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'filters-bench-'));
  const dataSet = await openDataSet(kind, RECORDS, SEARCH_RECORDS);
  // Only one process can open the embedded database.
  if (kind === 'pglite') await dataSet.close();
  const opened = await createDeps(
    readEnv({ LOG_LEVEL: 'silent', SESSION_KEYS: sessionKey, DATA_DIR: folder, ...dataSet.env }),
  );
  try {
    const deps = { ...opened.deps, env: { ...opened.deps.env, fields: facetFields } };
    // Lists find products by their terms, which the directory lacks because it was filled without triggers.
    await deps.db.execute(
      'INSERT INTO product_terms (product_id) SELECT id FROM products ON CONFLICT DO NOTHING',
    );
    while ((await updateStaleTerms(deps, TERMS_PER_STEP)) > 0);
    await deps.db.execute('ANALYZE');
    const time = createTimer(deps);
    return [
      rowOf(`keystrokes on ${name}`, await measure(keystrokePairs(time))),
      rowOf(`lists on ${name}`, await measure(listPairs(time))),
    ];
  } finally {
    await opened.database.close();
    if (kind === 'postgres') await dataSet.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns a function that sends a request and says how many milliseconds the response took. */
function createTimer(deps: Deps) {
  const responseCache = new ResponseCache(deps.publicChanges, { ttlMs: 1 });
  const app = createApp({ ...deps, responseCache }, { basePath: '/api' });
  return async (target: string, init?: RequestInit): Promise<number> => {
    const startedAtMs = performance.now();
    const response = await app.request(target, init);
    const text = await response.text();
    const ms = performance.now() - startedAtMs;
    if (response.status !== 200) throw new Error(`${target} was answered with ${response.status}`);
    if (text.startsWith('{"products":[]')) throw new Error(`${target} has no products`);
    return ms;
  };
}

type Timer = ReturnType<typeof createTimer>;

function keystrokePairs(time: Timer): Pair[] {
  const records = [...makeSearchRecords(RECORDS)];
  const tags = [...new Set(records.flatMap((record) => record.tags))];
  const keystrokes = makeKeystrokes(
    records.map(({ name }) => name),
    tags,
  );
  const send = (query: string, filters: string) =>
    time('/1/indexes/tool-fyi/query', {
      method: 'POST',
      body: JSON.stringify({ query, filters, hitsPerPage: 20 }),
    });
  return keystrokes.flatMap(({ query, kind, filters = '' }) =>
    kind === 'a name, by two facets'
      ? [{ plain: () => send(query, ''), filtered: () => send(query, filters) }]
      : [],
  );
}

function listPairs(time: Timer): Pair[] {
  const limits = Array.from({ length: 50 }, (_, index) => index + 1);
  return LIST_FILTERS.flatMap((filters) =>
    PRODUCT_SORTS.flatMap((sort) =>
      limits.map((limit) => {
        const target = `/api/products?sort=${sort}&limit=${limit}`;
        return {
          plain: () => time(target),
          filtered: () => time(`${target}&filters=${encodeURIComponent(filters)}`),
        };
      }),
    ),
  );
}

async function measure(pairs: readonly Pair[]): Promise<Record<keyof Pair, number[]>> {
  const times: Record<keyof Pair, number[]> = { plain: [], filtered: [] };
  for (const { plain, filtered } of pairs.slice(0, WARM_UP_PAIRS)) await Promise.all([plain(), filtered()]);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, pair] of pairs.entries()) {
      const order = ['plain', 'filtered'] as const;
      for (const each of (index + round) % 2 === 0 ? order : order.toReversed())
        times[each].push(await pair[each]());
    }
  }
  return times;
}

function rowOf(requests: string, { plain, filtered }: Record<keyof Pair, number[]>): string {
  const ratio = (share: number) => (quantile(plain, share) / quantile(filtered, share)).toFixed(2);
  const cells = [plain, filtered].flatMap((times) => [
    quantile(times, 0.5).toFixed(1),
    quantile(times, 0.99).toFixed(1),
  ]);
  const row = `| ${[requests, ...cells, ratio(0.5), ratio(0.99)].join(' | ')} |`;
  // The other database takes minutes.
  console.log(`  ${row}`);
  return row;
}
