import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { siteEnv } from '../drill/built-site';
import { compareUnderLoad, type Load, readBytes } from './load';
import { freePort, type Serving, serveBuilt, serveRaw } from './processes';

/**
 * Measures pages and calls from the caches beside plain node:http that sends the same bytes.
 *
 * @returns lines of Markdown.
 */
export async function runResponsesBench(): Promise<string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'responses-bench-'));
  const site = await serveBuilt(await freePort(), { ...(await siteEnv()), DATA_DIR: folder });
  try {
    const buildId = readFileSync('.next/BUILD_ID', 'utf8').trim();
    const targets = [
      ['home', '/'],
      ['a product', '/tool/react'],
      ['a tag', '/tag/testing'],
      ['a search page', '/search?q=react'],
      ['data of the home page', `/_next/data/${buildId}/index.json`],
      ['`GET /api/products`, goals ≥ 0.5', '/api/products'],
    ] as const;
    const rows: string[] = [];
    for (const [name, target] of targets) rows.push(await compare(name, site, target));
    return [
      'The demo on the embedded database, 32 connections, medians of five rounds that alternate with plain `node:http`, which sends the same compressed bytes and headers. Everything comes from the caches.\n',
      '| what | requests/s | plain node:http | ratio, goal ≥ 0.9 | ratio per CPU second, goal ≥ 0.7 | p50 / p99 ms | plain node:http, p50 / p99 ms |',
      '|---|---:|---:|---:|---:|---|---|',
      ...rows,
    ];
  } finally {
    await site.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function compare(name: string, site: Serving, target: string): Promise<string> {
  // The first response is made, the second one stored, and the next ones are compressed.
  for (let count = 0; count < 3; count += 1) {
    await readBytes(site.url + target);
    await sleep(100);
  }
  const plain = await serveRaw(await freePort(), await readBytes(site.url + target));
  try {
    const loads = await compareUnderLoad(site, plain, target);
    return rowOf(name, loads.ours, loads.raw);
  } finally {
    await plain.stop();
  }
}

function rowOf(name: string, ours: Load, plain: Load): string {
  const perSecond = (load: Load) => Math.round(load.requestsPerSecond).toLocaleString('en');
  const latency = ({ p50Ms, p99Ms }: Load) => `${p50Ms.toFixed(0)} / ${p99Ms.toFixed(0)}`;
  const ratio = (figure: 'requestsPerSecond' | 'requestsPerCPUSecond') =>
    (ours[figure] / plain[figure]).toFixed(2);
  const cells = [
    ...[name, perSecond(ours), perSecond(plain), ratio('requestsPerSecond'), ratio('requestsPerCPUSecond')],
    ...[latency(ours), latency(plain)],
  ];
  return `| ${cells.join(' | ')} |`;
}
