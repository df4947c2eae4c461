import path from 'node:path';
import type { FullConfig, Reporter, Suite } from 'playwright/types/testReporter';

/** Names each test that passed only when it was repeated, in the last lines of a run. */
export default class FlakyReporter implements Reporter {
  #root: Suite | undefined;

  onBegin(_: FullConfig, root: Suite): void {
    this.#root = root;
  }

  onEnd(): void {
    for (const test of this.#root?.allTests() ?? []) {
      if (test.outcome() !== 'flaky') continue;
      const [, project = '', , ...titles] = test.titlePath();
      const place = `${path.relative(process.cwd(), test.location.file)}:${test.location.line}`;
      process.stdout.write(`flaky: [${project}] ${place} ${titles.join(' › ')}\n`);
    }
  }
}
