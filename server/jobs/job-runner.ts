import { MINUTE_MS } from '@/lib/contract/plain/durations';
import type { Deps } from '@/server/deps';
import { claimJobRun } from '@/server/queries/operations';

export type Job = {
  name: string;
  everyMs: number;
  /**
   * `each-process`: the work lies in a queue, from which every process takes what no other has taken.
   * `one-process`: one run in each span, whichever process is first.
   */
  doneBy: 'each-process' | 'one-process';
  /** Ends early, at a good place, when the signal says so. */
  run: (deps: Deps, signal: AbortSignal) => Promise<void>;
};

/** How often a process asks whether a job that one does for all is due. */
const askEveryMsMax = MINUTE_MS;

/** Runs the jobs beside the requests, each one at a time; a failure is logged, and the next turn comes all the same. */
export function startJobs(deps: Deps, jobs: readonly Job[]): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = jobs.map((job) => repeat(deps, job, signal));
  return {
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

async function repeat(deps: Deps, job: Job, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      if (await isDue(deps, job)) await job.run(deps, signal);
    } catch (error) {
      deps.logger.error({ err: error, job: job.name }, 'A job failed; it is tried again at its next turn.');
    }
    await deps.jobWaker.wait(job.name, Math.min(job.everyMs, askEveryMsMax), signal);
  }
}

async function isDue({ db, now }: Deps, { name, everyMs, doneBy }: Job): Promise<boolean> {
  if (doneBy === 'each-process') return true;
  return claimJobRun(db, name, { now: now(), nextRunAt: new Date(now().getTime() + everyMs) });
}
