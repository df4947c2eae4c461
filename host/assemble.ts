import { execFileSync } from 'node:child_process';
import { cp, mkdir, readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { nodeFileTrace } from '@vercel/nft';
import { z } from 'zod';

/** Parts of packages that only a build, development or another kind of site loads, though their names are in the code. */
const UNUSED = [
  '**/*.map',
  '**/*.d.ts',
  '**/*.dev.js',
  'node_modules/{@next/swc-*,caniuse-lite,typescript}/**',
  'node_modules/next/dist/docs/**',
  'node_modules/next/dist/compiled/{@next/font,babel,babel-packages,next-devtools}/**',
  'node_modules/next/dist/compiled/next-server/{app-,dev-,use-}*',
  'node_modules/next/dist/server/capsize-font-metrics.json',
];
/** Read by names that are put together when the code runs. */
export const READ_BY_NAME = [
  'simple-icons/package.json',
  'simple-icons/data',
  'simple-icons/icons',
  'stopwords-iso/package.json',
  'stopwords-iso/stopwords-iso.json',
  'spdx-license-ids',
  // Next.js looks for them before it reads its configuration.
  'next/dist/compiled/webpack',
  'next/dist/compiled/@babel/runtime',
];

const packed = z.array(z.object({ files: z.array(z.object({ path: z.string() })) }));
const PACKAGE = /^node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+/;
const NOTICE = /^(?:licen[cs]e|notice|copying)/i;

/**
 * Copies into an empty folder what the site needs to run, and nothing else: the build, the files of other packages that it
 * loads, and their licenses. Node.js runs the folder anywhere: `node <folder>/dist/listgrove.js`.
 *
 * @param without packages that are elsewhere, as `node_modules/sharp`.
 */
export async function assemble(folder: string, without: readonly string[] = []): Promise<void> {
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty.`);

  const listed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts', '--silent'], {
    encoding: 'utf8',
  });
  const files = packed.parse(JSON.parse(listed)).flatMap(({ files }) => files.map(({ path }) => path));
  const programs = files.filter((file) => /^(?:dist\/[^/]+|\.next\/server\/.+)\.js$/.test(file));
  // Node.js loads other files of some packages from version 20.19 on.
  const traces = [['node'], ['node', 'module-sync']].map((conditions) =>
    nodeFileTrace(programs, { ignore: UNUSED, conditions }),
  );
  const traced = new Set((await Promise.all(traces)).flatMap(({ fileList }) => [...fileList]));
  const isElsewhere = (file: string) => without.some((path) => file.startsWith(`${path}/`));
  const loaded = [...traced].filter((file) => file.startsWith('node_modules/') && !isElsewhere(file));
  const notices = await findNotices(loaded);
  for (const file of [
    ...files,
    ...loaded,
    ...notices,
    ...READ_BY_NAME.map((name) => `node_modules/${name}`),
  ]) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await cp(file, join(folder, file), { recursive: true });
  }
  console.error(`${folder} has ${files.length} files of the package and ${loaded.length} of others.`);
}

/** The licenses of the packages that have these files, which go wherever the files go. */
async function findNotices(files: readonly string[]): Promise<string[]> {
  const folders = new Set(files.map((file) => PACKAGE.exec(file)?.[0] ?? ''));
  const found = [...folders].map(async (path) => {
    const names = (await readdir(path, { withFileTypes: true })).filter((entry) => entry.isFile());
    return names.filter(({ name }) => NOTICE.test(name)).map(({ name }) => `${path}/${name}`);
  });
  return (await Promise.all(found)).flat();
}

if (basename(process.argv[1] ?? '') === 'assemble.ts') {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new Error('Name an empty folder.');
  await assemble(folder);
}
