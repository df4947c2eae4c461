import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { siteEnv } from '../drill/built-site';
import { requireMeasured } from '../setup/measured';
import { copyDataSet, openFolder } from './data-sets';
import { median } from './load';
import { freePort, type Serving, serveBuilt, serveRaw } from './processes';

const starts = 5;
/** Until the work of the start is over. */
const IDLE_AFTER_MS = 10_000;

/**
 * Measures the time from the start of a process until `/readyz` answers 200, and the memory of the idle process.
 *
 * @returns lines of Markdown.
 */
export async function runStartsBench(productCount: number): Promise<string[]> {
  const size = productCount.toLocaleString('en');
  const rows = [
    await startInEmptyFolder(),
    await startOn('pglite', productCount, `${size} products on PGlite; goals ≤ 3 s, ≤ 350 MB`),
    await startOn('postgres', productCount, `${size} products on PostgreSQL; goal ≤ 180 MB`),
  ];
  const plain = await serveRaw(await freePort(), { body: Buffer.from('ok'), headers: {} });
  rows.push(rowOf('plain node:http, for comparison', [plain]));
  await plain.stop();
  return [
    `From the start of the process until \`/readyz\` answers 200: the median of ${starts} starts. Memory is that of all processes of the site ${IDLE_AFTER_MS / 1_000} seconds later, without the database server: the share that is theirs alone, with a part of what they share (PSS).\n`,
    '| start | ms | MB |\n|---|---:|---:|',
    ...rows,
  ];
}

async function startInEmptyFolder(): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'starts-bench-'));
  const site = await serveBuilt(await freePort(), { ...(await quietEnv()), DATA_DIR: folder });
  await sleep(IDLE_AFTER_MS);
  const row = rowOf('the first start, which fills the demo', [site]);
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
  return row;
}

async function startOn(kind: 'pglite' | 'postgres', productCount: number, name: string): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'starts-bench-'));
  const copy = await copyDataSet(kind, productCount);
  const dataSet = await openFolder(kind, copy);
  // Only one process can open the embedded database.
  if (kind === 'pglite') await dataSet.close();
  try {
    const env = { ...(await quietEnv()), APP_ENV: 'development', DATA_DIR: folder, ...dataSet.env };
    const sites: Serving[] = [];
    let row = '';
    for (let count = 1; count <= starts; count += 1) {
      const site = await serveBuilt(await freePort(), env);
      sites.push(site);
      if (count === starts) {
        await sleep(IDLE_AFTER_MS);
        row = rowOf(name, sites);
      }
      await site.stop();
    }
    return row;
  } finally {
    if (kind === 'postgres') await dataSet.close();
    for (const each of [folder, copy]) rmSync(each, { recursive: true, force: true });
  }
}

const quietEnv = async () => ({ ...(await siteEnv()), LOG_LEVEL: 'warn' });

function rowOf(name: string, sites: readonly Serving[]): string {
  const startMs = median(sites.map((site) => site.startMs));
  const bytes = requireMeasured(sites.at(-1)?.memoryBytes());
  return `| ${name} | ${Math.round(startMs).toLocaleString('en')} | ${(bytes / 1e6).toFixed(0)} |`;
}
