import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { workerFile as sourceFile, type WorkerFile } from '../../server/worker-file';

/**
 * The programs of threads and child processes, for the tests: from the folder TEST_WORKERS, which has them bundled like
 * the build, because a thread that loads TypeScript takes a second of CPU more. Others, and all without the variable,
 * from their sources.
 */
export function workerFile(importerURL: string, name: string): WorkerFile {
  const folder = process.env.TEST_WORKERS;
  const path = folder && join(folder, `${name}.mjs`);
  return path && existsSync(path) ? { path, execArgv: [] } : sourceFile(importerURL, name);
}
