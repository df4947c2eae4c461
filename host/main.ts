import { findTooFewFiles } from './open-files';

/** The whole site. Loaded after the check, because loading its parts opens hundreds of files at once. */
const problem = findTooFewFiles();
if (problem === undefined) await import('./site');
else {
  console.error(problem);
  process.exitCode = 1;
}
