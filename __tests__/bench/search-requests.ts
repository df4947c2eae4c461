import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { productPage } from '@/lib/contract/product';
import { searchIndexName } from '@/lib/contract/plain/site';
import { siteEnv } from '../drill/built-site';
import { quantile } from '../setup/measured';
import { makeKeystrokes } from './keystrokes';
import { median } from './load';
import { freePort, type Serving, serveBuilt } from './processes';

const ROUNDS = 5;
const KEYSTROKES_PER_ROUND = 120;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/**
 * Measures a keystroke of one visitor over HTTP in the running demo, in turns with requests that do nothing, and nothing
 * but ask the database. No answer comes from a cache.
 *
 * @returns lines of Markdown.
 */
export async function runSearchRequestsBench(): Promise<string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'search-requests-bench-'));
  const site = await serveBuilt(await freePort(), {
    ...(await siteEnv()),
    DATA_DIR: folder,
    LOG_LEVEL: 'warn',
  });
  try {
    const queries = await readQueries(site);
    const search = () => send(site, `/1/indexes/*/queries`, searchBody(queries.next().value ?? ''));
    const requests = [
      { name: 'a keystroke, goal ≤ 2', send: search },
      { name: '`/readyz`, which asks the database', send: () => send(site, '/readyz') },
      { name: '`/healthz`', send: () => send(site, '/healthz') },
    ].map((each) => ({ ...each, medians: new Array<number>(), slow: new Array<number>() }));
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const { send, medians, slow } of requests) {
        const times: number[] = [];
        for (let count = 0; count < KEYSTROKES_PER_ROUND; count += 1) times.push(await send());
        // The first round warms the process up.
        if (round === 0) continue;
        medians.push(median(times));
        slow.push(quantile(times, 0.99));
      }
    }
    const readyMs = median(requests[1]?.medians ?? []);
    return [
      `One visitor types in the demo on the embedded database, over HTTP; medians of ${ROUNDS} rounds of ${KEYSTROKES_PER_ROUND} requests in turns.\n`,
      '| request | p50 ms | p99 ms | times `/readyz` |\n|---|---:|---:|---:|',
      ...requests.map(
        ({ name, medians, slow }) =>
          `| ${name} | ${median(medians).toFixed(2)} | ${median(slow).toFixed(1)} | ${(median(medians) / readyMs).toFixed(2)} |`,
      ),
    ];
  } finally {
    agent.destroy();
    await site.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Each once, so that no answer is in a cache. */
async function readQueries({ url }: Serving): Promise<IterableIterator<string, undefined>> {
  const { products } = productPage.parse(await (await fetch(`${url}/api/products?limit=50`)).json());
  const names = products.map(({ name }) => name);
  const tags = products.flatMap((product) => product.tags.map(({ name }) => name));
  const queries = new Set(
    [1, 2, 3].flatMap((seed) => makeKeystrokes(names, tags, seed).map(({ query }) => query)),
  );
  return queries.values();
}

/** As the browser sends it. */
const searchBody = (query: string) =>
  JSON.stringify({
    requests: [
      {
        ...{ indexName: searchIndexName('tool'), query, page: 0, hitsPerPage: 20 },
        ...{ attributesToHighlight: ['title', 'content'], highlightPreTag: '[', highlightPostTag: ']' },
      },
    ],
  });

let sent = 0;

/** @returns how long the whole response took, in milliseconds. */
function send({ url }: Serving, target: string, body?: string): Promise<number> {
  sent += 1;
  // Each from another address, so that no limit is reached.
  const headers = {
    'x-forwarded-for': `10.${sent >> 16}.${(sent >> 8) & 255}.${sent & 255}`,
    'content-type': 'text/plain',
  };
  const startedAtMs = performance.now();
  return new Promise((resolve, reject) => {
    request(`${url}${target}`, { agent, headers, method: body ? 'POST' : 'GET' }, (response) => {
      response
        .resume()
        .once('end', () =>
          response.statusCode === 200
            ? resolve(performance.now() - startedAtMs)
            : reject(new Error(`${target} was answered with ${response.statusCode}`)),
        )
        .once('error', reject);
    })
      .once('error', reject)
      .end(body);
  });
}
