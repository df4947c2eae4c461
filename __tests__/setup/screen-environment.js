import { webcrypto } from 'node:crypto';
import { TestEnvironment } from 'jest-environment-jsdom';
import './quick-exit.js';

/** jsdom with the parts of fetch and cryptography that it lacks. */
export default class ScreenEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    Object.assign(this.global, { Response, Headers, TextEncoder });
    Object.defineProperty(this.global, 'crypto', { value: webcrypto });
  }
}
