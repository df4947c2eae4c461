import path from 'node:path';

/** A reporter of Jest that names each test that passed only when it was repeated, in the last lines of a run. */
export default class FlakyTests {
  onRunComplete(_contexts, { testResults: files }) {
    for (const { testFilePath, testResults } of files) {
      for (const { status, invocations, fullName } of testResults) {
        if (status === 'passed' && invocations > 1)
          process.stdout.write(`flaky: ${path.relative(process.cwd(), testFilePath)} ${fullName}\n`);
      }
    }
  }
}
