import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';

const PROGRAMS = [
  'server/db/pglite-worker.ts',
  'server/workers/text-worker.ts',
  'server/workers/image-worker.ts',
];
/** Below the packages that the programs import. */
const CACHE = 'node_modules/.cache';

/** Bundles the programs of threads and child processes as the build does, once for a run of the tests. */
export async function bundleWorkers(): Promise<{ folder: string; remove: () => Promise<void> }> {
  await mkdir(CACHE, { recursive: true });
  const folder = await mkdtemp(join(process.cwd(), CACHE, 'test-workers-'));
  await build({
    entryPoints: PROGRAMS,
    outdir: folder,
    entryNames: '[name]',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
  });
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
