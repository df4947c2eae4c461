import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import path from 'node:path';
import { compareUnderLoad, type Load } from './load';
import { freePort, serveBuilt, serveRaw } from './processes';
import { runSearchBench } from './search';

/**
 * Measures the build beside plain node:http that sends the same bytes, in one run, and writes docs/performance.md. Only
 * the ratios apply to other machines.
 */
const folder = mkdtempSync(path.join(tmpdir(), 'directory-bench-'));
const lines: string[] = [];
const say = (line: string) => {
  lines.push(line);
  console.log(line);
};

const round = (value: number, digits = 0) => value.toLocaleString('en', { maximumFractionDigits: digits });
const row = (name: string, ours: Load, raw: Load) =>
  `| ${name} | ${round(ours.requestsPerSecond)} | ${round(raw.requestsPerSecond)} | ${(ours.requestsPerSecond / raw.requestsPerSecond).toFixed(3)} | ${round(ours.p50Ms, 1)} / ${round(ours.p99Ms, 1)} |`;

async function compare(name: string, url: string): Promise<void> {
  const response = await fetch(url);
  const raw = await serveRaw(
    await freePort(),
    await response.text(),
    response.headers.get('content-type') ?? '',
  );
  try {
    const loads = await compareUnderLoad(url, raw.url);
    say(row(name, loads.ours, loads.raw));
  } finally {
    await raw.stop();
  }
}

async function benchStarts(): Promise<void> {
  say('\n## Start to ready\n');
  say(
    'From the start of the process until `/readyz` answers 200. The process opens the database and prepares the pages.\n',
  );
  say('| start | ms |\n|---|---|');
  const dataDir = path.join(folder, 'starts');
  for (const name of ['first, on an empty folder', 'second', 'third']) {
    const serving = await serveBuilt(await freePort(), { DATA_DIR: dataDir, LOG_LEVEL: 'warn' });
    say(`| ${name} | ${round(serving.startMs)} |`);
    await serving.stop();
  }
  const raw = await serveRaw(await freePort(), 'ok', 'text/plain');
  say(`| plain node:http, for comparison | ${round(raw.startMs)} |`);
  await raw.stop();
}

async function benchAnswers(): Promise<void> {
  say('\n## Responses\n');
  say(
    'The demo on the embedded database, 10 connections, medians of three rounds that alternate with plain `node:http`.',
  );
  say('A list is cached for one second. The home page is rendered for every request.\n');
  say('| what | requests/s | plain node:http | ratio | p50 / p99 ms |\n|---|---|---|---|---|');
  const site = await serveBuilt(await freePort(), { DATA_DIR: path.join(folder, 'demo'), APP_ENV: 'demo' });
  try {
    await compare('`GET /api/products`, goal ≥ 0.25', `${site.url}/api/products`);
    await compare('`GET /` uncached', `${site.url}/`);
  } finally {
    await site.stop();
  }
}

if (!existsSync('dist/main.js')) throw new Error('There is no build. Run npm run build first.');
try {
  say('# Performance\n');
  say(
    `Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: Node ${process.version}, ${cpus().length} cores, ${round(totalmem() / 2 ** 30)} GiB.`,
  );
  say('Absolute figures come from one noisy machine. Compare the ratios within a table.');
  await benchStarts();
  await benchAnswers();
  for (const line of await runSearchBench()) say(line);
  // The drill `blocks` measures this part.
  const [, blocks] = readFileSync('docs/performance.md', 'utf8').split('## Blocks touched');
  if (blocks !== undefined) lines.push(`\n## Blocks touched${blocks.trimEnd()}`);
  writeFileSync('docs/performance.md', `${lines.join('\n')}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
