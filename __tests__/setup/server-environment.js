import asyncHooks from 'node:async_hooks';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { TestEnvironment } from 'jest-environment-node';
import './quick-exit.js';

const program = createRequire(import.meta.url).resolve('@electric-sql/pglite/pglite.wasm');
/** While this process holds the program, all its threads with PGlite share one machine code. */
const pglite = await WebAssembly.compile(await readFile(program));

/** What the files of tests have made. */
const storages = new Set();
asyncHooks.AsyncLocalStorage = class AsyncLocalStorage extends asyncHooks.AsyncLocalStorage {
  constructor(...options) {
    super(...options);
    storages.add(this);
  }
};

/** Node. Jest keeps this module, unlike those of tests, from file to file. */
export default class ServerEnvironment extends TestEnvironment {
  pglite = pglite;

  /** Node copies the values of a used storage to every new promise: without this, the files after this one are 15 % slower. */
  async teardown() {
    for (const storage of storages) storage.disable();
    storages.clear();
    await super.teardown();
  }
}
