import { findTooFewFiles } from './open-files';

/** The product server without the pages. Loaded after the check, because loading its parts opens hundreds of files at once. */
const problem = findTooFewFiles();
if (problem === undefined) await import('./api');
else {
  console.error(problem);
  process.exitCode = 1;
}
