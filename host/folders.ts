import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { randomBytes } from 'node:crypto';
import { hasErrorCode } from '@/server/base/errors';

/**
 * The folder of the package, which holds the build. The code that asks is one level below it: in `host`, or in `dist`
 * once it is built. The process runs in the folder of the site, which holds its configuration and data.
 */
export const PACKAGE_FOLDER = fileURLToPath(new URL('..', import.meta.url));

/** @param path relative to the package. */
export const readPackageFile = (path: string): Promise<string> =>
  readFile(join(PACKAGE_FOLDER, path), 'utf8');

/** What a new folder of a site holds, by name. Each text is made only if the file is missing. */
const FILES = {
  '.env': async (port: string) => configure(await readPackageFile('.env.example'), port),
  'site.json': () => readPackageFile('site.json'),
  'site.schema.json': () => readPackageFile('site.schema.json'),
};

/** As in `.env.example`. */
const DEFAULT_PORT = '3000';

const HEAD =
  '# The configuration of this site, with secrets: keep it private. It works as it is on this machine.\n';

/**
 * Makes a folder the folder of a site: writes its configuration with random secrets, and keeps the files that are there.
 *
 * @param port where the site listens.
 * @returns a line for each file.
 */
export async function initSite(folder: string, port = DEFAULT_PORT): Promise<string[]> {
  const lines: string[] = [];
  for (const [name, textOf] of Object.entries(FILES)) {
    const path = join(folder, name);
    try {
      await writeFile(path, await textOf(port), { flag: 'wx', mode: 0o600 });
      lines.push(`${name} is written.`);
    } catch (error) {
      if (!hasErrorCode(error, 'EEXIST')) throw error;
      lines.push(`${name} is there already and stays as it is.`);
    }
  }
  return lines;
}

/** Whether the folder has a configuration. */
export async function hasConfiguration(folder: string): Promise<boolean> {
  try {
    await readFile(join(folder, '.env'));
    return true;
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return false;
    throw error;
  }
}

/** The example with secrets of its own, and with backups. */
function configure(example: string, port: string): string {
  const values = {
    ...{ SESSION_KEYS: randomBytes(32).toString('base64url'), BACKUP_DIR: './backups' },
    ...{ PORT: port, NEXT_PUBLIC_SITE_URL: `http://localhost:${port}` },
  };
  return Object.entries(values).reduce(
    (text, [name, value]) => text.replace(new RegExp(`^${name}=.*$`, 'm'), `${name}=${value}`),
    example.replace(/^.*\n/, HEAD),
  );
}
