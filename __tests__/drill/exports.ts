import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { MINUTE_MS, SECOND_MS } from '@/lib/contract/plain/durations';
import type { Db } from '@/server/db/client';
import { openDataSet } from '../bench/data-sets';
import { quantile, requireMeasured } from '../setup/measured';
import { type ProductServerProcess, spawnProductServer } from '../setup/product-servers';
import { until } from '../setup/until';
import { requireNone } from './require-none';

/**
 * By how much memory may grow from the first part of a file to its end. Not from an idle server: there the collector
 * has not yet reached its usual size, which depends on the machine's memory and not on the file.
 */
const GROWTH_MAX_MB = 50;
/** In bytes. */
const EARLY_END = 75_000_000;
const FEED_MAX_MS = 20;
const FEED_REQUESTS = 500;
/** What the server does after its start is over by then. */
const IDLE_AFTER_MS = 20 * SECOND_MS;
const KB_PER_MB = 1_024;

/**
 * Serves a large directory from PostgreSQL, and measures what its exports cost: the memory of a product server while it
 * writes whole files, the time of feeds, and how soon an approval is in them.
 *
 * @throws OwnerError when a file takes more memory than allowed, a feed more time, or an approval more than a minute.
 */
export async function drillExports(productCount: number): Promise<void> {
  const dataSet = await openDataSet('postgres', productCount);
  const folder = await mkdtemp(join(tmpdir(), 'exports-'));
  try {
    const server = await spawnProductServer({
      ...{ DATA_DIR: folder, LOG_LEVEL: 'error', SITE_ICONS: 'off', TRUSTED_PROXY_HOPS: '1' },
      ...('DATABASE_URL' in dataSet.env && { DATABASE_URL: dataSet.env.DATABASE_URL }),
    });
    try {
      await sleep(IDLE_AFTER_MS);
      const faults = [
        ...(await measureFeeds(server)),
        ...(await measureFiles(server)),
        ...(await awaitApproval(server, dataSet.db)),
      ];
      requireNone(faults, 'exports miss their goals');
    } finally {
      await server.stop();
    }
  } finally {
    await dataSet.close();
    await rm(folder, { recursive: true });
  }
}

let visitors = 0;

/** Each request comes from another visitor, so that no limit is reached. */
const request = ({ url }: ProductServerProcess, path: string) => {
  visitors += 1;
  const visitor = `10.${(visitors >> 16) & 255}.${(visitors >> 8) & 255}.${visitors & 255}`;
  return fetch(url + path, { headers: { 'x-forwarded-for': visitor } });
};

async function measureFiles(server: ProductServerProcess): Promise<string[]> {
  const index = await (await request(server, '/sitemap.xml')).text();
  const sitemaps = [...index.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname);
  const files = ['/data/products.jsonl', '/data/products.csv', '/data/awesome.md'];
  const faults: string[] = [];
  for (const [name, paths] of [
    ['the sitemap', sitemaps],
    ...files.map((path) => [path, [path]] as const),
  ] as const) {
    const idleMB = resetPeak(server.pid);
    for (const path of paths.slice(0, 15)) await readToEnd(server, path, EARLY_END);
    const earlyMB = readPeakMB(server.pid);
    const startedAtMs = performance.now();
    let bytes = 0;
    for (const path of paths) bytes += await readToEnd(server, path);
    const seconds = (performance.now() - startedAtMs) / SECOND_MS;
    const peakMB = readPeakMB(server.pid);
    const line = `${name}: ${(bytes / 1e6).toFixed(0)} MB in ${paths.length} files, ${seconds.toFixed(0)} s; memory ${idleMB.toFixed(0)} MB before, at most ${earlyMB.toFixed(0)} MB in the first ${EARLY_END / 1e6} MB, ${peakMB.toFixed(0)} MB to the end`;
    console.log(`  ${line}`);
    if (peakMB - earlyMB > GROWTH_MAX_MB) faults.push(line);
  }
  return faults;
}

/** Begins a new peak, on Linux alone. @returns the resident memory at this time. */
function resetPeak(pid: number): number {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  return readPeakMB(pid);
}

/** The most resident memory since the last peak began. */
function readPeakMB(pid: number): number {
  const [, peak] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return requireMeasured(peak) / KB_PER_MB;
}

/** @param endsAfter bytes after which the client goes away. */
async function readToEnd(server: ProductServerProcess, path: string, endsAfter = Infinity): Promise<number> {
  const response = await request(server, path);
  assert.equal(response.status, 200, path);
  let bytes = 0;
  let end = '';
  const decoder = new TextDecoder();
  for await (const part of response.body ?? []) {
    bytes += part.byteLength;
    if (bytes > endsAfter) return bytes;
    end = decoder.decode(part, { stream: true }).slice(-10) || end;
  }
  // A file that could not be written to its end would lack its last line.
  assert.match(end, path.endsWith('.xml') ? /<\/\w+>\n$/ : /\n$/, path);
  return bytes;
}

async function measureFeeds(server: ProductServerProcess): Promise<string[]> {
  const tags = Array.from({ length: 120 }, (_, index) => `/tag/tag-${index + 1}/feed.xml`);
  const repeated = (path: string) => Array.from({ length: FEED_REQUESTS }, () => path);
  await measure(server, repeated('/rss.xml'));
  const faults: string[] = [];
  for (const [name, paths] of [
    ['/feed.xml', repeated('/feed.xml')],
    ['/tag/tag-1/feed.xml', repeated('/tag/tag-1/feed.xml')],
    ['the feeds of 119 tags that no client has read yet', tags.slice(1)],
  ] as const) {
    const { feed, nothing } = await measure(server, paths);
    const line = `${name}: p50 ${feed.p50Ms.toFixed(1)} ms, p99 ${feed.p99Ms.toFixed(1)} ms; /healthz in turns with it: ${nothing.p50Ms.toFixed(1)} and ${nothing.p99Ms.toFixed(1)} ms`;
    console.log(`  ${line}`);
    // On a busy machine a request that does nothing waits as well.
    if (feed.p50Ms - nothing.p50Ms > FEED_MAX_MS || feed.p99Ms - nothing.p99Ms > FEED_MAX_MS)
      faults.push(line);
  }
  return faults;
}

/** Times each path, in turns with a request that does nothing. */
async function measure(server: ProductServerProcess, paths: readonly string[]) {
  const feeds: number[] = [];
  const nothings: number[] = [];
  for (const path of paths) {
    nothings.push(await time(server, '/healthz'));
    feeds.push(await time(server, path));
  }
  return { feed: summarize(feeds), nothing: summarize(nothings) };
}

async function time(server: ProductServerProcess, path: string): Promise<number> {
  const startedAtMs = performance.now();
  const response = await request(server, path);
  await response.arrayBuffer();
  assert.equal(response.status, 200, path);
  return performance.now() - startedAtMs;
}

function summarize(times: number[]) {
  return { p50Ms: quantile(times, 0.5), p99Ms: quantile(times, 0.99) };
}

/** Approves a product in the database, as another process would, and takes that back at the end. */
async function awaitApproval(server: ProductServerProcess, db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ id: string; slug: string; tag: string }>(sql`
    SELECT products.id::text AS id, products.slug, tags.slug AS tag
    FROM products JOIN product_tags ON product_id = products.id JOIN tags ON tags.id = tag_id
    WHERE status = 'pending' ORDER BY products.id DESC, position LIMIT 1`);
  const [pending] = rows;
  assert.ok(pending);
  const { id, slug, tag } = pending;
  const part = Math.floor((Number(id) - 1) / 50_000) + 1;
  const startedAtMs = performance.now();
  await db.execute(sql`UPDATE products SET status = 'approved', approved_at = now() WHERE id = ${id}`);
  try {
    const faults: string[] = [];
    for (const path of ['/feed.xml', `/tag/${tag}/feed.xml`, `/sitemap-products-${part}.xml`]) {
      // The URL of its page ends with a quotation mark in feeds, and with a tag in sitemaps.
      const page = new RegExp(`/${slug}["<]`);
      const isIn = async () => page.test(await (await request(server, path)).text());
      await until(isIn, { withinMs: MINUTE_MS, everyMs: 50 }).catch(() =>
        faults.push(`${path} lacks an approval`),
      );
      console.log(
        `  an approval is in ${path} after ${((performance.now() - startedAtMs) / SECOND_MS).toFixed(1)} s`,
      );
    }
    return faults;
  } finally {
    await db.execute(sql`UPDATE products SET status = 'pending', approved_at = NULL WHERE id = ${id}`);
  }
}
