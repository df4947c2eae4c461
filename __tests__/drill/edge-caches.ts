import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, createServer, request, type RequestOptions } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import { freePort, serveDemo } from '../bench/processes';
import { startNginx } from './nginx';

const EDGES = 8;
const PRODUCTS = 50;
const RATES = [100, 400, 1_600];
const PHASE_MS = 15_000;
const listed = z.object({ products: z.array(z.object({ slug: z.string() })) });

/**
 * Puts eight caches in front of the demo, as a content delivery network does, and asks them for the same pages at rising
 * rates. Counts what reaches the site: it must depend on the number of pages and caches, not on the visitors.
 *
 * @returns a line with the requests per second at the caches and at the site.
 */
export async function drillEdgeCaches(folder: string): Promise<string> {
  const [sitePort = 0, counterPort = 0, ...edges] = await Promise.all(
    Array.from({ length: EDGES + 2 }, () => freePort()),
  );
  const site = await serveDemo(sitePort, { DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'error' });
  const counter = await countRequests(counterPort, sitePort);
  const nginx = await startNginx(folder, configuration(counterPort, edges), edges[0] ?? 0);
  try {
    const response = await fetch(`http://127.0.0.1:${sitePort}/api/products?limit=${PRODUCTS}`);
    const { products } = listed.parse(await response.json());
    const paths = ['/', '/new', '/top/week', '/tags', ...products.map(({ slug }) => `/tool/${slug}`)];
    const lines: string[] = [];
    const reached: number[] = [];
    for (const rate of RATES) {
      counter.count = 0;
      const sent = await visit(edges, paths, rate);
      const perSecond = (counter.count * 1_000) / PHASE_MS;
      reached.push(perSecond);
      lines.push(`${Math.round((sent * 1_000) / PHASE_MS)} → ${Math.round(perSecond)}`);
    }
    // Each cache asks at most once a second for each page.
    for (const perSecond of reached) assert.ok(perSecond <= EDGES * paths.length * 1.2);
    return `${paths.length} pages, ${EDGES} caches; requests per second at the caches → at the site: ${lines.join(', ')}`;
  } finally {
    await nginx.stop();
    counter.close();
    await site.stop();
  }
}

const configuration = (port: number, edges: readonly number[]): string =>
  edges
    .map(
      (edge, index) => `
  proxy_cache_path cache-${index} keys_zone=edge${index}:1m;
  server { listen 127.0.0.1:${edge}; location / {
    proxy_pass http://127.0.0.1:${port}; proxy_http_version 1.1; proxy_set_header Host $http_host;
    proxy_cache edge${index}; proxy_cache_lock on; proxy_cache_background_update on; proxy_cache_use_stale updating error timeout http_503;
  } }`,
    )
    .join('');

/** Passes requests on to the site. */
async function countRequests(port: number, sitePort: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  const counter = { count: 0, close: () => server.close().closeAllConnections() };
  const server = createServer((req, res) => {
    counter.count += 1;
    const { url: path, method, headers } = req;
    const passed = request({ host: '127.0.0.1', port: sitePort, path, method, headers, agent }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(res);
    });
    req.pipe(passed.on('error', () => res.destroy()));
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return counter;
}

/** @returns how many requests were answered, each with a page. */
async function visit(edges: readonly number[], paths: readonly string[], rate: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const startedAtMs = performance.now();
  const answered: Promise<void>[] = [];
  for (let sent = 0; performance.now() - startedAtMs < PHASE_MS; sent += 1) {
    // Most visits go to few pages.
    const path = paths[Math.floor(paths.length * Math.random() ** 3)];
    answered.push(readPage({ host: '127.0.0.1', port: edges[sent % edges.length], path, agent }));
    const dueMs = (sent * 1_000) / rate - (performance.now() - startedAtMs);
    if (dueMs > 1) await sleep(dueMs);
  }
  await Promise.all(answered);
  agent.destroy();
  return answered.length;
}

const readPage = (options: RequestOptions) =>
  new Promise<void>((resolve, reject) => {
    const sent = request(options, (response) => {
      response.resume();
      if (response.statusCode === 200) response.on('end', resolve);
      else reject(new Error(`A page was answered with ${response.statusCode}.`));
    });
    sent.on('error', reject).end();
  });
