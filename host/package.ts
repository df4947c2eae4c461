import { spawnSync } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { assemble } from './assemble';

/**
 * Packs the built site as a file that npm installs: all it needs to run is inside, but for the one package that has another
 * build for each platform. Its version, and those of what it needs, are the ones of the project's lock file.
 */
const NATIVE = 'sharp';
const FOLDER = 'package';
/** Documents, without the pictures and without what only describes the code. */
const DOCUMENTS = [
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
  'SECURITY.md',
  'CONTRIBUTING.md',
  'CODE_OF_CONDUCT.md',
  'docs',
];
const isLeftOut = (path: string) =>
  /^docs\/(?:screens|decisions)(?:\/|$)|^docs\/(?:mutants|asvs)\.md$/.test(path);

const manifestSchema = z.object({
  name: z.string(),
  version: z.string(),
  description: z.string(),
  license: z.string(),
  /** Set by the release: npm compares it with where the package was built. */
  repository: z.unknown().optional(),
  engines: z.record(z.string(), z.string()),
  dependencies: z.record(z.string(), z.string()),
});
const lockedSchema = z.looseObject({
  dependencies: z.record(z.string(), z.string()).optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
});
const lockSchema = z.object({ packages: z.record(z.string(), lockedSchema) });

type Lock = z.infer<typeof lockSchema>;

/** The entries of a lock file for a package and everything that it needs on some platform. */
export function closureOf(name: string, { packages }: Lock): Lock['packages'] {
  const found = new Map<string, z.infer<typeof lockedSchema>>();
  const waiting = [`node_modules/${name}`];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const entry = packages[path];
    if (!entry || found.has(path)) continue;
    found.set(path, entry);
    for (const needed of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })) {
      const own = `${path}/node_modules/${needed}`;
      waiting.push(own in packages ? own : `node_modules/${needed}`);
    }
  }
  return Object.fromEntries([...found].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The package.json and the npm-shrinkwrap.json of the package. */
export async function describePackage() {
  const { dependencies, ...own } = manifestSchema.parse(JSON.parse(await readFile('package.json', 'utf8')));
  const lock = lockSchema.parse(JSON.parse(await readFile('package-lock.json', 'utf8')));
  const needed = { [NATIVE]: z.string().parse(dependencies[NATIVE]) };
  const manifest = {
    ...own,
    type: 'module',
    bin: { [own.name]: 'app/dist/listgrove.js' },
    files: ['app', ...DOCUMENTS],
    dependencies: needed,
  };
  const { name, version, license, engines, bin } = manifest;
  const root = { name, version, license, engines, bin, dependencies: needed };
  const shrinkwrap = {
    ...{ name, version, lockfileVersion: 3, requires: true },
    packages: { '': root, ...closureOf(NATIVE, lock) },
  };
  return { manifest, shrinkwrap };
}

/** @returns the exit code of `npm pack`. */
async function packSite(options: readonly string[]): Promise<number> {
  await rm(FOLDER, { recursive: true, force: true });
  const { manifest, shrinkwrap } = await describePackage();
  const installed = Object.keys(shrinkwrap.packages).filter((path) => path !== '');
  await assemble(join(FOLDER, 'app'), installed);
  for (const document of DOCUMENTS) {
    await cp(document, join(FOLDER, document), { recursive: true, filter: (path) => !isLeftOut(path) });
  }
  await mkdir(FOLDER, { recursive: true });
  await writeFile(join(FOLDER, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await writeFile(join(FOLDER, 'npm-shrinkwrap.json'), `${JSON.stringify(shrinkwrap, null, 2)}\n`);
  const { status } = spawnSync('npm', ['pack', `./${FOLDER}`, ...options], { stdio: 'inherit' });
  await rm(FOLDER, { recursive: true });
  return status ?? 1;
}

if (basename(process.argv[1] ?? '') === 'package.ts')
  process.exitCode = await packSite(process.argv.slice(2));
