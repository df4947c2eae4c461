import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { readCommandLine, runProgram } from '@/server/cli/run-program';
import { OwnerError } from '@/server/base/errors';
import { runBlocksBench } from './blocks';
import { listRegressions, readFigures } from './document';
import { runFiltersBench } from './filters';
import { runImportsBench } from './imports';
import { runLatenciesBench } from './latencies';
import { runPhrasesBench } from './phrases';
import { runResponsesBench } from './responses';
import { runSearchBench } from './search';
import { runSearchRequestsBench } from './search-requests';
import { runStartsBench } from './starts';
import { runStatementsBench } from './statements';
import { runUpvotesBench } from './upvotes';

const DOCUMENT = 'docs/performance.md';
const SIZES = [1_000, 20_000, 100_000, 1_000_000];
/** Of the measurements of time, for which the largest directory tells nothing more. */
const TIMED_PRODUCTS = 100_000;
const today = new Date().toISOString().slice(0, 10);

const USAGE = `Usage: npm run bench -- [--check] [--products <number>] [starts] [responses] [upvotes] [statements] [blocks] [latencies] [search] [phrases] [filters] [keystrokes] [imports]

Measures the build and writes ${DOCUMENT}. Only the ratios and the blocks apply to other machines.

  starts      time from start to ready, and memory
  responses   pages and calls beside plain node:http that sends the same bytes
  upvotes     cached pages while members upvote, and when another process shows an upvote
  statements  lists that no cache has, beside their bare statements and pgbench
  blocks      blocks of the database that each call and job touches with 1,000 to 1,000,000 products
  latencies   time of the statements of each public call with 1,000 and 1,000,000 products
  search      time per keystroke with 100,000 and 1,000,000 products, without HTTP
  phrases     time and blocks of phrases and of similar products, with 100,000 and 1,000,000 products
  filters     keystrokes and lists with filters beside the same ones without, with 100,000 products
  keystrokes  time per keystroke in the demo over HTTP, beside /readyz
  imports     reading of lists of 100,000 entries: CPU time and memory

  --check     writes nothing; fails when a ratio is a quarter below the document's, or a call touches twice the blocks
  --products  leaves out larger directories, and writes nothing

The first run builds the directories, which takes up to half an hour; later runs find them in node_modules/.cache/bench.`;

const parts = [
  { name: 'starts', heading: 'Start to ready', bench: (max: number) => runStartsBench(timed(max)) },
  { name: 'responses', heading: 'Responses', bench: runResponsesBench },
  { name: 'upvotes', heading: 'Pages while members upvote', bench: runUpvotesBench },
  { name: 'statements', heading: 'Statements', bench: (max: number) => runStatementsBench(timed(max)) },
  { name: 'blocks', heading: 'Blocks touched', bench: (max: number) => runBlocksBench(upTo(max)) },
  { name: 'latencies', heading: 'Time of public calls', bench: runLatenciesBench },
  { name: 'search', heading: 'Search per keystroke', bench: runSearchBench },
  { name: 'phrases', heading: 'Phrases and similar products', bench: runPhrasesBench },
  { name: 'filters', heading: 'Filters', bench: runFiltersBench },
  { name: 'keystrokes', heading: 'Keystrokes over HTTP', bench: runSearchRequestsBench },
  { name: 'imports', heading: 'Large imports', bench: runImportsBench },
];

const timed = (max: number) => Math.min(TIMED_PRODUCTS, max);
const upTo = (max: number) => SIZES.filter((size) => size <= max);

function readArguments() {
  const { values, positionals } = readCommandLine(USAGE, () =>
    parseArgs({
      allowPositionals: true,
      options: { check: { type: 'boolean', default: false }, products: { type: 'string' } },
    }),
  );
  const unknown = positionals.find((name) => !parts.some((part) => part.name === name));
  if (unknown !== undefined) throw new OwnerError(`There is no part ${unknown}.\n${USAGE}`);
  const productsMax = Number(values.products ?? SIZES.at(-1));
  if (!(productsMax >= TIMED_PRODUCTS / 100))
    throw new OwnerError('--products must be a number from 1,000 on.');
  const isChosen = ({ name }: { name: string }) => positionals.length === 0 || positionals.includes(name);
  return { productsMax, isChosen, isWritten: !values.check && !values.products, isChecked: values.check };
}

/** The part of the document under a heading. Parts that are not measured now stay as they are. */
function knownPart(document: string, heading: string): string {
  const [, after = ''] = document.split(`\n## ${heading}\n`);
  return after.split('\n## ', 1).join('').trim();
}

await runProgram(async () => {
  const { productsMax, isChosen, isWritten, isChecked } = readArguments();
  const known = readFileSync(DOCUMENT, 'utf8');
  const memory = (totalmem() / 2 ** 30).toFixed(0);
  const document = [
    '# Performance',
    `Written by \`npm run bench\`: Node ${process.version}, ${cpus().length} cores, ${memory} GiB. Absolute figures come from one noisy machine. Compare the ratios within a table.`,
  ];
  const measured: string[] = [];
  for (const part of parts) {
    const text = isChosen(part)
      ? [`Measured on ${today}.\n`, ...(await part.bench(productsMax))].join('\n')
      : knownPart(known, part.heading);
    const section = `## ${part.heading}\n\n${text.trim()}`;
    document.push(section);
    if (isChosen(part)) measured.push(section);
    if (isChosen(part)) console.log(`\n${section}`);
  }
  if (isWritten) writeFileSync(DOCUMENT, `${document.join('\n\n')}\n`);
  if (!isChecked) return 0;
  const regressions = listRegressions(readFigures(known), readFigures(measured.join('\n\n')));
  for (const regression of regressions) console.error(`Worse than in ${DOCUMENT}: ${regression}`);
  return regressions.length > 0 ? 1 : 0;
});
