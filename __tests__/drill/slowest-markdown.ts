import fc from 'fast-check';
import { RunningWorker, openThread } from '@/server/workers/running-worker';
import { WorkerPool } from '@/server/workers/worker-pool';
import { DeadlineError } from '@/server/base/errors';
import { workerFile } from '@/server/base/worker-file';
import { type HostileText, hostileText, writeText } from './hostile-markdown';

type Measured = { text: HostileText; ms: number };

const keptMax = 30;
/** Longer than the limit of the site, so that the search can still tell which of two slow texts is slower. */
const renderMsMax = 1_000;
const heapMbMax = 512;
const program = workerFile(
  new URL('../../server/workers/text-worker.ts', import.meta.url).href,
  'text-worker',
);

/**
 * Searches for the texts that take longest to render: samples of fast-check, and changes of the slowest texts so far.
 *
 * @returns the slowest first.
 */
export async function findSlowestMarkdown(searchMs: number, seed: number): Promise<Measured[]> {
  const pool = new WorkerPool({
    open: () => new RunningWorker(openThread(program, heapMbMax)),
    workersMax: 1,
    queueMax: 1,
    idleMsMax: 60_000,
  });
  const measure = async (text: HostileText): Promise<Measured> => {
    const startedAtMs = performance.now();
    try {
      await pool.run({ kind: 'markdown', markdown: writeText(text) }, { msMax: renderMsMax });
    } catch (error) {
      if (!(error instanceof DeadlineError)) throw error;
    }
    return { text, ms: performance.now() - startedAtMs };
  };
  // The first task also starts the thread.
  await measure([{ unit: 'a', times: 1 }]);

  let slowest: Measured[] = [];
  let tried = 0;
  const sample = () => fc.sample(hostileText, { seed: seed + tried, numRuns: 1 })[0] ?? [];
  const endAtMs = performance.now() + searchMs;
  while (performance.now() < endAtMs) {
    tried += 1;
    const parent = tried % 3 === 0 ? undefined : slowest[tried % Math.max(1, slowest.length)];
    const text = parent ? change(parent.text, sample(), tried) : sample();
    slowest = [...slowest, await measure(text)].sort((one, other) => other.ms - one.ms).slice(0, keptMax);
    if (tried % 2_000 === 0) console.log(`  ${tried} texts tried, slowest ${slowest[0]?.ms.toFixed(0)} ms`);
  }
  console.log(`  ${tried} texts tried`);
  // Measured again, because the first time can be due to other work on the machine.
  const again: Measured[] = [];
  for (const { text, ms } of slowest) again.push({ text, ms: Math.min(ms, (await measure(text)).ms) });
  await pool.close();
  return again.sort((one, other) => other.ms - one.ms);
}

/** Replaces, adds or resizes one run of a text. */
function change(text: HostileText, other: HostileText, choice: number): HostileText {
  const at = choice % text.length;
  const [added] = other;
  const old = text[at];
  if (!added || !old) return text;
  if (choice % 4 === 0) return text.with(at, added);
  if (choice % 4 === 1) return text.toSpliced(at, 0, added);
  if (choice % 4 === 2) return text.with(at, { ...old, times: added.times });
  return text.length > 1 ? text.toSpliced(at, 1) : text.with(at, { ...old, unit: old.unit + added.unit });
}
