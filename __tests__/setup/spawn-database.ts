import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { programArguments } from './program-file';
import { until } from './until';

const program = '__tests__/setup/database-process.ts';

export type DatabaseProcess = {
  pid: number;
  /** Resolves to true when the database accepts queries, to false when the process ended before. */
  ready: Promise<boolean>;
  /** The slugs of the rows whose insert has succeeded so far. */
  acknowledged: readonly string[];
  /** Sends the signal and waits until the process has ended. */
  end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<void>;
  ended: Promise<{ code: number | null; errorOutput: string }>;
};

/** Opens the embedded database of a folder in another process, which adds tags until it ends if `write` is set. */
export function spawnDatabase(dataDir: string, { write = false } = {}): DatabaseProcess {
  const child = spawn(
    process.execPath,
    [...programArguments(program), dataDir, ...(write ? ['--write'] : [])],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const acknowledged: string[] = [];
  let errorOutput = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errorOutput += chunk.toString();
  });

  const lines = createInterface({ input: child.stdout });
  const ready = new Promise<boolean>((resolve) => {
    lines.on('line', (line) => {
      if (line === 'ready') resolve(true);
      else acknowledged.push(line);
    });
    lines.once('close', () => resolve(false));
  });
  // A failing test must not leave the process running.
  const killWithTests = () => child.kill('SIGKILL');
  process.once('exit', killWithTests);
  const ended = once(child, 'close').then(() => {
    process.off('exit', killWithTests);
    return { code: child.exitCode, errorOutput };
  });
  return {
    pid: child.pid ?? 0,
    ready,
    acknowledged,
    end: async (signal) => {
      child.kill(signal);
      await ended;
    },
    ended,
  };
}

/**
 * Starts a process on an empty folder and kills it as soon as the folder has this many entries. A complete database
 * has about 990.
 */
export async function killFirstStart(dataDir: string, entriesMin: number): Promise<void> {
  const child = spawnDatabase(dataDir);
  let hasStarted = false;
  void child.ready.then(() => (hasStarted = true));
  await until(() => hasStarted || countEntries(dataDir) >= entriesMin, { withinMs: 60_000, everyMs: 2 });
  await child.end('SIGKILL');
}

function countEntries(folder: string): number {
  try {
    return readdirSync(folder, { recursive: true }).length;
  } catch {
    // A file was renamed or removed since.
    return 0;
  }
}
