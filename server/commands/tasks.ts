import { setTimeout as sleep } from 'node:timers/promises';
import type * as z from 'zod/mini';
import { SECOND_MS } from '@/lib/contract/plain/durations';
import { type StoredText, sayInEnglish, sayStored } from '@/server/base/stored-text';
import type { Deps } from '@/server/deps';
import {
  deleteTask,
  endInterruptedTasks,
  endTask,
  type LeasedTask,
  leaseTask,
  postponeTask,
  releaseTask,
  restGroup,
  wakeGroup,
} from '@/server/queries/tasks';
import { type Text, text } from '@/lib/texts/texts';

/** An attempt of a task that has failed. The message is kept with the task, and contains nothing personal. */
export class TaskFailure extends Error {
  override readonly name: string = 'TaskFailure';
  /** Whether another attempt would fail as well. */
  readonly isFinal: boolean;
  /** Whether the next attempt needs no pause. It follows the tasks that are due. */
  readonly isPauseless: boolean;
  /** What the log has besides the message. */
  readonly details: object;

  constructor(
    readonly text: StoredText,
    { isFinal = false, isPauseless = false, details = {}, cause }: FailureOptions = {},
  ) {
    super(sayStored(text), { cause });
    this.isFinal = isFinal;
    this.isPauseless = isPauseless;
    this.details = details;
  }
}
type FailureOptions = { isFinal?: boolean; isPauseless?: boolean; details?: object; cause?: unknown };

/** A task may or may not have had its effect, which it must not have twice. The group of the task rests. */
export class TaskUncertain extends TaskFailure {
  override readonly name = 'TaskUncertain';
}

/** A fault of what the site itself depends on, for example of its mail server. */
export class SiteFault extends TaskFailure {
  override readonly name = 'SiteFault';
}

export type Task<Payload> = Omit<LeasedTask, 'payload'> & { payload: Payload };

type QueueDeps = Pick<Deps, 'db' | 'logger' | 'now'>;

/** What the tasks of a kind do, and the rules that they follow. */
export type TaskKind<Payload, Needed extends QueueDeps = Deps> = {
  name: LeasedTask['kind'];
  /** The job that runs the tasks. An act of this process wakes the job. */
  job: string;
  payload: z.ZodMiniType<Payload>;
  /** Tasks that a process runs at the same time. */
  atOnce: number;
  /** Longer than one attempt takes, so that no other process begins the same task during the attempt. */
  leaseMs: number;
  attemptsMax: number;
  /** A task that has waited for longer is given up at its next failure, also one of the site. */
  waitsMsMax: number;
  /** A task whose process has died runs again, unless it must not have its effect twice. */
  isRepeatable: boolean;
  /** A task that so often ended with its process, without a sign of progress, is what ends the processes. */
  interruptions?: { max: number; failure: Text };
  /** Whether one failure tells that the other tasks of the group would fail as well. */
  restsGroup: boolean;
  /** Whether admins see what was done. */
  isKept: boolean;
  /** The groups that wait for something else. */
  listPaused?: (deps: Needed) => Promise<readonly string[]>;
  /** What a process does before it leases tasks. */
  prepare?: (deps: Needed, signal: AbortSignal) => Promise<void>;
  /** Called once for a run of the job. What it returns runs one task. */
  begin: (deps: Needed, signal: AbortSignal) => RunTask<Payload>;
  /** What follows when a task is given up. */
  giveUp?: (deps: Needed, task: LeasedTask, failure: StoredText) => Promise<void>;
  /** How long a process waits after each of the tasks that it runs at the same time. */
  pauseMs?: (deps: Needed) => number;
};

type TaskResult = 'done' | 'skipped' | 'released';
/** @returns `released` when another process should go on with the task. @throws TaskFailure */
type RunTask<Payload> = (task: Task<Payload>) => Promise<TaskResult>;

const PAUSE_MS_MIN = 30 * SECOND_MS;
/** From this many failures on, the pause of a group stays at one to three hours. */
const GROWING_PAUSES = 9;

/** The limit of a kind that names no other one. */
const INTERRUPTIONS = {
  max: 11,
  failure: text('task.interrupted', 'The site was stopped each time.'),
};

/** Doubles with each attempt. Random, so that what failed together does not come back together. */
export function nextAttemptAt(attempt: number, now: Date): Date {
  return new Date(now.getTime() + PAUSE_MS_MIN * 2 ** (attempt - 1) * (0.5 + Math.random()));
}

/** Runs the tasks of a kind that are due, some at the same time. */
export async function runTasks<Payload, Needed extends QueueDeps>(
  kind: TaskKind<Payload, Needed>,
  deps: Needed,
  signal: AbortSignal,
): Promise<void> {
  const { db, now, logger } = deps;
  if (!kind.isRepeatable) {
    const count = await endInterruptedTasks(db, kind.name, now());
    if (count > 0) logger.warn({ kind: kind.name, count }, 'Tasks may or may not have been done.');
  }
  await kind.prepare?.(deps, signal);
  const run = kind.begin(deps, signal);
  const runOnes = async () => {
    while (!signal.aborted && (await runNextTask(kind, deps, run)))
      if (kind.pauseMs) await sleep(kind.pauseMs(deps), undefined, { signal }).catch(() => undefined);
  };
  await Promise.all(Array.from({ length: kind.atOnce }, runOnes));
}

/**
 * Runs the task that has been due for longest. After a failure, the task or its group rests, longer after each; a task is
 * given up after its last attempt. A fault of the site is no attempt: the group rests, and the task goes on when the
 * site is well again. When the process dies, the task runs again after its lease, and counts the interruption.
 *
 * @returns false when no task is due.
 */
export async function runNextTask<Payload, Needed extends QueueDeps>(
  kind: TaskKind<Payload, Needed>,
  deps: Needed,
  run: RunTask<Payload>,
): Promise<boolean> {
  const { db, logger, now } = deps;
  const leased = await leaseTask(db, kind.name, {
    isRepeatable: kind.isRepeatable,
    pausedGroups: (await kind.listPaused?.(deps)) ?? [],
    now: now(),
    leasedUntil: new Date(now().getTime() + kind.leaseMs),
  });
  if (!leased) return false;
  if (leased.wasInterrupted) {
    const about = { kind: kind.name, task: leased.id, interrupted: leased.interruptedCount };
    logger.warn(about, 'A task is run again, because its process died while it ran.');
  }
  let result: TaskResult;
  try {
    const { success, data: payload } = kind.payload.safeParse(leased.payload);
    if (!success)
      throw new TaskFailure(text('task.unreadable', 'This version cannot read the task.'), {
        isFinal: true,
      });
    const { max, failure } = kind.interruptions ?? INTERRUPTIONS;
    if (leased.interruptedCount >= max) throw new TaskFailure(failure, { isFinal: true });
    result = await run({ ...leased, payload });
  } catch (error) {
    await handleFailure(kind, deps, { task: leased, error });
    return true;
  }
  // An error from here on is none of the task, which has had its effect: it counts as interrupted once its lease ends.
  if (result === 'released') {
    await releaseTask(db, leased, now());
    return false;
  }
  await (kind.isKept ? endTask(db, leased, { state: result, endedAt: now() }) : deleteTask(db, leased));
  if (leased.groupFailureCount > 0) await wakeGroup(db, leased.kind, leased.groupName);
  return true;
}

async function handleFailure<Payload, Needed extends QueueDeps>(
  kind: TaskKind<Payload, Needed>,
  deps: Needed,
  { task, error }: { task: LeasedTask; error: unknown },
): Promise<void> {
  const { db, logger } = deps;
  const now = deps.now();
  const attempt = task.attemptCount + 1;
  const isFault = !(error instanceof TaskFailure) || error instanceof SiteFault;
  const isUncertain = error instanceof TaskUncertain;
  const failure =
    error instanceof TaskFailure ? error.text : text('task.failed', 'The site could not run the task.');
  const details = error instanceof TaskFailure ? error.details : { err: error };
  const about = { kind: task.kind, task: task.id, attempt, ...details, reason: sayInEnglish(failure) };
  const restsUntil = nextAttemptAt(Math.min(task.groupFailureCount + 1, GROWING_PAUSES), now);
  if (isFault || isUncertain || kind.restsGroup) await restGroup(db, task, restsUntil);
  if (isUncertain) {
    await endTask(db, task, { state: 'uncertain', endedAt: now, failure });
    logger.warn(about, 'A task may or may not have been done.');
    return;
  }
  const isOld = now.getTime() - (task.retriedAt ?? task.createdAt).getTime() > kind.waitsMsMax;
  if (isOld || (!isFault && (error.isFinal || attempt >= kind.attemptsMax))) {
    await kind.giveUp?.(deps, task, failure);
    // Nothing happens to a task that `giveUp` has deleted.
    await endTask(db, task, { state: 'failed', endedAt: now, failure });
    logger.error(about, 'A task was given up.');
    return;
  }
  const failures = isFault ? Math.min(task.faultCount + 1, GROWING_PAUSES) : attempt;
  const ownDueAt = error instanceof TaskFailure && error.isPauseless ? now : nextAttemptAt(failures, now);
  await postponeTask(db, task, { dueAt: kind.restsGroup ? restsUntil : ownDueAt, failure, isFault });
  logger[isFault ? 'error' : 'warn'](about, 'A task has failed. It is tried again later.');
}
