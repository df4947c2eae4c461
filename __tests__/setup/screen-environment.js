import { TestEnvironment } from 'jest-environment-jsdom';

/** jsdom, with the parts of fetch that every browser has and jsdom lacks; answers are made of them. */
export default class ScreenEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    Object.assign(this.global, { Response, Headers });
  }
}
