import { readFile } from 'node:fs/promises';
import { documentedMetrics, metricNames, readMetrics, type Sample, valueOf } from '../setup/read-metrics';
import { demo } from './addresses';
import { expect, test } from './site';

const readText = async () => (await fetch(`${demo.url}/metrics`)).text();
const countOf = (samples: readonly Sample[], name: string, labels: Record<string, string>) =>
  valueOf(samples, name, labels) ?? 0;

test('the site tells this machine how pages, calls and caches do, in metrics that are all documented', async () => {
  const read = async () => readMetrics(await readText());
  await fetch(`${demo.url}/privacy`);
  const before = await read();
  for (let count = 0; count < 5; count += 1) await fetch(`${demo.url}/privacy`);
  await fetch(`${demo.url}/no-such/page/${Date.now()}`);
  await fetch(`${demo.url}/api/tags?limit=1`);
  const after = await read();

  const grew = (name: string, labels: Record<string, string>) =>
    countOf(after, name, labels) - countOf(before, name, labels);
  const requests = 'listgrove_http_request_duration_seconds_count';
  expect(grew(requests, { method: 'GET', route: '/privacy', status: '2xx' })).toBeGreaterThanOrEqual(5);
  expect(grew(requests, { route: '/api/tags', status: '2xx' })).toBeGreaterThanOrEqual(1);
  expect(grew(requests, { method: 'GET', route: '/*', status: '4xx' })).toBeGreaterThanOrEqual(1);
  expect(grew('listgrove_page_cache_requests_total', { result: 'hit' })).toBeGreaterThanOrEqual(5);
  expect(valueOf(after, 'listgrove_page_cache_entries')).toBeGreaterThan(0);
  expect(valueOf(after, 'listgrove_page_render_duration_seconds_count')).toBeGreaterThan(0);
  expect(valueOf(after, 'listgrove_database_up')).toBe(1);
  expect(valueOf(after, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);

  const manifest: unknown = JSON.parse(await readFile('package.json', 'utf8'));
  expect(manifest).toMatchObject({
    version: after.find(({ name }) => name === 'listgrove_build_info')?.labels.version,
  });
  const documented = documentedMetrics(await readFile('docs/alerts.md', 'utf8'));
  expect(metricNames(await readText()).filter((name) => !documented.includes(name))).toEqual([]);
});

test('for a visitor, the metrics are a page that does not exist', async () => {
  const visitor = { headers: { 'x-forwarded-for': '203.0.113.5' } };
  const [metrics, missing] = await Promise.all(
    ['/metrics', '/no-such-page'].map((path) => fetch(demo.url + path, visitor)),
  );
  const ownHeaders = (response: Response | undefined) =>
    [...(response?.headers ?? [])].filter(([name]) => !['x-request-id', 'date'].includes(name));
  expect([metrics?.status, ownHeaders(metrics)]).toEqual([404, ownHeaders(missing)]);
  expect(await metrics?.text()).toBe(await missing?.text());
});
