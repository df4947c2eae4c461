import { spawn } from 'node:child_process';
import { OwnerError } from '@/server/base/errors';
import { workerFile } from '@/server/base/worker-file';

const program = workerFile(import.meta.url, '../../host/listgrove');
const MESSAGE_LENGTH_MAX = 1_000;

/**
 * Runs the command `backup` or `restore` in a child process, because compressing on this thread would delay visitors.
 *
 * @returns whether it has ended by itself, not by the signal.
 * @throws OwnerError with what the command says when it fails.
 */
export function runBackupProgram(args: readonly string[], signal?: AbortSignal): Promise<boolean> {
  const child = spawn(process.execPath, [...program.execArgv, program.path, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(signal && { signal }),
  });
  let message = '';
  child.stderr.on('data', (part: Buffer) => {
    if (message.length < MESSAGE_LENGTH_MAX) message += part.toString();
  });
  return new Promise((resolve, reject) => {
    child.once('error', (error) => (signal?.aborted ? resolve(false) : reject(error)));
    child.once('exit', (code) => {
      if (signal?.aborted) resolve(false);
      else if (code === 0) resolve(true);
      else reject(new OwnerError(message.trim().slice(0, MESSAGE_LENGTH_MAX)));
    });
  });
}
