import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';

const manifest = z.object({ version: z.string() });

/** The version of the package, which lies beside the folder of this file, in the sources and in the build. */
function readVersion(): string {
  try {
    return manifest.parse(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')))
      .version;
  } catch {
    return 'unknown';
  }
}

export const VERSION = readVersion();
