import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { MINUTE_MS } from '@/lib/contract/plain/durations';
import { startPostgres } from '../setup/postgres';
import { drawMutants, type Mutant } from './draw-mutants';
import { findNearestTests, readImporters } from './nearest-tests';
import { copyProject, listFiles, type ProjectCopy, type TestRun } from './project-copy';
import { createTypeChecker } from './type-checker';

const REPORT = 'docs/mutants.md';

const TESTS_PER_MUTANT_MAX = 16;
/** The nearest tests run first, so that most breaks are caught after a few. */
const TESTS_PER_BATCH = 4;
/** For four slow test files, while the other runs share the machine. */
const TIME_LIMIT_MS = 15 * MINUTE_MS;
/** Breaks tried at the same time. Tests wait more than they compute. */
const COPIES = 4;
/** The smallest share of breaks that the tests must catch. */
const CAUGHT_SHARE_MIN = 0.9;

const RULES = `
- A break changes one line of \`server\`, \`lib\`, \`hooks\` or \`components\`, and at most one line of each file: it negates a
  condition, swaps an operator, removes a call, returns nothing, flips a boolean or adds 1 to a number below 1,000.
- A break that does not compile is not used, though \`npm test\` would notice it, nor one that removes an \`await\` or negates
  a promise, which the linter refuses. Else lint is not run.
- These lines are never broken, because no visitor or owner could tell: types, imports, log calls, \`unref()\` and the option \`ref\`, numbers of
  milliseconds, sizes in attributes, the attributes \`className\`, \`style\`, \`spellCheck\` and \`key\`, the option \`passive\`.
- Nor is the option \`preventScroll\`, because nothing scrolls without a browser.
- These breaks change nothing and are not made: another empty value for the \`null\` of a component; the negated result of a
  callback whose result nothing reads (\`onClick\`, \`setTimeout\`, \`forEach\`, \`void save().catch(() => undefined)\`);
  another default value in the schema of the database, because rows get those of the migrations; \`<=\` for \`<\` where two
  equal values lead to the same result (\`a < b ? a : b\`, \`if (a > max) max = a\`); \`limit(2)\` where the code reads the
  first row alone (\`const [row] = await query.limit(1)\`); a larger number of rows for each step of a loop that takes all
  rows (\`productsPerStep\`, \`rowsPerPart\`, \`deletedAtOnce\`), or of steps until it moves new words into the index of the
  search (\`stepsPerIndexMerge\`); one MB more of memory for a thread or a cache (\`heapMbMax\`, \`maxSize\`); one pixel
  more of what is drawn (\`heightPx\`).
- A comparison with the current time is reversed (\`<\` becomes \`>=\`), because no test can meet a millisecond.
- A seed draws the same breaks again as long as their lines stay. A new line takes the place of one of them only if it is
  drawn itself.
- The tests of a break are those of the folder of its file, those that import the file most directly, those that have rare
  words in common with the lines around the break, those that make the calls that the file serves, and those with a
  similar name. Tests in the browser are not run.
- A break is caught if a test fails, passes without the break, and fails with it again.
`.trim();

type Result = Mutant & { isCaught: boolean; explanation: string };

/**
 * Breaks random lines of the product, one at a time in a copy of the project, and runs the nearest tests on each.
 * Writes the results to docs/mutants.md.
 *
 * @param seed decides which lines are broken, and how. The same seed repeats the drill, also when other lines have
 *   changed since.
 * @returns whether the tests caught at least nine of ten.
 */
export async function drillMutants(count: number, seed: number): Promise<boolean> {
  const commit = nameCommit();
  const sources = await readSources();
  const importers = readImporters(sources);
  const stopping = new AbortController();
  process.once('SIGINT', () => stopping.abort());
  const postgres = await startPostgres();
  const copies = await Promise.all(
    Array.from({ length: COPIES }, () => copyProject({ signal: stopping.signal, postgresURL: postgres.url })),
  );
  const mutants = drawMutants(sources, seed, createTypeChecker(resolve('.')));
  const findTests = ({ file, line }: Mutant) =>
    findNearestTests(
      sources,
      importers,
      file,
      TESTS_PER_MUTANT_MAX,
      linesAround(sources.get(file) ?? '', line),
    );
  const results: Result[] = [];
  let startedCount = 0;

  async function tryMutants(copy: ProjectCopy): Promise<void> {
    while (startedCount < count) {
      const next = mutants.next();
      if (next.done) return;
      const index = startedCount++;
      const result = await tryMutant(copy, findTests(next.value), next.value);
      if (stopping.signal.aborted) throw new Error('Interrupted. The report is unchanged.');
      results[index] = result;
      console.log(
        `  ${String(index + 1).padStart(2)}: ${result.file}:${result.line}  ${result.before}  →  ${result.after}\n      ${result.explanation}`,
      );
    }
  }
  try {
    await Promise.all(copies.map(tryMutants));
  } finally {
    await Promise.all(copies.map((copy) => copy.remove()));
    await postgres.stop();
  }
  if (results.length < count) throw new Error(`Only ${results.length} lines can be broken.`);
  await writeFile(REPORT, await describe(results, seed, commit));
  const caughtCount = results.filter(({ isCaught }) => isCaught).length;
  console.log(`=== mutants: ${caughtCount} of ${count} caught with seed ${seed}; see ${REPORT}`);
  return caughtCount >= count * CAUGHT_SHARE_MIN;
}

/** Ten lines before and after a line, and itself. */
const linesAround = (text: string, line: number): string =>
  text
    .split('\n')
    .slice(Math.max(0, line - 11), line + 10)
    .join('\n');

async function readSources(): Promise<Map<string, string>> {
  const files = (await listFiles()).filter((file) => /\.tsx?$/.test(file)).sort();
  return new Map(await Promise.all(files.map(async (file) => [file, await readFile(file, 'utf8')] as const)));
}

async function tryMutant(copy: ProjectCopy, tests: readonly string[], mutant: Mutant): Promise<Result> {
  const result = (isCaught: boolean, explanation: string) => ({ ...mutant, isCaught, explanation });
  if (tests.length === 0) return result(false, 'survived: no test imports this file');

  const ignored = new Set<string>();
  const left = [...tests];
  while (left.length > 0) {
    const batch = left.splice(0, TESTS_PER_BATCH);
    const runBroken = (files: readonly string[]) =>
      copy.withChange(mutant.file, mutant.text, () => copy.runTests(files, TIME_LIMIT_MS));
    const broken = await runBroken(batch);
    if (broken.outcome === 'passed') continue;
    const suspects = broken.outcome === 'failed' ? [broken.testFile] : batch;
    const intact = await copy.runTests(suspects, TIME_LIMIT_MS);
    const isRepeated = intact.outcome === 'passed' && (await runBroken(suspects)).outcome !== 'passed';
    if (isRepeated) return result(true, explainCaught(broken));
    // A test that also fails without the break, or fails only once with it, has caught nothing.
    for (const suspect of suspects) ignored.add(suspect);
    left.unshift(...batch.filter((test) => !ignored.has(test)));
  }
  const others = [...ignored].join(', ');
  return result(
    false,
    `survived ${tests.length - ignored.size} test files` +
      (others && `; failed for other reasons: ${others}`),
  );
}

function explainCaught(run: TestRun): string {
  if (run.outcome === 'failed') return `caught by "${run.test}" in ${run.testFile}`;
  return run.outcome === 'timed out'
    ? 'caught: the tests did not end in time'
    : 'caught: the test run crashed';
}

function nameCommit(): string {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
  return git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain') && ' with changes');
}

/** The breaks that survived come first. */
async function describe(results: readonly Result[], seed: number, commit: string): Promise<string> {
  const [caught, survived] = [true, false].map((is) => results.filter(({ isCaught }) => isCaught === is));
  const text = [
    '# Mutants',
    `Random one-line breaks of the product, each tried against the ${TESTS_PER_MUTANT_MAX} nearest test files. ` +
      `Written by \`npm run drill -- mutants --seed ${seed} --rounds ${results.length}\`.`,
    [
      `- Date: ${new Date().toISOString().slice(0, 10)}`,
      `- Commit: ${commit}`,
      `- Seed: ${seed}`,
      `- Caught: ${caught?.length} of ${results.length}`,
    ].join('\n'),
    '## Rules',
    RULES,
    '## Survived',
    ...(survived ?? []).map(describeResult),
    '## Caught',
    ...(caught ?? []).map(describeResult),
  ].join('\n\n');
  return format(text, { ...(await resolveConfig(REPORT)), filepath: REPORT });
}

const describeResult = ({ file, line, before, after, explanation }: Result): string =>
  [`\`${file}:${line}\`: ${explanation}`, '```diff', `- ${before}`, `+ ${after}`, '```'].join('\n');
