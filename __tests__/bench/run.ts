import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readCommandLine, runProgram } from '@/server/cli/run-program';
import { OwnerError } from '@/server/errors';
import { siteEnv } from '../drill/built-site';
import { compareUnderLoad, type Load, readBytes } from './load';
import { freePort, type Serving, serveBuilt, serveRaw } from './processes';
import { runSearchBench } from './search';

/**
 * Measures the build beside plain node:http that sends the same bytes, in one run, and writes docs/performance.md. Only
 * the ratios apply to other machines.
 */
const folder = mkdtempSync(path.join(tmpdir(), 'directory-bench-'));
const DOCUMENT = 'docs/performance.md';
const today = new Date().toISOString().slice(0, 10);
const USAGE = 'Usage: npm run bench -- [starts] [responses] [search]';

const round = (value: number, digits = 0) => value.toLocaleString('en', { maximumFractionDigits: digits });
const row = (name: string, ours: Load, raw: Load) =>
  `| ${name} | ${round(ours.requestsPerSecond)} | ${round(raw.requestsPerSecond)} | ${(ours.requestsPerSecond / raw.requestsPerSecond).toFixed(2)} | ${(ours.requestsPerCPUSecond / raw.requestsPerCPUSecond).toFixed(2)} | ${round(ours.p50Ms, 1)} / ${round(ours.p99Ms, 1)} | ${round(raw.p50Ms, 1)} / ${round(raw.p99Ms, 1)} |`;

async function compare(name: string, site: Serving, path: string): Promise<string> {
  const raw = await serveRaw(await freePort(), await readBytes(site.url + path));
  try {
    const loads = await compareUnderLoad(site, raw, path);
    return row(name, loads.ours, loads.raw);
  } finally {
    await raw.stop();
  }
}

async function benchStarts(): Promise<string[]> {
  const lines = [
    'From the start of the process until `/readyz` answers 200. The process opens the database and prepares the pages.\n',
    '| start | ms |\n|---|---|',
  ];
  const env = await siteEnv();
  const dataDir = path.join(folder, 'starts');
  for (const name of ['first, on an empty folder', 'second', 'third']) {
    const serving = await serveBuilt(await freePort(), { ...env, DATA_DIR: dataDir, LOG_LEVEL: 'warn' });
    lines.push(`| ${name} | ${round(serving.startMs)} |`);
    await serving.stop();
  }
  const raw = await serveRaw(await freePort(), { body: Buffer.from('ok'), headers: {} });
  await raw.stop();
  return [...lines, `| plain node:http, for comparison | ${round(raw.startMs)} |`];
}

async function benchResponses(): Promise<string[]> {
  const lines = [
    'The demo on the embedded database, 32 connections, medians of five rounds that alternate with plain `node:http`, which sends the same compressed bytes and headers. Pages and their data come from the page cache.\n',
    '| what | requests/s | plain node:http | ratio, goal ≥ 0.9 | ratio per CPU second, goal ≥ 0.7 | p50 / p99 ms | plain node:http |\n|---|---|---|---|---|---|---|',
  ];
  const site = await serveBuilt(await freePort(), {
    ...(await siteEnv()),
    DATA_DIR: path.join(folder, 'demo'),
  });
  try {
    const buildId = readFileSync('.next/BUILD_ID', 'utf8').trim();
    for (const [name, target] of [
      ['home', '/'],
      ['a product', '/tool/react'],
      ['a tag', '/tag/testing'],
      ['a search page', '/search?q=react'],
      ['data of the home page', `/_next/data/${buildId}/index.json`],
      ['`GET /api/products`, goal ≥ 0.5', '/api/products'],
    ] as const) {
      lines.push(await compare(name, site, target));
    }
  } finally {
    await site.stop();
  }
  return lines;
}

const parts = [
  { name: 'starts', heading: 'Start to ready', bench: benchStarts },
  { name: 'responses', heading: 'Responses', bench: benchResponses },
  { name: 'search', heading: 'Search per keystroke', bench: runSearchBench },
];

/** The part of the document under a heading. Parts that are not measured now stay as they are. */
function knownPart(heading: string): string {
  const [, after = ''] = readFileSync(DOCUMENT, 'utf8').split(`\n## ${heading}\n`);
  return after.split('\n## ', 1).join('').trim();
}

await runProgram(async () => {
  const { positionals } = readCommandLine(USAGE, () => parseArgs({ allowPositionals: true }));
  const unknown = positionals.find((name) => !parts.some((part) => part.name === name));
  if (unknown !== undefined) throw new OwnerError(`There is no part ${unknown}.\n${USAGE}`);
  const document = [
    '# Performance',
    `Written by \`npm run bench\`: Node ${process.version}, ${cpus().length} cores, ${round(totalmem() / 2 ** 30)} GiB. Absolute figures come from one noisy machine. Compare the ratios within a table.`,
  ];
  for (const { name, heading, bench } of parts) {
    const isChosen = positionals.length === 0 || positionals.includes(name);
    const lines = isChosen ? [`Measured on ${today}.\n`, ...(await bench())] : [knownPart(heading)];
    document.push(`## ${heading}`, lines.join('\n').trim());
    if (isChosen) console.log(`\n${document.slice(-2).join('\n\n')}`);
  }
  document.push('## Blocks touched', knownPart('Blocks touched'));
  writeFileSync(DOCUMENT, `${document.join('\n\n')}\n`);
  rmSync(folder, { recursive: true, force: true });
});
