import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { ConfigError } from '@/server/errors';

const stampFile = 'dist/build-stamp.json';
const sources = [
  'pages',
  'components',
  'hooks',
  'lib',
  'public',
  'styles',
  'server',
  'host',
  'package-lock.json',
  'next.config.js',
  'tailwind.config.js',
  'tsconfig.json',
];

const stampSchema = z.object({
  sources: z.string(),
  publicEnv: z.record(z.string(), z.string()),
  /** Sources of the inline scripts for the content security policy. */
  scriptHashes: z.array(z.string()),
});
type Stamp = z.infer<typeof stampSchema>;

/** Variables that browsers receive at run time. They do not change the pages. */
const runTimeNames = /^NEXT_PUBLIC_FIREBASE_/;

/** The variables that a build inlines into the pages. */
function publicEnv(): Record<string, string> {
  const entries = Object.entries(process.env).flatMap(([name, value]) =>
    name.startsWith('NEXT_PUBLIC_') && !runTimeNames.test(name) && value ? [[name, value] as const] : [],
  );
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

async function hashSources(): Promise<string> {
  const hash = createHash('sha256');
  for (const source of sources) {
    const entries = await readdir(source, { withFileTypes: true, recursive: true }).catch(() => undefined);
    const files = entries
      ? entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
      : [source];
    for (const file of files.sort()) hash.update(file).update(await readFile(file));
  }
  return hash.digest('hex');
}

export async function writeBuildStamp(): Promise<void> {
  const stamp: Stamp = {
    sources: await hashSources(),
    publicEnv: publicEnv(),
    scriptHashes: await hashInlineScripts(),
  };
  await mkdir(path.dirname(stampFile), { recursive: true });
  await writeFile(stampFile, JSON.stringify(stamp, null, 2));
}

/** A page that the build renders. It has the inline scripts of every page, and nothing that a user wrote. */
const builtPage = '.next/server/pages/404.html';
const inlineScript = /<script>([^]*?)<\/script>/g;

/**
 * The inline scripts of the pages, as sources of a content security policy. Taken from the build, because hashing the
 * pages as they are served would allow any script that got into them.
 *
 * @throws Error if there are none: the expression above no longer fits what Next.js writes.
 */
async function hashInlineScripts(): Promise<string[]> {
  const scripts = [...(await readFile(builtPage, 'utf8')).matchAll(inlineScript)];
  if (scripts.length === 0) throw new Error(`${builtPage} has no inline scripts.`);
  return scripts.map(([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
}

async function readBuildStamp(): Promise<Stamp | undefined> {
  try {
    return stampSchema.parse(JSON.parse(await readFile(stampFile, 'utf8')));
  } catch {
    return undefined;
  }
}

/** Whether the last build used the current files and public configuration. */
export async function isBuildCurrent(): Promise<boolean> {
  const stamp = await readBuildStamp();
  return (
    stamp !== undefined &&
    stamp.sources === (await hashSources()) &&
    isDeepEqual(stamp.publicEnv, publicEnv())
  );
}

/**
 * Checks that the public configuration is the one the pages were built with.
 *
 * @returns what the build recorded.
 * @throws ConfigError when there is no build, or when a variable differs; the message names the first one.
 */
export async function requireMatchingBuild(): Promise<Stamp> {
  const stamp = await readBuildStamp();
  if (!stamp) throw new ConfigError('The site is not built yet. Run npm run build first.');
  const now = publicEnv();
  const names = [...new Set([...Object.keys(now), ...Object.keys(stamp.publicEnv)])];
  const changed = names.find((name) => now[name] !== stamp.publicEnv[name]);
  if (changed) throw new ConfigError(`${changed} has changed since the last build. Run npm run build again.`);
  return stamp;
}

const isDeepEqual = (a: Record<string, string>, b: Record<string, string>) =>
  JSON.stringify(a) === JSON.stringify(b);
