import autocannon from 'autocannon';
import { request } from 'undici';
import { quantile } from '../setup/measured';
import type { Serving } from './processes';

export type Load = { requestsPerSecond: number; requestsPerCPUSecond: number; p50Ms: number; p99Ms: number };

const connections = 32;
const roundMs = 3_000;
const rounds = 5;
/** What browsers send. */
const headers = { 'accept-encoding': 'gzip, deflate, br, zstd' };

export async function loadOnce(serving: Serving, path: string, durationMs = roundMs): Promise<Load> {
  const cpuBeforeMs = serving.cpuMs();
  const { requests, latency, non2xx, errors } = await autocannon({
    url: serving.url + path,
    connections,
    duration: durationMs / 1_000,
    headers,
  });
  const cpuMs = serving.cpuMs() - cpuBeforeMs;
  if (non2xx + errors > 0) throw new Error(`${path}: ${non2xx} refusals and ${errors} errors under load`);
  return {
    requestsPerSecond: requests.average,
    requestsPerCPUSecond: (requests.total * 1_000) / cpuMs,
    p50Ms: latency.p50,
    p99Ms: latency.p99,
  };
}

export const median = (values: readonly number[]) => quantile(values, 0.5);

const summarise = (loads: Load[]): Load => ({
  requestsPerSecond: median(loads.map(({ requestsPerSecond }) => requestsPerSecond)),
  requestsPerCPUSecond: median(loads.map(({ requestsPerCPUSecond }) => requestsPerCPUSecond)),
  p50Ms: median(loads.map(({ p50Ms }) => p50Ms)),
  p99Ms: median(loads.map(({ p99Ms }) => p99Ms)),
});

const perTransfer = new Set(['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding']);

/** What the site sends for a path, as the bytes of the wire. */
export async function readBytes(url: string) {
  const response = await request(url, { headers });
  const body = new Uint8Array(await response.body.arrayBuffer());
  return {
    body,
    headers: Object.fromEntries(
      Object.entries(response.headers).flatMap(([name, value]) =>
        perTransfer.has(name) ? [] : [[name, String(value)]],
      ),
    ),
  };
}

/** Puts load on two processes in turns, so that noise affects both equally, and returns the median of each. */
export async function compareUnderLoad(site: Serving, raw: Serving, path: string) {
  await loadOnce(site, path);
  await loadOnce(raw, path);
  const ours: Load[] = [];
  const raws: Load[] = [];
  for (let round = 0; round < rounds; round += 1) {
    raws.push(await loadOnce(raw, path));
    ours.push(await loadOnce(site, path));
  }
  return { ours: summarise(ours), raw: summarise(raws) };
}
