import type { IMPORT_FORMATS } from '@/lib/contract/import';
import { loadEnv } from '@/server/config/env-file';
import { importList } from './import-list';
import { openTarget } from './open-target';
import { limitHeapGrowth } from './run-program';

export type ImportOptions = {
  format?: (typeof IMPORT_FORMATS)[number];
  map?: string[];
  oldPath?: string;
  report?: string;
  withPrivate?: boolean;
  dryRun?: boolean;
  json?: boolean;
};

/** @returns the exit code. */
export async function runImport(file: string, options: ImportOptions): Promise<number | undefined> {
  limitHeapGrowth();
  const env = loadEnv();
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  return importList(
    {
      file,
      mapped: options.map ?? [],
      oldPath: options.oldPath,
      format: options.format,
      withPrivate: options.withPrivate === true,
      reportFile: options.report,
      isDryRun: options.dryRun === true,
      isJSON: options.json === true,
    },
    { env, open: () => openTarget(env) },
    { print: console.log, complain: console.error, progress: process.stderr, stop: stop.signal },
  );
}
