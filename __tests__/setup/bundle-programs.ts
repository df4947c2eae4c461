import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';

/** The threads and child processes of the server, and the processes that tests start by the dozen. */
const PROGRAMS = [
  'server/db/pglite-worker.ts',
  'server/workers/text-worker.ts',
  'server/workers/list-worker.ts',
  'server/workers/image-worker.ts',
  'server/workers/card-worker.ts',
  'host/listgrove.ts',
  '__tests__/setup/database-process.ts',
];
const REQUIRE =
  "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);";
/** Below the packages that the programs import. */
const CACHE = 'node_modules/.cache';

/** Bundles programs once for a run of the tests: each would take a second to load its TypeScript, and twice as long with its packages apart. */
export async function bundlePrograms(): Promise<{ folder: string; remove: () => Promise<void> }> {
  await mkdir(CACHE, { recursive: true });
  const packageFolder = await mkdtemp(join(process.cwd(), CACHE, 'test-programs-'));
  const folder = join(packageFolder, 'dist');
  await build({
    entryPoints: PROGRAMS,
    outdir: folder,
    entryNames: '[name]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // They find files of their own beside their code.
    external: [
      '@electric-sql/pglite',
      'sharp',
      'pino',
      'next',
      'tsx',
      'esbuild',
      'jsonc-parser',
      'pg-native',
    ],
    // Packages in CommonJS ask for what is built into Node.
    banner: { js: REQUIRE },
  });
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  // Read beside the code that reads them.
  await cp('server/db/migrations', join(folder, 'migrations'), { recursive: true });
  await cp('server/workers/fonts.conf', join(folder, 'fonts.conf'));
  await cp('server/workers/fonts', join(folder, 'fonts'), { recursive: true });
  return { folder, remove: () => rm(packageFolder, { recursive: true, force: true }) };
}
