import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { Metrics } from '@/server/metrics/metrics';
import { JOBS } from '@/server/jobs/jobs';
import { type ProductServerProcess, spawnProductServer } from '../setup/product-servers';
import { documentedMetrics, metricNames, readMetrics } from '../setup/read-metrics';

let server: ProductServerProcess;
let folder = '';
/** The metrics of a real process that serves no pages, and those that pages add. */
let scraped: string;
let names: string[];

const read = (file: string) => readFile(join('docs', file), 'utf8');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alerts-'));
  server = await spawnProductServer({ DATA_DIR: folder });
  for (const path of ['/healthz', '/tags', '/no-such-path']) await fetch(server.url + path);
  scraped = await (await fetch(`${server.url}/metrics`)).text();
  const pages = new Metrics();
  pages.watchPageCache(() => ({
    results: { hit: 0, stale: 0, miss: 0, refused: 0 },
    entries: 0,
    bytes: 0,
    waitingRenders: 0,
  }));
  const ofPages = await pages.read(() => Promise.reject(new Error('Not asked.')));
  names = [...new Set([...metricNames(scraped), ...metricNames(ofPages)])];
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The metrics that an expression of Prometheus names. */
const metricsIn = (expression: string) =>
  Array.from(expression.matchAll(/\b(?:listgrove|nodejs|process)_[a-z0-9_]+/g), ([name]) => name);
const isMeasured = (name: string) =>
  names.includes(name) || names.includes(name.replace(/_(?:bucket|sum|count)$/, ''));

type Rule = { alert: string; expr: string; for: string; severity: string; summary: string; runbook: string };
async function readRules(): Promise<Rule[]> {
  const blocks = (await read('alerts.rules.yaml')).split('      - alert: ').slice(1);
  return blocks.map((block) => {
    const of = (key: string) =>
      new RegExp(`^ +${key}: (.+)$`, 'm').exec(block)?.[1]?.replace(/^'(.*)'$/, '$1') ?? '';
    return {
      ...{ alert: block.split('\n')[0] ?? '', expr: of('expr'), for: of('for'), severity: of('severity') },
      summary: of('summary'),
      runbook: of('runbook'),
    };
  });
}

it('scrapes a process of its own version, in which every job runs', () => {
  const samples = readMetrics(scraped);
  expect(samples.find(({ name }) => name === 'listgrove_build_info')?.labels.node).toBe(
    process.versions.node,
  );
  const jobs = samples.flatMap(({ name, labels }) =>
    name === 'listgrove_job_interval_seconds' ? labels.job_name : [],
  );
  expect(jobs.sort()).toEqual(JOBS.map(({ name }) => name).sort());
  // Prometheus gives every sample labels of these names.
  expect(samples.filter(({ labels }) => 'job' in labels || 'instance' in labels)).toEqual([]);
});

it('describes every metric of a scrape, and no other', async () => {
  expect(documentedMetrics(await read('alerts.md')).sort()).toEqual([...names].sort());
});

it('names the labels that each metric has', async () => {
  const documented = new Map(
    Array.from(
      (await read('alerts.md')).matchAll(/^\| `([a-z0-9_]+)\{([a-z_, ]+)\}`/gm),
      ([, name = '', labels = '']) => [name, labels.split(', ').sort().join()],
    ),
  );
  const found = new Map(
    readMetrics(scraped).map(({ name, labels }) => [
      name.replace(/_(?:bucket|sum|count)$/, ''),
      Object.keys(labels)
        .filter((label) => label !== 'le')
        .sort()
        .join(),
    ]),
  );
  for (const [name, labels] of found)
    if (names.includes(name)) expect([name, documented.get(name) ?? '']).toEqual([name, labels]);
});

it('has rules of metrics that exist, each with a severity, a summary and a section that says what to do', async () => {
  const rules = await readRules();
  const sections = (await read('alerts.md')).split(/^## /m).slice(1);
  const titles = sections.map((section) => section.split('\n')[0] ?? '');
  expect(rules.length).toBeGreaterThan(15);
  expect(titles.filter((title) => title.startsWith('Listgrove'))).toEqual(rules.map(({ alert }) => alert));
  for (const { alert, expr, severity, summary, runbook, ...rule } of rules) {
    expect([alert, metricsIn(expr).filter((name) => !isMeasured(name))]).toEqual([alert, []]);
    expect(metricsIn(expr).length + (expr.startsWith('up{') ? 1 : 0)).toBeGreaterThan(0);
    expect(['critical', 'warning', 'info']).toContain(severity);
    expect([summary.length > 10, /^\d+[mh]$/.test(rule.for)]).toEqual([true, true]);
    expect(runbook).toBe(`docs/alerts.md#${alert.toLowerCase()}`);
    const section = sections[titles.indexOf(alert)] ?? '';
    for (const part of ['**Means:**', '**Check:**', '**Do:**'])
      expect([alert, section.includes(part)]).toEqual([alert, true]);
  }
});

it('names in sections only metrics that exist', async () => {
  expect(
    metricsIn(await read('alerts.md')).filter(
      (name) => !isMeasured(name) && !names.some((known) => known.startsWith(name)),
    ),
  ).toEqual([]);
});

const dashboard = z.object({
  title: z.string(),
  panels: z.array(
    z.object({
      id: z.number(),
      type: z.string(),
      targets: z.optional(z.array(z.object({ expr: z.string() }))),
    }),
  ),
});

it('has a dashboard that shows metrics that exist, and every metric of the site', async () => {
  const { panels } = dashboard.parse(JSON.parse(await read('dashboard.json')));
  const shown = panels.flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => metricsIn(expr)));
  expect(shown.filter((name) => !isMeasured(name))).toEqual([]);
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const rules = (await readRules()).flatMap(({ expr }) => metricsIn(expr));
  const used = new Set([...shown, ...rules].map((name) => name.replace(/_(?:bucket|sum|count)$/, '')));
  const unused = names.filter(
    (name) =>
      name.startsWith('listgrove_') && !used.has(name) && !used.has(name.replace(/_(?:sum|count)$/, '')),
  );
  expect(unused).toEqual([]);
});
