import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MINUTE_MS, SECOND_MS } from '@/lib/contract/plain/durations';
import { seededDraw } from '@/server/tiles/tile-paint';
import { freePort } from '../bench/processes';
import { quantile } from '../setup/measured';
import { until } from '../setup/until';
import { type CostlyRequest, sampleRequest } from './costly-requests';
import { DEFAULTS, type DrillRequest } from './drill';

const CPU_MS_MAX = 20;
const SHARE_MAX = 0.25;
const CLIENTS = 10;
const LOAD_MS = MINUTE_MS / 2;
/** Requests that are measured again at the end, each this often. */
const FINALISTS = 12;
const REPEATS = 7;
/** A process that has just started compiles its code. */
const WARM_UP_REQUESTS = 600;

type Measured = { request: CostlyRequest; cpuMs: number; status: number };

/**
 * Searches all public calls of a product server for the requests that cost its main thread most, then has ten client
 * addresses send the worst of each call as fast as the limits let them.
 *
 * @returns the figures.
 * @throws Error when a request costs more than 20 ms, or ten clients more than a quarter of a core.
 */
export async function drillRequestCost(
  folder: string,
  _round: number,
  { minutes = DEFAULTS.costMinutes, seed }: DrillRequest,
): Promise<string> {
  const draw = seededDraw(String(seed));
  const server = await startServer(join(folder, 'data'));
  try {
    let nonce = 0;
    const measure = async (request: CostlyRequest): Promise<Measured> => {
      nonce += 1;
      const before = server.cpuMs();
      // Another client each time: limits are not what is measured.
      const status = await send(server.url, request, { address: addressOf(nonce), nonce });
      return { request, cpuMs: server.cpuMs() - before, status };
    };
    for (let count = 0; count < WARM_UP_REQUESTS; count += 1) await measure(sampleRequest(draw));

    let worst: Measured[] = [];
    let tried = 0;
    const endAtMs = performance.now() + minutes * MINUTE_MS;
    while (performance.now() < endAtMs) {
      tried += 1;
      const parent = tried % 3 === 0 ? undefined : worst[tried % Math.max(1, worst.length)];
      const measured = await measure(sampleRequest(draw, parent?.request));
      worst = keepWorst([...worst, measured]);
    }

    const finals: Measured[] = [];
    for (const { request } of worst) {
      const repeats: Measured[] = [];
      for (let count = 0; count < REPEATS; count += 1) repeats.push(await measure(request));
      const cpuMs = quantile(repeats.map((each) => each.cpuMs), 0.5); // prettier-ignore
      finals.push({ request, cpuMs, status: repeats[0]?.status ?? 0 });
    }
    finals.sort((one, other) => other.cpuMs - one.cpuMs);
    for (const { request, cpuMs, status } of finals)
      console.log(`  ${cpuMs.toFixed(1).padStart(6)} ms  ${status}  ${request.title}`);

    const shares: string[] = [];
    let largest = 0;
    for (const { request } of finals.slice(0, 3)) {
      const share = await measureLoad(server, request);
      largest = Math.max(largest, share);
      shares.push(`${(100 * share).toFixed(0)} % (${request.title})`);
      console.log(`  ${CLIENTS} clients: ${shares.at(-1)}`);
    }
    const [costliest] = finals;
    const figure = `${tried} requests tried, the worst costs ${costliest?.cpuMs.toFixed(1)} ms; ${CLIENTS} clients: ${shares.join(', ')}`;
    if ((costliest?.cpuMs ?? 0) > CPU_MS_MAX || largest > SHARE_MAX)
      throw new Error(`${figure}. At most ${CPU_MS_MAX} ms and ${100 * SHARE_MAX} % were expected.`);
    return figure;
  } finally {
    await server.stop();
  }
}

/** The costliest of each kind, so that one call does not hide the others. */
function keepWorst(measured: readonly Measured[]): Measured[] {
  const byKind = new Map<string, Measured>();
  for (const each of measured) {
    const known = byKind.get(each.request.kind);
    if (!known || known.cpuMs < each.cpuMs) byKind.set(each.request.kind, each);
  }
  return [...byKind.values()].sort((one, other) => other.cpuMs - one.cpuMs).slice(0, FINALISTS);
}

/** The share of a core that ten clients take who send a request as fast as it is answered, for half a minute. */
async function measureLoad(server: Server, request: CostlyRequest): Promise<number> {
  const [startedAtMs, before] = [performance.now(), server.cpuMs()];
  let nonce = 1e6;
  const client = async (index: number) => {
    while (performance.now() - startedAtMs < LOAD_MS) {
      nonce += 1;
      const status = await send(server.url, request, { address: `198.51.100.${index + 1}`, nonce });
      // A client that is refused waits, as it is told to.
      if (status === 429) await new Promise((resolve) => setTimeout(resolve, SECOND_MS));
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, index) => client(index)));
  return (server.cpuMs() - before) / (performance.now() - startedAtMs);
}

const addressOf = (count: number) => `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`;

async function send(
  url: string,
  { method, path, headers, body }: CostlyRequest,
  { address, nonce }: { address: string; nonce: number },
): Promise<number> {
  // Answers from the cache cost nothing, so each request asks for something new.
  const response = await fetch(url + path(nonce), {
    method,
    headers: { ...headers, 'x-forwarded-for': address },
    ...(body && { body: body(nonce) }),
    redirect: 'manual',
    // The server may close the connection of a body that is too long. When it has ended, its time cannot be read.
  }).catch(() => undefined);
  await response?.arrayBuffer().catch(() => undefined);
  return response?.status ?? 0;
}

type Server = { url: string; cpuMs: () => number; stop: () => Promise<void> };

/** A product server with the demo content, whose main thread is measured by the kernel. */
async function startServer(dataDir: string): Promise<Server> {
  const port = await freePort();
  const child = spawn(process.execPath, ['--import', 'tsx', '__tests__/drill/request-cost-server.ts'], {
    env: {
      ...process.env,
      ...{ APP_ENV: 'development', DATA_DIR: dataDir, DRAIN_NOTICE_MS: '0', LOG_LEVEL: 'silent' },
      ...{ PORT: String(port), TRUSTED_PROXY_HOPS: '1' },
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  const isReady = async () => {
    if (child.exitCode !== null) throw new Error(`The server ended with code ${child.exitCode}.`);
    return (await fetch(`${url}/readyz`).catch(() => undefined))?.ok === true;
  };
  await until(isReady, { withinMs: 5 * MINUTE_MS, everyMs: 100 });
  const { pid = 0 } = child;
  return {
    url,
    // Nanoseconds on a processor, of the thread whose number is that of the process.
    cpuMs: () => Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6,
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}
