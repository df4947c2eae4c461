import { setMaxListeners } from 'node:events';
import { MINUTE_MS, SECOND_MS } from '@/lib/contract/plain/durations';
import type { Deps } from '@/server/deps';
import { runAsJob } from '@/server/base/log';
import { runTasks, type TaskKind } from '@/server/commands/tasks';
import { leaseJobRun, updateJobRun } from '@/server/queries/operations';

export type Job = {
  name: string;
  everyMs: number;
  /**
   * `each-process`: all processes take work from one queue.
   * `one-process`: one run per interval, in the process that is first.
   */
  doneBy: 'each-process' | 'one-process';
  /** Stops at the next safe point when the signal is aborted. */
  run: (deps: Deps, signal: AbortSignal) => Promise<void>;
};

/** Deletes what no longer has to be kept of one kind. */
type PurgeStep = (deps: Deps, daysAgo: (days: number) => Date, signal: AbortSignal) => Promise<unknown>;

/** The longest duration of a run that begins each minute. It ends before the next run starts, possibly in another process. */
export const MINUTE_RUN_MS = 45 * SECOND_MS;

/** What is done in the background for one subject. */
export type SubjectJobs = {
  jobs: readonly Job[];
  /** Steps of the hourly job `purge-expired`. */
  purge: readonly PurgeStep[];
};

/** Runs the tasks of a kind. An act in this process wakes the job. */
export const taskJob = <Payload>(kind: TaskKind<Payload>): Job => ({
  name: kind.job,
  everyMs: 5 * SECOND_MS,
  doneBy: 'each-process',
  run: (deps, signal) => runTasks(kind, deps, signal),
});

/** How often a process checks whether a `one-process` job is due. */
const checkEveryMsMax = MINUTE_MS;

/** Runs the jobs in the background, each one sequentially. A failed run is logged and retried at its next interval. */
export function startJobs(deps: Deps, jobs: readonly Job[]): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  // Every job waits for the signal, and so may each run. Node takes more than ten waits for a leak.
  setMaxListeners(2 * jobs.length, signal);
  for (const { name, everyMs } of jobs) deps.metrics.noteJob(name, everyMs);
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
    await runAsJob(job.name, () => runIfDue(deps, job, signal));
    await deps.jobWaker.wait(job.name, Math.min(job.everyMs, checkEveryMsMax), signal);
  }
}

async function runIfDue(deps: Deps, job: Job, signal: AbortSignal): Promise<void> {
  const startedAtMs = performance.now();
  async function note(outcome: 'succeeded' | 'failed'): Promise<void> {
    deps.metrics.noteJobRun(job.name, { outcome, durationMs: performance.now() - startedAtMs });
    if (job.doneBy === 'each-process') return;
    await updateJobRun(deps.db, job.name, { endedAt: deps.now(), hasFailed: outcome === 'failed' });
  }
  try {
    if (job.doneBy === 'one-process' && !(await leaseJobRun(deps.db, job, deps.now()))) return;
    await job.run(deps, signal);
    await note('succeeded');
  } catch (error) {
    await note('failed').catch(() => undefined);
    deps.logger.error({ err: error }, 'A job failed. It runs again at its next interval.');
  }
}
