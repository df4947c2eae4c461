import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import { build } from 'esbuild';
import { writeBuildStamp } from './build-stamp';
import { renderPage } from '@/host/pages/render-page';
import { compressStaticFiles } from './static-files';
import { readSources } from '@/host/texts/read-sources';
import { writeEnglish } from '@/host/texts/templates';
import { textsPlugin } from '@/host/texts/transform';

/**
 * Builds the pages with Next.js, and the server with esbuild into one folder that plain Node.js can run. The build knows
 * no configuration: a process reads it when it starts.
 */
await rm('dist', { recursive: true, force: true });

// Webpack runs in a process without tsx.
const textsLoader = 'dist/texts-loader.mjs';
await build({
  entryPoints: ['host/texts/loader.ts'],
  outfile: textsLoader,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
});
// Webpack, because Turbopack writes inline scripts, which a strict content security policy blocks.
const pages = spawnSync('node_modules/.bin/next', ['build', '--webpack'], {
  stdio: 'inherit',
  env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' },
});
if (pages.status !== 0) process.exit(pages.status ?? 1);
await rm(textsLoader);
// The build runs in any folder, and names none.
for (const file of ['.next/required-server-files.json', '.next/required-server-files.js']) {
  await writeFile(file, (await readFile(file, 'utf8')).replaceAll(process.cwd(), '/listgrove'));
}

await build({
  entryPoints: [
    'host/listgrove.ts',
    'server/db/pglite-worker.ts',
    'server/workers/text-worker.ts',
    'server/workers/list-worker.ts',
    'server/workers/image-worker.ts',
    'server/workers/card-worker.ts',
  ],
  outdir: 'dist',
  entryNames: '[name]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  sourcemap: true,
  plugins: [textsPlugin('messages')],
  alias: { '@/lib/texts/messages': './lib/texts/built-messages.ts' },
});
// What browsers load outside of the pages.
await build({
  entryPoints: { sw: 'lib/offline/worker.ts', offline: 'lib/offline/notice.ts' },
  outdir: 'dist/browser',
  bundle: true,
  minify: true,
  format: 'iife',
  platform: 'browser',
  target: 'es2020',
  plugins: [textsPlugin('identifiers')],
  alias: { '@/lib/texts/messages': './lib/texts/browser-messages.ts' },
  // A worker has none of them, and code for texts takes a global object without a window for a server.
  define: { window: 'globalThis', 'document.dir': "''", 'process.env': '{}' },
});
// Read beside the code that reads them.
await cp('server/db/migrations', 'dist/migrations', { recursive: true });
await cp('server/workers/fonts.conf', 'dist/fonts.conf');
await cp('server/workers/fonts', 'dist/fonts', { recursive: true });
await cp('server/cli/demo-tools.csv', 'dist/demo-tools.csv');
await writeEnglish(await readSources());
await compressStaticFiles();
await writeBuildStamp(await renderBuilt('/invitation'));

/** The HTML of a page of the build. */
async function renderBuilt(path: string): Promise<string> {
  Object.assign(process.env, { NODE_ENV: 'production' });
  // Loads the build of React that NODE_ENV names.
  const { default: next } = await import('next');
  const app = next({ dev: false, httpServer: createServer() });
  await app.prepare();
  const handle = app.getRequestHandler();
  const page = await renderPage((req, res) => void handle(req, res), path);
  await app.close();
  return page.body.toString();
}
