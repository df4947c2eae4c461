import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { TestEnvironment } from 'jest-environment-node';
import './quick-exit.js';

const program = createRequire(import.meta.url).resolve('@electric-sql/pglite/pglite.wasm');
/** While this process holds the program, all its threads with PGlite share one machine code. */
const pglite = await WebAssembly.compile(await readFile(program));

/** Node. Jest keeps this module, unlike those of tests, from file to file. */
export default class ServerEnvironment extends TestEnvironment {
  pglite = pglite;
}
