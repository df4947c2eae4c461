import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Imported into PGlite's thread before PGlite: writes a line with the file name for each completed fsync. The query
 * string of the import names the output file.
 */
const log = new URL(import.meta.url).searchParams.get('log') ?? '';
const { fsyncSync } = fs;

fs.fsyncSync = (file) => {
  fsyncSync(file);
  fs.appendFileSync(log, `${fs.readlinkSync(`/proc/self/fd/${file}`)}\n`);
};
syncBuiltinESMExports();
