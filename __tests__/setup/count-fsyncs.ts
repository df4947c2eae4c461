import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Imported into PGlite's thread ahead of it: writes a line with the file's name for each fsync that the
 * kernel has answered. Where to, the query string of the import says.
 */
const log = new URL(import.meta.url).searchParams.get('log') ?? '';
const { fsyncSync } = fs;

fs.fsyncSync = (file) => {
  fsyncSync(file);
  fs.appendFileSync(log, `${fs.readlinkSync(`/proc/self/fd/${file}`)}\n`);
};
syncBuiltinESMExports();
