import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { ConfigError } from '@/server/base/errors';
import { PACKAGE_FOLDER } from './folders';

const stampFile = path.join(PACKAGE_FOLDER, 'dist/build-stamp.json');
const sources = [
  'pages',
  'components',
  'hooks',
  'lib',
  'public',
  'styles',
  'server',
  'host',
  'texts',
  'package-lock.json',
  'next.config.js',
  'tailwind.config.js',
  'tsconfig.json',
];

const stampSchema = z.object({
  sources: z.string(),
  /** Sources of the inline scripts for the content security policy. */
  scriptHashes: z.array(z.string()),
});
type Stamp = z.infer<typeof stampSchema>;

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

/** @param page the HTML of a page that contains nothing a user wrote. It has the inline scripts of every page. */
export async function writeBuildStamp(page: string): Promise<void> {
  const stamp: Stamp = { sources: await hashSources(), scriptHashes: hashInlineScripts(page) };
  await mkdir(path.dirname(stampFile), { recursive: true });
  await writeFile(stampFile, JSON.stringify(stamp, null, 2));
}

const inlineScript = /<script>([^]*?)<\/script>/g;

/**
 * The inline scripts of the pages, as sources of a content security policy. Taken from the build, because hashing the
 * pages as they are served would allow any script that got into them.
 *
 * @throws Error if there are none: the expression above no longer fits what Next.js writes.
 */
function hashInlineScripts(page: string): string[] {
  const scripts = [...page.matchAll(inlineScript)];
  if (scripts.length === 0) throw new Error('The page has no inline scripts.');
  return scripts.map(([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
}

async function findBuild(): Promise<Stamp | undefined> {
  try {
    return stampSchema.parse(JSON.parse(await readFile(stampFile, 'utf8')));
  } catch {
    return undefined;
  }
}

/** Whether the last build was made from the current files. */
export const isBuildCurrent = async (): Promise<boolean> =>
  (await findBuild())?.sources === (await hashSources());

/**
 * What the build recorded.
 *
 * @throws ConfigError when there is no build.
 */
export async function requireBuild(): Promise<Stamp> {
  const stamp = await findBuild();
  if (!stamp) throw new ConfigError('The site is not built yet. Run npm run build first.');
  return stamp;
}
