import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The folder of the package, which holds the build. The code that asks is one level below it: in `host`, or in `dist`
 * once it is built. The process runs in the folder of the site, which holds its configuration and data.
 */
export const PACKAGE_FOLDER = fileURLToPath(new URL('..', import.meta.url));

/** @param path relative to the package. */
export const readPackageFile = (path: string): Promise<string> =>
  readFile(join(PACKAGE_FOLDER, path), 'utf8');
