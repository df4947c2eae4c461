import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import * as z from 'zod/mini';
import { currentCatalog } from '@/lib/texts/language';
import { siteWords } from '@/lib/texts/texts';
import { DeadlineError } from '@/server/base/errors';
import type { WorkerFile } from '@/server/base/worker-file';

/** What a thread and a child process have in common. */
type Port = {
  send: (request: object) => void;
  onMessage: (listener: (message: unknown) => void) => void;
  /** Called once, with the reason. */
  onEnd: (listener: (reason: Error) => void) => void;
  end: () => void;
  /** Whether the port keeps this process from exiting. */
  hold: (isHeld: boolean) => void;
};

/** The worker ended during a task, for example because it used more memory than allowed. */
export class WorkerEndedError extends Error {
  override readonly name = 'WorkerEndedError';
}

/** A thread that shares nothing with this process: no environment variables, and a heap with a limit. */
export function openThread({ path, execArgv }: WorkerFile, heapMbMax: number): Port {
  const thread = new Worker(path, {
    execArgv,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: heapMbMax, maxYoungGenerationSizeMb: heapMbMax / 4 },
  });
  let failure: Error | undefined;
  thread.on('error', (error) => {
    failure = new WorkerEndedError('A thread failed.', { cause: error });
  });
  return {
    send: (request) => thread.postMessage(request),
    onMessage: (listener) => thread.on('message', listener),
    onEnd: (listener) =>
      thread.once('exit', (code) =>
        listener(failure ?? new WorkerEndedError(`A thread ended with code ${code}.`)),
      ),
    end: () => void thread.terminate(),
    hold: (isHeld) => (isHeld ? thread.ref() : thread.unref()),
  };
}

/** Makes the C library return memory at once. Without it, a process keeps 100 MB after its first large image. */
const processEnv = {
  NODE_ENV: 'production',
  UV_THREADPOOL_SIZE: '1',
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '65536',
  MALLOC_TRIM_THRESHOLD_: '65536',
} as const;

/** A child process without the environment variables of this one, for native code that only a signal can end. */
export function openProcess(
  { path, execArgv }: WorkerFile,
  heapMbMax: number,
  variables: Readonly<Record<string, string>> = {},
): Port {
  const child: ChildProcess = fork(path, [], {
    execArgv: [...execArgv, `--max-old-space-size=${heapMbMax}`],
    env: { ...processEnv, ...variables },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  return {
    // A failed write is followed by the end of the process, which is reported.
    send: (request) => void child.send(request, () => {}),
    onMessage: (listener) => child.on('message', listener),
    onEnd: (listener) => {
      let hasEnded = false;
      const report = (reason: string) => {
        if (!hasEnded) listener(new WorkerEndedError(`A child process ${reason}.`));
        hasEnded = true;
      };
      child.once('exit', (code, signal) => report(`ended with ${signal ?? `code ${String(code)}`}`));
      child.once('error', (error) => report(`did not start: ${error.message}`));
    },
    end: () => void child.kill('SIGKILL'),
    hold: (isHeld) => {
      if (isHeld) child.ref();
      else child.unref();
      if (isHeld) child.channel?.ref();
      else child.channel?.unref();
    },
  };
}

const readyMessage = z.object({ cpuFile: z.nullable(z.string()) });

/** How much longer than its CPU time a task may take, because of other work on the machine. */
const waitFactorMax = 10;

/** A thread or child process that does one task at a time. */
export class RunningWorker {
  #waiter: { resolve: (message: unknown) => void; reject: (reason: Error) => void } | undefined;
  #endReason: Error | undefined;
  #cpuFile: string | null = null;
  readonly ended: Promise<void>;

  constructor(private readonly port: Port) {
    port.onMessage((message) => this.#waiter?.resolve(message));
    this.ended = new Promise((resolve) => {
      port.onEnd((reason) => {
        this.#endReason ??= reason;
        this.#waiter?.reject(this.#endReason);
        resolve();
      });
    });
  }

  /** A worker that has ended takes no further task. */
  get hasEnded(): boolean {
    return this.#endReason !== undefined;
  }

  /** Resolves once the worker accepts tasks. */
  async start(msMax: number): Promise<void> {
    this.#cpuFile = readyMessage.parse(await this.#untilMessage(msMax)).cpuFile;
    const catalog = currentCatalog();
    if (catalog) this.port.send({ catalog, siteWords: siteWords() });
  }

  /**
   * Runs one task. On Linux, `msMax` is CPU time, so that a busy machine does not end tasks that are small.
   *
   * @throws DeadlineError, WorkerEndedError
   */
  async run(request: object, msMax: number): Promise<unknown> {
    const answer = this.#untilMessage(msMax);
    this.port.send(request);
    return answer;
  }

  end(reason: Error): void {
    this.#endReason ??= reason;
    // So that this process does not exit before it has seen the end.
    this.port.hold(true);
    this.port.end();
  }

  async #untilMessage(msMax: number): Promise<unknown> {
    this.port.hold(true);
    const cpuMsBefore = this.#readCpuMs();
    const endsAtMs = performance.now() + waitFactorMax * msMax;
    const check = () => {
      const cpuMsLeft = msMax - (this.#readCpuMs() - cpuMsBefore);
      if (cpuMsLeft > 0 && performance.now() < endsAtMs) timer = setTimeout(check, cpuMsLeft);
      else this.end(new DeadlineError(`No answer within ${msMax} ms.`));
    };
    let timer = setTimeout(check, msMax);
    try {
      return await new Promise((resolve, reject) => {
        if (this.#endReason) reject(this.#endReason);
        else this.#waiter = { resolve, reject };
      });
    } finally {
      clearTimeout(timer);
      this.#waiter = undefined;
      if (!this.hasEnded) this.port.hold(false);
    }
  }

  /** The CPU time of the worker so far. Where the system does not tell, the time of the clock. */
  #readCpuMs(): number {
    try {
      if (this.#cpuFile !== null) return parseCpuMs(readFileSync(this.#cpuFile, 'utf8'));
    } catch {
      // The worker has just ended.
    }
    return performance.now();
  }
}

/** Linux counts in hundredths of a second, whatever the kernel uses inside. */
const cpuTickMs = 10;

/** @see proc_pid_stat(5): fields 14 and 15, counted from the end of the name, which may contain spaces. */
function parseCpuMs(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * cpuTickMs;
}
