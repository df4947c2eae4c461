import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { workerFile as sourceFile, type WorkerFile } from '@/server/base/worker-file';

/** A program in the folder TEST_PROGRAMS, which has it bundled like the build. */
function bundledFile(name: string): string | undefined {
  const folder = process.env.TEST_PROGRAMS;
  const path = folder && join(folder, `${name}.js`);
  return path && existsSync(path) ? path : undefined;
}

/** Replaces `server/base/worker-file` in tests: threads and child processes run bundled programs, where there are any. */
export function workerFile(importerURL: string, source: string): WorkerFile {
  const path = bundledFile(basename(source));
  return path === undefined ? sourceFile(importerURL, source) : { path, execArgv: [] };
}

/** The arguments of Node that run a program of the project, bundled if the run of the tests has bundled it. */
export function programArguments(source: string): string[] {
  const path = bundledFile(basename(source, '.ts'));
  return path === undefined ? ['--import', 'tsx', source] : [path];
}
