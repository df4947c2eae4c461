import { ApiError, DeadlineError } from '@/server/base/errors';
import type { RunningWorker } from './running-worker';
import { text } from '@/lib/texts/texts';

type PoolOptions = {
  open: () => RunningWorker;
  workersMax: number;
  /** Tasks that may wait. Further ones are refused. */
  queueMax: number;
  /** A worker that has had no task for this long ends, which frees its memory. */
  idleMsMax: number;
};

export type TaskOptions = {
  /** The time limit from the moment a worker begins with the task, as in `RunningWorker.run`. */
  msMax: number;
  /** The user who caused the task, so that one user cannot occupy all workers. Absent for tasks of the site itself. */
  ownerId?: string;
};

type Task = TaskOptions & {
  request: object;
  resolve: (answer: unknown) => void;
  reject: (reason: unknown) => void;
};

/** A start takes 0.1 s, and many times that on a busy machine. */
const startMsMax = 30_000;
const retryAfterSeconds = 1;
/** Tasks of one user that may wait or run. A form sends a text while the answer to the text before is on its way. */
const tasksPerOwnerMax = 2;
/** After a task that exceeded its time limit, further tasks of the same owner run after those of other owners for this long. */
const slowOwnerMs = 60_000;

/**
 * Runs tasks in workers, one task per worker at a time. A task that exceeds its time limit ends its worker, so that it
 * stops using the CPU; the next task gets a new worker.
 */
export class WorkerPool {
  readonly #idle: { worker: RunningWorker; leave: NodeJS.Timeout }[] = [];
  readonly #workers = new Set<RunningWorker>();
  readonly #queue: Task[] = [];
  readonly #owners = new Map<string, number>();
  /** Until when the tasks of an owner run last. */
  readonly #slowOwners = new Map<string, number>();
  #isClosed = false;

  constructor(private readonly options: PoolOptions) {}

  /**
   * Runs one task.
   *
   * @throws DeadlineError after `msMax`; WorkerEndedError when the worker ended; ApiError `unavailable` when too many
   *   tasks are waiting, `rate_limited` when too many of them are the owner's.
   */
  async run(request: object, { msMax, ownerId }: TaskOptions): Promise<unknown> {
    if (this.#isClosed || this.#queue.length >= this.options.queueMax) throw tooBusy();
    const release = ownerId === undefined ? undefined : this.#countOwner(ownerId);
    try {
      return await new Promise((resolve, reject) => {
        this.#queue.push({ request, msMax, ownerId, resolve, reject });
        this.#assign();
      });
    } finally {
      release?.();
    }
  }

  /** @returns what to call once the task has ended. */
  #countOwner(ownerId: string): () => void {
    const count = (added: number) => {
      const total = (this.#owners.get(ownerId) ?? 0) + added;
      if (total > 0) this.#owners.set(ownerId, total);
      else this.#owners.delete(ownerId);
      return total;
    };
    if (count(1) > tasksPerOwnerMax) {
      count(-1);
      throw new ApiError(
        'rate_limited',
        text('request.stillRunning', 'Your last request is still running. Please try again in a moment.'),
        {
          retryAfterSeconds,
        },
      );
    }
    return () => count(-1);
  }

  /** Finishes no task: call after the last request. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const reason = new ApiError(
      'unavailable',
      text('site.restarting', 'The site is restarting. Please try again.'),
      {
        retryAfterSeconds,
      },
    );
    for (const task of this.#queue.splice(0)) task.reject(reason);
    const workers = [...this.#workers];
    for (const worker of workers) worker.end(reason);
    await Promise.all(workers.map((worker) => worker.ended));
  }

  #assign(): void {
    while (this.#queue.length > 0) {
      const idle = this.#idle.pop();
      if (!idle && this.#workers.size >= this.options.workersMax) return;
      const task = this.#takeTask();
      if (!task) return;
      clearTimeout(idle?.leave);
      void this.#serve(task, idle?.worker);
    }
  }

  /** The oldest task, except that those of slow owners come last. */
  #takeTask(): Task | undefined {
    for (const [ownerId, untilMs] of this.#slowOwners) {
      if (untilMs < performance.now()) this.#slowOwners.delete(ownerId);
    }
    const at = this.#queue.findIndex(
      ({ ownerId }) => ownerId === undefined || !this.#slowOwners.has(ownerId),
    );
    return this.#queue.splice(Math.max(at, 0), 1)[0];
  }

  async #serve(
    { request, msMax, ownerId, resolve, reject }: Task,
    idle: RunningWorker | undefined,
  ): Promise<void> {
    const worker = idle ?? this.#open();
    try {
      if (!idle) await startInTime(worker);
      resolve(await worker.run(request, msMax));
    } catch (error) {
      if (ownerId !== undefined && error instanceof DeadlineError) {
        this.#slowOwners.set(ownerId, performance.now() + slowOwnerMs);
      }
      reject(error);
    }
    if (!worker.hasEnded) this.#rest(worker);
    this.#assign();
  }

  #open(): RunningWorker {
    const worker = this.options.open();
    this.#workers.add(worker);
    void worker.ended.then(() => {
      this.#workers.delete(worker);
      this.#forget(worker);
      this.#assign();
    });
    return worker;
  }

  #rest(worker: RunningWorker): void {
    const { idleMsMax } = this.options;
    const leave = setTimeout(() => {
      this.#forget(worker);
      worker.end(new Error('The worker had no task.'));
    }, idleMsMax).unref();
    this.#idle.push({ worker, leave });
  }

  #forget(worker: RunningWorker): void {
    const at = this.#idle.findIndex((each) => each.worker === worker);
    if (at !== -1) clearTimeout(this.#idle.splice(at, 1)[0]?.leave);
  }
}

async function startInTime(worker: RunningWorker): Promise<void> {
  try {
    await worker.start(startMsMax);
  } catch (error) {
    throw error instanceof DeadlineError ? tooBusy() : error;
  }
}

const tooBusy = () =>
  new ApiError('unavailable', text('site.isBusy', 'The site is very busy. Please try again in a moment.'), {
    retryAfterSeconds,
  });
