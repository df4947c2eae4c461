import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { MINUTE_MS, SECOND_MS } from '@/lib/contract/plain/durations';
import { quantile } from '../setup/measured';
import { buildProduct } from '../setup/build';
import type { Names } from './costly-files';
import { type CostlyRequest, makeTargets, packBody, sampleRequest, type Target } from './costly-requests';
import { DEFAULTS, type DrillRequest } from './drill';
import { Draw } from './fuzz-values';
import { type ServedSite, serveSite } from './served-site';

const CPU_MS_MAX = 20;
const SHARE_MAX = 0.25;
const CLIENTS = 10;
/** As long as the span of the limits, so that what is allowed at once does not count as allowed all the time. */
const LOAD_MS = MINUTE_MS;
const LOADS = 6;
/** How often the worst request of each target is measured again, and those that cost most. */
const REPEATS = 5;
const FINAL_REPEATS = 15;
/** A process that has just started compiles its code. */
const WARM_UP_REQUESTS = 1_500;

/** More than one answer may have. */
const LONG_PRODUCTS = 60;
const TAGS = ['React', 'Design', 'Developer Tools', 'Editors'];
/** As long as a member may make it. */
const DESCRIPTION = 'react and a tool '.repeat(290);

type Measured = { request: CostlyRequest; cpuMs: number; status: number; bytes: number };

/**
 * Searches all calls, files and pages of the built site for the requests that cost its main thread most, then has ten
 * client addresses send the worst as fast as the limits let them. Measures processor time, so that other programs on
 * the machine hardly matter.
 *
 * @returns the figures.
 * @throws Error when a request costs more than 20 ms, or ten clients more than a quarter of a core.
 */
export async function drillRequestCost(
  folder: string,
  _round: number,
  { minutes = DEFAULTS.costMinutes, seed, only = '' }: DrillRequest,
): Promise<string> {
  const draw = new Draw(seed);
  const site = await serveSite(join(folder, 'data'), 0, async (db) => {
    for (let count = 0; count < LONG_PRODUCTS; count += 1)
      await buildProduct(db, { tags: TAGS, description: DESCRIPTION });
  });
  try {
    const names = await readNames(site.url);
    const targets = new Map([...makeTargets(names)].filter(([name]) => name.includes(only)));
    const measure = createMeasure(site);
    for (let count = 0; count < WARM_UP_REQUESTS; count += 1) await measure(sampleRequest(draw, targets));

    const worst = new Map<string, Measured>();
    let tried = 0;
    const endAtMs = performance.now() + minutes * MINUTE_MS;
    while (performance.now() < endAtMs) {
      tried += 1;
      const known = [...worst.values()];
      const parent = draw.chance(0.4) || known.length === 0 ? undefined : draw.pick(known);
      const measured = await measure(sampleRequest(draw, targets, parent?.request));
      const former = worst.get(measured.request.target);
      if (former && former.cpuMs >= measured.cpuMs) continue;
      // One measurement may have met the garbage collector.
      const confirmed = await repeat(measure, measured.request, REPEATS);
      if (!former || former.cpuMs < confirmed.cpuMs) worst.set(measured.request.target, confirmed);
    }
    const finals: Measured[] = [];
    for (const { request } of worst.values()) finals.push(await repeat(measure, request, FINAL_REPEATS));
    finals.sort((one, other) => other.cpuMs - one.cpuMs);
    printTable(finals, tried, targets);

    const shares: string[] = [];
    let largest = 0;
    for (const { request } of finals.slice(0, LOADS)) {
      const share = await measureLoad(site, request);
      largest = Math.max(largest, share);
      shares.push(`${(100 * share).toFixed(0)} % (${request.target})`);
      console.log(`  ${CLIENTS} clients: ${shares.at(-1)}`);
    }
    const [costliest] = finals;
    const figure = `${tried} requests tried, the worst costs ${costliest?.cpuMs.toFixed(1)} ms; ${CLIENTS} clients: ${shares.join(', ')}`;
    if ((costliest?.cpuMs ?? 0) > CPU_MS_MAX || largest > SHARE_MAX)
      throw new Error(`${figure}. At most ${CPU_MS_MAX} ms and ${100 * SHARE_MAX} % were expected.`);
    return figure;
  } finally {
    await site.stop();
  }
}

type Measure = (request: CostlyRequest) => Promise<Measured>;

function createMeasure({ url, pid }: ServedSite): Measure {
  let nonce = 0;
  return async (request) => {
    nonce += 1;
    const before = cpuMsOf(pid);
    // Another client each time: limits are not what is measured.
    const { status, bytes } = await send(url, request, { address: addressOf(nonce), nonce });
    return { request, cpuMs: cpuMsOf(pid) - before, status, bytes };
  };
}

/** The median of several. */
async function repeat(measure: Measure, request: CostlyRequest, times: number): Promise<Measured> {
  const all: Measured[] = [];
  for (let count = 0; count < times; count += 1) all.push(await measure(request));
  const [first] = all;
  if (!first) throw new Error('Nothing was measured.');
  return { ...first, cpuMs: quantile(all.map(({ cpuMs }) => cpuMs), 0.5) }; // prettier-ignore
}

/** What the worst request of each target costs. */
function printTable(finals: readonly Measured[], tried: number, targets: ReadonlyMap<string, Target>): void {
  console.log(`  ${tried} requests to ${targets.size} targets. The worst of each, in ms of the main thread:`);
  for (const { request, cpuMs, status, bytes } of finals) {
    const { seed, unit, fill, packing } = request.recipe;
    const form = `${JSON.stringify(unit)} × ${fill}, ${packing}, ${seed}`;
    console.log(
      `  ${cpuMs.toFixed(1).padStart(6)}  ${status}  ${String(bytes).padStart(6)} B  ${request.target}  (${form})`,
    );
  }
}

/** The share of a core that ten clients take who send a request as fast as it is answered, for a minute. */
async function measureLoad({ url, pid }: ServedSite, request: CostlyRequest): Promise<number> {
  const [startedAtMs, before] = [performance.now(), cpuMsOf(pid)];
  let nonce = 1e6;
  const client = async (index: number) => {
    while (performance.now() - startedAtMs < LOAD_MS) {
      nonce += 1;
      const { status } = await send(url, request, { address: `198.51.${100 + index}.1`, nonce });
      // A client that is refused waits, as it is told to.
      if (status === 429) await new Promise((resolve) => setTimeout(resolve, SECOND_MS));
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, index) => client(index)));
  return (cpuMsOf(pid) - before) / (performance.now() - startedAtMs);
}

/** Each in another network, because networks have limits, too. */
function addressOf(count: number): string {
  const mixed = Math.imul(count, 0x9e3779b1) >>> 0;
  return `${11 + ((mixed >>> 24) % 100)}.${(mixed >>> 16) & 255}.${(mixed >>> 8) & 255}.${mixed & 255}`;
}

async function send(
  url: string,
  request: CostlyRequest,
  { address, nonce }: { address: string; nonce: number },
): Promise<{ status: number; bytes: number }> {
  // Answers from the cache cost nothing, so each request asks for something new.
  const { method, path, headers, body: text } = request.make(nonce);
  const body = text === undefined ? undefined : packBody(request.recipe, text);
  const response = await fetch(url + path, {
    method,
    headers: { ...headers, 'x-forwarded-for': address },
    ...(body !== undefined && { body }),
    redirect: 'manual',
    // The server may close the connection of a body that is too long. When it has ended, its time cannot be read.
  }).catch(() => undefined);
  await response?.arrayBuffer().catch(() => undefined);
  return { status: response?.status ?? 0, bytes: path.length + (body?.length ?? 0) };
}

/** Nanoseconds on a processor, of the thread whose number is that of the process. */
const cpuMsOf = (pid: number) =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;

const productPage = z.object({
  products: z.array(z.object({ slug: z.string() })),
  nextCursor: z.string().nullable(),
});
const tagList = z.object({ tags: z.array(z.object({ slug: z.string() })) });

/** What pages of the site are about. */
async function readNames(url: string): Promise<Names> {
  const read = async (path: string): Promise<unknown> => (await fetch(url + path)).json();
  const slugs: string[] = [];
  const cursors: string[] = [];
  let query = '';
  while (slugs.length < 300) {
    const page = productPage.parse(await read(`/api/products?sort=new&limit=10${query}`));
    slugs.push(...page.products.map(({ slug }) => slug));
    if (page.nextCursor === null) break;
    cursors.push(page.nextCursor);
    query = `&after=${encodeURIComponent(page.nextCursor)}`;
  }
  const { tags } = tagList.parse(await read('/api/tags'));
  return { slugs, cursors, tags: tags.map(({ slug }) => slug) };
}
