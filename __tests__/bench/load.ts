import autocannon from 'autocannon';

export type Load = { requestsPerSecond: number; p50Ms: number; p99Ms: number };

const connections = 10;
const roundSeconds = 3;
const rounds = 3;

async function loadOnce(url: string): Promise<Load> {
  const { requests, latency, non2xx, errors } = await autocannon({
    url,
    connections,
    duration: roundSeconds,
  });
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx} refusals and ${errors} errors under load`);
  return { requestsPerSecond: requests.average, p50Ms: latency.p50, p99Ms: latency.p99 };
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

const summarise = (loads: Load[]): Load => ({
  requestsPerSecond: median(loads.map(({ requestsPerSecond }) => requestsPerSecond)),
  p50Ms: median(loads.map(({ p50Ms }) => p50Ms)),
  p99Ms: median(loads.map(({ p99Ms }) => p99Ms)),
});

/** Puts load on two URLs in turns, so that noise affects both equally, and returns the median of each. */
export async function compareUnderLoad(ours: string, raw: string): Promise<{ ours: Load; raw: Load }> {
  await loadOnce(ours);
  const ourLoads: Load[] = [];
  const rawLoads: Load[] = [];
  for (let round = 0; round < rounds; round += 1) {
    rawLoads.push(await loadOnce(raw));
    ourLoads.push(await loadOnce(ours));
  }
  return { ours: summarise(ourLoads), raw: summarise(rawLoads) };
}
